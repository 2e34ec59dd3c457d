// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'
import { sampleAccountOn } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { setWaitingRequestAtom } from '../../core/state/waitingRequest.ts'

beforeEach(() => mockServer.use(http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' }))))
afterEach(() => {
  vi.useRealTimers()
})

/** Opens the modal while a request waits in a wallet app. */
const openWaiting = async (link: string) => {
  const apps: string[] = []
  const page = await openModal({ openApp: (opened) => apps.push(opened), open: () => {} })
  await page.call('account', ['eip155', sampleAccountOn(1, 'walletConnect')])
  page.store.set(setWaitingRequestAtom, { walletName: 'Kite', link })
  await page.open({})
  vi.useFakeTimers({ toFake: ['Date'] })
  const tap = () => fireEvent.click(screen.getByRole('link', { name: 'Open Kite' }))
  return { ...page, apps, tap }
}

test('opens the wallet of a waiting request once on a double tap, and again on a later tap', async () => {
  const { apps, tap } = await openWaiting('kite://wc?requestId=1')
  tap()
  tap()
  await vi.waitFor(() => expect(apps).toEqual(['kite://wc?requestId=1']))
  vi.advanceTimersByTime(1_001)
  tap()
  await vi.waitFor(() => expect(apps).toHaveLength(2))
})

test('follows the web link of a waiting request once on a double tap', async () => {
  const { apps, tap } = await openWaiting('https://kite.example/wc?requestId=1')
  // The test prevents the default of each click after the component has handled it, because the test page must not
  // navigate.
  const followed: boolean[] = []
  const note = (event: Event) => {
    followed.push(!event.defaultPrevented)
    event.preventDefault()
  }
  window.addEventListener('click', note)
  tap()
  tap()
  window.removeEventListener('click', note)
  expect([followed, apps]).toEqual([[true, false], []])
})

test('opens the wallet app at once for the next request, even right after a tap opened it for the last request', async () => {
  const { apps, tap, store, calm } = await openWaiting('kite://wc?requestId=1')
  tap()
  store.set(setWaitingRequestAtom, { walletName: 'Kite', link: 'kite://wc?requestId=2' })
  await calm()
  tap()
  await vi.waitFor(() => expect(apps).toEqual(['kite://wc?requestId=1', 'kite://wc?requestId=2']))
})
