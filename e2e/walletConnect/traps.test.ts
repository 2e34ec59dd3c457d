import { describe, expect, test } from 'vitest'
import type { Client } from '../../frame-app/src/core/connectors/walletConnect/client.ts'
import {
  answerAll,
  asked,
  connect,
  greeting,
  hearUnhandled,
  hostOrigin,
  openRelay,
  openSite,
  openWallet,
} from './test/peers.ts'

/** What the stock client does wrong, and the frame's client must not (numbers: trap list of the client). */
const refusal = 'Unauthorized: invalid key'
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe('1. a relay that refuses', () => {
  test('is not stormed: one socket for each time that somebody asks', async () => {
    const relay = await openRelay()
    relay.refuse(refusal)
    const client = await openSite(relay)
    await expect(client.pair(asked)).rejects.toMatchObject({ code: 'INVALID_PROJECT_ID' })
    // It looks after its line every five seconds.
    await wait(5_500)
    expect(relay.sockets().opened).toBe(1)
    await expect(client.pair(asked)).rejects.toMatchObject({ code: 'INVALID_PROJECT_ID' })
    await wait(1_500)
    expect(relay.sockets().opened).toBe(2)
  })

  test('and is asked again at once has one socket more, and no error is left to nobody', async () => {
    const relay = await openRelay()
    const unhandled = hearUnhandled()
    relay.refuse(refusal)
    const client = await openSite(relay)
    for (const times of [1, 2, 3]) {
      await expect(client.pair(asked)).rejects.toMatchObject({ code: 'INVALID_PROJECT_ID' })
      expect(relay.sockets().opened).toBe(times)
    }
    await wait(1_500)
    expect(relay.sockets().opened).toBe(3)
    expect(unhandled).toEqual([])
  })

  test('and later takes the project, is asked again without a reload', async () => {
    const relay = await openRelay()
    relay.refuse(refusal)
    const [client, wallet] = await Promise.all([openSite(relay), openWallet(relay)])
    await expect(client.pair(asked)).rejects.toThrow()
    relay.refuse(null)
    answerAll(wallet)
    await connect(client, wallet)
    expect(await client.request('eip155:1', greeting)).toBe('0x5157')
  })

  test('in the middle of a session ends what waits, with the same words, and is left alone', async () => {
    const relay = await openRelay()
    const [client, wallet] = await Promise.all([openSite(relay), openWallet(relay)])
    await connect(client, wallet)
    await wallet.core.relayer.transportClose()
    const { opened } = relay.sockets()
    const waiting = client.request('eip155:1', greeting)
    const outcome = expect(waiting).rejects.toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
    relay.refuse('Unauthorized: origin not allowed')
    await outcome
    await wait(1_500)
    expect(relay.sockets().opened - opened).toBeLessThanOrEqual(1)
    relay.refuse(null)
    await client.wake()
    answerAll(wallet)
    await wallet.core.relayer.transportOpen()
    expect(await client.request('eip155:1', greeting)).toBe('0x5157')
  })
})

test('2. a relay that never answers, and one that is not there, are given up after 12 s', async () => {
  const [silent, gone] = await Promise.all([openRelay(), openRelay()])
  silent.hang(true)
  await gone.stop()
  const [first, second] = await Promise.all([openSite(silent), openSite(gone)])
  const began = Date.now()
  const giveUp = async (client: Client) => {
    await expect(client.pair(asked)).rejects.toMatchObject({ code: 'RELAY_UNREACHABLE' })
    return Date.now() - began
  }
  for (const ms of await Promise.all([giveUp(first), giveUp(second)])) {
    expect(ms).toBeGreaterThan(11_900)
    // Far from the half minute after which any connecting is given up.
    expect(ms).toBeLessThan(25_000)
  }
})

test('a wallet is told the site that the handshake attested', async () => {
  const relay = await openRelay()
  const [client, wallet] = await Promise.all([openSite(relay), openWallet(relay)])
  const session = await connect(client, wallet)
  expect(wallet.getActiveSessions()[session.topic]?.peer.metadata).toMatchObject({ name: 'Shop', url: hostOrigin })
})
