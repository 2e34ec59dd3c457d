// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { openPage, sampleAccountOn, waitForMessages } from '../../../test/page.ts'
import { prerender } from '../../document/prerender.tsx'
import { isOpenAtom } from '../state/modal.ts'

/** Opens the document that the server rendered, before any code of the views has loaded. */
const openPrepared = async (draw: () => Promise<void> = () => new Promise(() => {}), isAsked = true) => {
  const { root, failure } = await prerender({
    bootstrap: sampleBootstrap,
    theme: 'light',
    language: 'en',
    isPhone: false,
  })
  const body = document.body.appendChild(document.createElement('div'))
  body.innerHTML = `${root}<template id="failure">${failure}</template>`
  onTestFinished(() => body.remove())
  let leave = () => {}
  const renew = vi.fn()
  const stage = {
    draw,
    renew,
    prerenderedView: () => 'Connect',
    onLeave: (handler: () => void) => {
      leave = handler
    },
  }
  const page = openPage({ disconnect: () => {} }, {}, stage)
  if (isAsked) page.call('open', [{}]).catch(() => {})
  await waitForMessages()
  return { ...page, renew, leave: () => leave() }
}

test('shows the prerendered view before the views load', async () => {
  expect((await openPrepared()).calls).toEqual(['shown'])
})

test('closes the modal from the prerendered view before the views load', async () => {
  const { outcomes, leave } = await openPrepared()
  leave()
  await waitForMessages()
  expect(outcomes).toEqual([{ outcome: 'closed' }])
})

test('the close button of the prerendered view closes the modal on an unsupported network, and keeps the connection', async () => {
  const { outcomes, calls, call, leave } = await openPrepared(undefined, false)
  await call('account', ['eip155', sampleAccountOn(999)])
  call('open', [{}]).catch(() => {})
  await waitForMessages()
  leave()
  leave()
  await waitForMessages()
  expect(outcomes[0]).toEqual({ outcome: 'closed' })
  expect(calls).not.toContain('disconnect')
})

test('closes the modal from the prerendered view before the page calls open, and still opens it on later calls', async () => {
  const { store, outcomes, call, leave } = await openPrepared(async () => {}, false)
  leave()
  await waitForMessages()
  expect(outcomes).toEqual([{ outcome: 'closed' }])
  // After the outcome, the host page calls `close`.
  await call('close', [true])
  await call('open', [{}])
  expect(store.get(isOpenAtom)).toBe(true)
  // The page has closed the modal before this call, and gets no outcome for it.
  await call('close', [true])
  expect(store.get(isOpenAtom)).toBe(false)
  expect(outcomes).toHaveLength(1)
})

test('shows a failure with a retry button if the code of the views does not load', async () => {
  let loads = 0
  let isGone = true
  await openPrepared(async () => {
    loads++
    if (isGone) throw new Error('gone')
  })
  const failure = () => screen.queryByText('This part could not be loaded')
  const list = screen.getByTestId('wallet-list')
  expect([failure() !== null, list.hidden]).toEqual([true, true])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitForMessages()
  expect([loads, failure() !== null, list.hidden]).toEqual([2, true, true])
  isGone = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitForMessages()
  expect([loads, failure(), list.hidden]).toEqual([3, null, false])
})

test('asks for a new frame if the retry of the visitor fails too', async () => {
  const { renew } = await openPrepared(async () => {
    throw new Error('gone')
  })
  expect(renew).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitForMessages()
  expect(renew).toHaveBeenCalledOnce()
})

test('shows one failure, and removes it before the views take over, however often the page opens the modal', async () => {
  let isGone = true
  const noticeCounts: number[] = []
  const countNotices = () => screen.queryAllByText('This part could not be loaded').length
  const { call } = await openPrepared(async () => {
    noticeCounts.push(countNotices())
    if (isGone) throw new Error('gone')
  })
  const open = () => call('open', [{}]).catch(() => {})
  await call('close', [true])
  await Promise.all([open(), open()])
  await waitForMessages()
  expect(countNotices()).toBe(1)
  isGone = false
  await call('close', [true])
  await open()
  await waitForMessages()
  expect(countNotices()).toBe(0)
  // If a notice were left, React would not take over the prerendered view but render the view again.
  expect(noticeCounts.at(-1)).toBe(0)
  expect(screen.getByTestId('wallet-list').hidden).toBe(false)
})
