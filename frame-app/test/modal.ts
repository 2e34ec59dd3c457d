import type { OpenOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { act } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { isOpenAtom } from '../src/core/state/modal.ts'
import { mount } from '../src/shell/mount.tsx'
import { openPage, waitForMessages } from './page.ts'

export const harborWallet = { id: 'io.example.harbor', name: 'Harbor' }
export const kiteWallet = { id: 'io.example.kite', name: 'Kite' }

/** Opens a page with `openPage` and renders the whole frame. */
export const openModal = async (...[methods, data]: Parameters<typeof openPage>) => {
  const page = openPage(methods, data)
  const root = document.body.appendChild(document.createElement('div'))
  const unmount = await act(() => mount({ store: page.store, root }))
  onTestFinished(async () => {
    await act(unmount)
    root.remove()
  })
  /** Waits until pending messages and React updates are finished. */
  const pause = () => act(() => waitForMessages(30))
  /** Waits until pending messages have arrived and the code of the current view has loaded. */
  const calm = async () => {
    await pause()
    while (document.querySelector('[role="status"][aria-label]')) await pause()
  }
  const open = async (options: OpenOptions) => {
    const answered = page.call('open', [options]).catch(() => {})
    await act(() => answered)
    await calm()
  }
  return { ...page, open, calm, isOpen: () => page.store.get(isOpenAtom) }
}
