import { expect, onTestFinished, test, vi } from 'vitest'
import {
  answerEveryRequest,
  collectUnhandledRejections,
  connectWallet,
  grantedNamespaces,
  nextWalletEvent,
  openSiteClient,
  openTestRelay,
  openTestWallet,
  pairByLink,
  personalSignRequest,
  requestedNamespaces,
  walletAddress,
} from './test/peers.ts'

/** The frame's client with various wallets. */

test('two wallets use one code: the first gets the session, and the second changes nothing', async () => {
  const relay = await openTestRelay()
  const unhandled = collectUnhandledRejections()
  const [client, first, second] = await Promise.all([
    openSiteClient(relay),
    openTestWallet(relay, 'First'),
    openTestWallet(relay, 'Second'),
  ])
  const { uri, settled } = await client.pair(requestedNamespaces)
  const [one, two] = [await pairByLink(first, uri), await pairByLink(second, uri)]
  const [session] = await Promise.all([settled, first.approveSession({ id: one.id, namespaces: grantedNamespaces })])
  expect(session.wallet.name).toBe('First')
  await second.approveSession({ id: two.id, namespaces: grantedNamespaces })
  answerEveryRequest(first, '0x01')
  answerEveryRequest(second, '0x02')
  expect(await client.request('eip155:1', personalSignRequest)).toBe('0x01')
  expect(client.session()?.wallet.name).toBe('First')
  expect(unhandled).toEqual([])
})

test('the session has the granted namespaces, not the requested ones', async () => {
  const relay = await openTestRelay()
  const [client, wallet] = await Promise.all([openSiteClient(relay), openTestWallet(relay)])
  const { eip155 } = grantedNamespaces
  const session = await connectWallet(client, wallet, {
    eip155: { ...eip155, methods: ['personal_sign'], chains: ['eip155:10'], accounts: [`eip155:10:${walletAddress}`] },
  })
  expect(session.granted).toEqual({
    eip155: { accounts: [`eip155:10:${walletAddress}`], chains: ['eip155:10'], methods: ['personal_sign'] },
  })
})

test('a rejection keeps the wallet’s error code', async () => {
  const relay = await openTestRelay()
  const [client, wallet] = await Promise.all([openSiteClient(relay), openTestWallet(relay)])
  const { uri, settled } = await client.pair(requestedNamespaces)
  const { id } = await pairByLink(wallet, uri)
  await Promise.all([
    expect(settled).rejects.toMatchObject({ number: 5000 }),
    wallet.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } }),
  ])
})

test('twenty requests at once are each answered with their own answer', async () => {
  // sign-client builds request ids from the millisecond and three random digits. The mock fixes these digits, so that
  // sign-client's own ids would collide.
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5)
  onTestFinished(() => random.mockRestore())
  const relay = await openTestRelay()
  const [client, wallet] = await Promise.all([openSiteClient(relay), openTestWallet(relay)])
  await connectWallet(client, wallet)
  wallet.on('session_request', ({ id, topic, params }) =>
    wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result: params.request.params[0] } }),
  )
  const messages = Array.from({ length: 20 }, (_, index) => `0x${index}`)
  const answers = messages.map((message) =>
    client.request('eip155:1', { method: 'personal_sign', params: [message, walletAddress] }),
  )
  expect(await Promise.all(answers)).toEqual(messages)
})

test('a request waits for an offline wallet', async () => {
  const relay = await openTestRelay()
  const [client, wallet] = await Promise.all([openSiteClient(relay), openTestWallet(relay)])
  await connectWallet(client, wallet)
  answerEveryRequest(wallet)
  await wallet.core.relayer.transportClose()
  const answer = client.request('eip155:1', personalSignRequest)
  await new Promise((resolve) => setTimeout(resolve, 200))
  await wallet.core.relayer.transportOpen()
  expect(await answer).toBe('0x5157')
})

test('a session that the wallet ends while the site sleeps is over when the site wakes', async () => {
  const relay = await openTestRelay()
  const reported: unknown[] = []
  const client = await openSiteClient(relay, { onSession: (session) => reported.push(session) })
  const wallet = await openTestWallet(relay)
  const { topic } = await connectWallet(client, wallet)
  await client.sleep()
  await wallet.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  expect(client.session()?.topic).toBe(topic)
  await client.wake()
  await expect.poll(() => client.session()).toBeNull()
  expect(reported.at(-1)).toBeNull()
})

test('a new connection disconnects the previous wallet', async () => {
  const relay = await openTestRelay()
  const [client, first, second] = await Promise.all([
    openSiteClient(relay),
    openTestWallet(relay),
    openTestWallet(relay, 'Second'),
  ])
  await connectWallet(client, first)
  const ended = nextWalletEvent(first, 'session_delete')
  await connectWallet(client, second)
  await ended
  expect(client.session()?.wallet.name).toBe('Second')
})
