import { describe, expect, test } from 'vitest'
import type { WalletConnectClient } from '../../frame-app/src/core/connectors/walletConnect/client.ts'
import {
  answerEveryRequest,
  collectUnhandledRejections,
  connectWallet,
  hostOrigin,
  openSiteClient,
  openTestRelay,
  openTestWallet,
  personalSignRequest,
  requestedNamespaces,
} from './test/peers.ts'

/** Defects of the stock client that the frame's client must avoid. */
const refusal = 'Unauthorized: invalid key'
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('a relay that refuses the client’s connection', () => {
  test('the client opens one socket for each request to a relay that refuses it, and retries none', async () => {
    const relay = await openTestRelay()
    relay.refuse(refusal)
    const client = await openSiteClient(relay)
    await expect(client.pair(requestedNamespaces)).rejects.toMatchObject({ code: 'INVALID_PROJECT_ID' })
    // The client checks its socket every five seconds.
    await wait(5_500)
    expect(relay.sockets().opened).toBe(1)
    await expect(client.pair(requestedNamespaces)).rejects.toMatchObject({ code: 'INVALID_PROJECT_ID' })
    await wait(1_500)
    expect(relay.sockets().opened).toBe(2)
  })

  test('the client opens one more socket for each later request, without an unhandled rejection', async () => {
    const relay = await openTestRelay()
    const unhandled = collectUnhandledRejections()
    relay.refuse(refusal)
    const client = await openSiteClient(relay)
    for (const times of [1, 2, 3]) {
      await expect(client.pair(requestedNamespaces)).rejects.toMatchObject({ code: 'INVALID_PROJECT_ID' })
      expect(relay.sockets().opened).toBe(times)
    }
    await wait(1_500)
    expect(relay.sockets().opened).toBe(3)
    expect(unhandled).toEqual([])
  })

  test('the client connects without a reload once the relay accepts the project', async () => {
    const relay = await openTestRelay()
    relay.refuse(refusal)
    const [client, wallet] = await Promise.all([openSiteClient(relay), openTestWallet(relay)])
    await expect(client.pair(requestedNamespaces)).rejects.toThrow()
    relay.refuse(null)
    answerEveryRequest(wallet)
    await connectWallet(client, wallet)
    expect(await client.request('eip155:1', personalSignRequest)).toBe('0x5157')
  })

  test("a refusal during a session ends pending requests with the relay's reason, and the client retries none", async () => {
    const relay = await openTestRelay()
    const [client, wallet] = await Promise.all([openSiteClient(relay), openTestWallet(relay)])
    await connectWallet(client, wallet)
    await wallet.core.relayer.transportClose()
    const { opened } = relay.sockets()
    const waiting = client.request('eip155:1', personalSignRequest)
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
    relay.refuse('Unauthorized: origin not allowed')
    await outcome
    await wait(1_500)
    expect(relay.sockets().opened - opened).toBeLessThanOrEqual(1)
    relay.refuse(null)
    await client.wake()
    answerEveryRequest(wallet)
    await wallet.core.relayer.transportOpen()
    expect(await client.request('eip155:1', personalSignRequest)).toBe('0x5157')
  })
})

test('the client gives up a silent or missing relay after 12 s', async () => {
  const [silent, gone] = await Promise.all([openTestRelay(), openTestRelay()])
  silent.hang(true)
  await gone.stop()
  const [first, second] = await Promise.all([openSiteClient(silent), openSiteClient(gone)])
  const began = Date.now()
  const giveUp = async (client: WalletConnectClient) => {
    await expect(client.pair(requestedNamespaces)).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE' })
    return Date.now() - began
  }
  for (const ms of await Promise.all([giveUp(first), giveUp(second)])) {
    expect(ms).toBeGreaterThan(11_900)
    // The client gives up much earlier than the 30 s limit of any connection.
    expect(ms).toBeLessThan(25_000)
  }
})

test('the client sends the attested origin of the site to the wallet', async () => {
  const relay = await openTestRelay()
  const [client, wallet] = await Promise.all([openSiteClient(relay), openTestWallet(relay)])
  const session = await connectWallet(client, wallet)
  expect(wallet.getActiveSessions()[session.topic]?.peer.metadata).toMatchObject({ name: 'Shop', url: hostOrigin })
})

test('the client sends the wallet what the page says about its site', async () => {
  const relay = await openTestRelay()
  const metadata = {
    name: 'Orchard',
    description: 'Fruit',
    url: `${hostOrigin}/en`,
    icons: ['https://a.example/i.png'],
  }
  const [client, wallet] = await Promise.all([openSiteClient(relay, { metadata }), openTestWallet(relay)])
  const session = await connectWallet(client, wallet)
  expect(wallet.getActiveSessions()[session.topic]?.peer.metadata).toEqual(metadata)
})
