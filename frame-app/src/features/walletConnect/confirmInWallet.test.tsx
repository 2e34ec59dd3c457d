// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'
import { sampleAccountOn } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { waitingRequest } from '../../../test/waitingRequest.ts'
import { setWaitingRequestAtom, type WaitingRequest } from '../../core/state/waitingRequest.ts'

beforeEach(() => mockServer.use(http.post('*/v1/', () => HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x0' }))))
afterEach(() => {
  vi.useRealTimers()
})

/** Opens the modal while a request waits in a wallet app. */
const openWaiting = async (changes: Partial<WaitingRequest>) => {
  const apps: string[] = []
  const page = await openModal({ openApp: (opened) => apps.push(opened), open: () => {} })
  await page.call('account', ['eip155', sampleAccountOn(1, 'walletConnect')])
  page.store.set(setWaitingRequestAtom, waitingRequest(changes))
  await page.open({})
  vi.useFakeTimers({ toFake: ['Date'] })
  const tap = () => fireEvent.click(screen.getByRole('link', { name: 'Open Kite' }))
  return { ...page, apps, tap }
}

test('opens the wallet of a waiting request once on a double tap, and again on a later tap', async () => {
  const { apps, tap } = await openWaiting({ link: 'kite://wc?requestId=1' })
  tap()
  tap()
  await vi.waitFor(() => expect(apps).toEqual(['kite://wc?requestId=1']))
  vi.advanceTimersByTime(1_001)
  tap()
  await vi.waitFor(() => expect(apps).toHaveLength(2))
})

test('follows the web link of a waiting request once on a double tap', async () => {
  const { apps, tap } = await openWaiting({ link: 'https://kite.example/wc?requestId=1' })
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
  const { apps, tap, store, calm } = await openWaiting({ link: 'kite://wc?requestId=1' })
  tap()
  store.set(setWaitingRequestAtom, waitingRequest({ link: 'kite://wc?requestId=2' }))
  await calm()
  tap()
  await vi.waitFor(() => expect(apps).toEqual(['kite://wc?requestId=1', 'kite://wc?requestId=2']))
})

test.each([
  [
    { method: 'eth_sendTransaction', params: [{ value: '0x411448c57a78720000' }] },
    'Open Kite. It asks you to pay 1,200.5 ETH.',
  ],
  [{ method: 'eth_sendTransaction' }, 'Open Kite. It asks you to confirm a transaction.'],
  [{ method: 'personal_sign' }, 'Open Kite. It asks you to sign a message.'],
  [{ method: 'wallet_switchEthereumChain' }, 'Open Kite. It asks you to change the network.'],
  [{ method: 'wallet_watchAsset' }, 'Open Kite. It asks you to answer this site.'],
])('says what a wallet on another device asks the visitor to do: %j', async (request, sentence) => {
  await openWaiting({ request })
  expect(screen.getByText('Confirm on your phone')).toBeTruthy()
  expect(screen.getByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

test('says what to do about a phone that has not answered for 30 seconds, and resets for the next request', async () => {
  const { store, calm } = await openWaiting({})
  const next = waitingRequest()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  act(() => store.set(setWaitingRequestAtom, next))
  act(() => void vi.advanceTimersByTime(29_999))
  expect(screen.queryByText('Still waiting for your phone')).toBeNull()
  act(() => void vi.advanceTimersByTime(1))
  expect(screen.getByText('Still waiting for your phone')).toBeTruthy()
  act(() => store.set(setWaitingRequestAtom, waitingRequest()))
  vi.useRealTimers()
  await calm()
  expect(screen.getByText('Confirm on your phone')).toBeTruthy()
})

test('cancels a waiting request', async () => {
  const cancel = vi.fn()
  await openWaiting({ cancel })
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(cancel).toHaveBeenCalledOnce()
})
