import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Device } from '../../domain/device.ts'
import { waitingRequestAtom } from '../../state/waitingRequest.ts'
import type { WalletConnectSession } from './readSession.ts'
import { createWaitingRequests } from './waitingRequests.ts'

const desktop: Device = { system: 'desktop', isTelegram: false }
const phone: Device = { ...desktop, system: 'android' }
const session = { wallet: { name: 'Kite', native: 'kite://' } } as WalletConnectSession
const sent = { id: 7, topic: 'aa' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const start = (device = desktop) => {
  const store = createStore()
  const requests = createWaitingRequests({ store }, device)
  const ask = (method: string) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const asked = { request: { method }, caipNetworkId: 'eip155:1' as const }
    return { answered: requests.during(asked, promise), answer: resolve }
  }
  return { ...requests, ask, shown: () => store.get(waitingRequestAtom) }
}

test('shows a request 700 ms after the relay has it, until the wallet answers', async () => {
  const { ask, onSent, shown } = start()
  const { answer, answered } = ask('eth_sendTransaction')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(shown()).toBeNull()
  onSent(sent, session)
  await vi.advanceTimersByTimeAsync(699)
  expect(shown()).toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  expect(shown()).toMatchObject({ walletName: 'Kite', link: null, request: { method: 'eth_sendTransaction' } })
  answer('0x01')
  expect(await answered).toBe('0x01')
  expect(shown()).toBeNull()
})

test('does not show a request that the wallet answers at once', async () => {
  const { ask, onSent, shown } = start()
  const { answer, answered } = ask('personal_sign')
  onSent(sent, session)
  answer('0x01')
  await answered
  await vi.advanceTimersByTimeAsync(700)
  expect(shown()).toBeNull()
})

test.each(['wallet_getCapabilities', 'wallet_getCallsStatus', 'getAccountAddresses', 'solana_getAccounts'])(
  'shows nothing for %s, which a wallet answers without its visitor',
  async (method) => {
    const { ask, onSent, shown } = start()
    void ask(method)
    onSent(sent, session)
    await vi.advanceTimersByTimeAsync(700)
    expect(shown()).toBeNull()
  },
)

test('shows several requests one after the other, the oldest first', async () => {
  const { ask, onSent, shown } = start()
  const first = ask('eth_sendTransaction')
  const second = ask('personal_sign')
  onSent(sent, session)
  onSent({ ...sent, id: 8 }, session)
  await vi.advanceTimersByTimeAsync(700)
  expect(shown()?.request.method).toBe('eth_sendTransaction')
  first.answer('0x01')
  await first.answered
  expect(shown()?.request.method).toBe('personal_sign')
  second.answer('0x02')
  await second.answered
  expect(shown()).toBeNull()
})

test('a canceled request is rejected with code 4001, also if the wallet answers later', async () => {
  const { ask, onSent, shown } = start()
  const { answer, answered } = ask('eth_sendTransaction')
  onSent(sent, session)
  await vi.advanceTimersByTimeAsync(700)
  const outcome = expect(answered).rejects.toMatchObject({ code: 'USER_REJECTED' })
  shown()?.cancel()
  answer('0x01')
  await outcome
  expect(shown()).toBeNull()
})

test('on a phone shows the link at once, and nothing for a wallet without a link', async () => {
  const { ask, onSent, shown } = start(phone)
  const { answer, answered } = ask('personal_sign')
  onSent(sent, session)
  expect(shown()?.link).toBe('kite://wc?requestId=7&sessionTopic=aa')
  answer('0x01')
  await answered
  void ask('personal_sign').answered
  onSent(sent, { wallet: { name: 'Kite' } } as WalletConnectSession)
  await vi.advanceTimersByTimeAsync(700)
  expect(shown()).toBeNull()
})

test('shows nothing for a request of another tab', async () => {
  const { onSent, shown } = start()
  onSent(sent, session)
  await vi.advanceTimersByTimeAsync(700)
  expect(shown()).toBeNull()
})
