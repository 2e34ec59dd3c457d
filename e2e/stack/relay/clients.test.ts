import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { IWalletKit } from '@reown/walletkit'
import { SignClient } from '@walletconnect/sign-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRequestSpacing } from '../../../frame-app/src/core/connectors/walletConnect/pendingRequests.ts'
import { openWalletKit } from '../../wallets/phone/walletKit.ts'
import { findFreePort } from '../ports.ts'
import { createMemoryStorage } from './memoryStorage.ts'
import { type Relay, startRelay } from './relay.ts'

/**
 * The real sign-client and Reown's WalletKit use the relay, from pairing to disconnect. Each test continues with the
 * session that the test before it left.
 */
type Dapp = Awaited<ReturnType<typeof SignClient.init>>
const account = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const namespaces = {
  eip155: {
    chains: ['eip155:31337'],
    methods: ['personal_sign'],
    events: ['accountsChanged'],
    accounts: [account],
  },
}
const metadata = (name: string) => ({ name, description: name, url: `http://${name}.localhost`, icons: [] })
const greeting = { method: 'personal_sign', params: ['0x68656c6c6f', account.split(':')[2]] }

let relay: Relay
let folder: string
let dapp: Dapp
let wallet: IWalletKit

const heard = <T>(listen: (listener: (value: T) => void) => unknown): Promise<T> =>
  new Promise((resolve) => listen(resolve))
const proposal = () => heard<{ id: number }>((take) => wallet.once('session_proposal', take))
const request = () => heard<{ id: number; topic: string }>((take) => wallet.once('session_request', take))

async function propose() {
  const { eip155 } = namespaces
  const { uri = '', approval } = await dapp.connect({ optionalNamespaces: { eip155 } })
  const proposed = proposal()
  await wallet.pair({ uri })
  return { id: (await proposed).id, approval }
}

async function settle(): Promise<string> {
  const { id, approval } = await propose()
  const [session] = await Promise.all([approval(), wallet.approveSession({ id, namespaces })])
  return session.topic
}

/** sign-client may give two requests of the same millisecond the same id. */
const nextSlot = createRequestSpacing()
const sign = async (topic: string) => {
  await nextSlot()
  return dapp.request<string>({ topic, chainId: 'eip155:31337', request: greeting })
}

async function signAnswered(topic: string, result: string): Promise<string> {
  const requested = request()
  const signed = sign(topic)
  const { id } = await requested
  await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result } })
  return signed
}

beforeAll(async () => {
  // Without this variable, the site's client and the wallet's would share WalletConnect's state of the process.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  folder = await mkdtemp(join(tmpdir(), 'relay-'))
  relay = await startRelay({
    port: await findFreePort(),
    projectIds: ['demo'],
    allowedOrigins: [],
    persistPath: join(folder, 'relay.json'),
  })
  const options = { relayUrl: relay.url, projectId: 'demo' }
  ;[dapp, wallet] = await Promise.all([
    SignClient.init({
      ...options,
      metadata: metadata('shop'),
      logger: 'silent',
      telemetryEnabled: false,
      storage: createMemoryStorage(),
      customStoragePrefix: 'dapp',
    }),
    openWalletKit({ ...options, metadata: metadata('phone'), storage: createMemoryStorage() }),
  ])
})
afterAll(async () => {
  await Promise.all([dapp.core.relayer.transportClose(), wallet.core.relayer.transportClose()])
  dapp.core.heartbeat.stop()
  wallet.core.heartbeat.stop()
  await relay.stop()
  await rm(folder, { recursive: true })
})

test('lets a site and a wallet pair, settle and sign', async () => {
  const topic = await settle()
  expect(dapp.session.get(topic).namespaces.eip155?.accounts).toEqual([account])
  expect(dapp.session.get(topic).peer.metadata.name).toBe('phone')
  expect(await signAnswered(topic, '0x51')).toBe('0x51')
  await expect.poll(() => wallet.getActiveSessions()[topic]?.acknowledged).toBe(true)
})

test('returns the wallet’s error for a rejected request', async () => {
  const topic = await settle()
  const requested = request()
  const signed = sign(topic)
  const { id } = await requested
  const error = { code: 4001, message: 'No, thank you' }
  await Promise.all([
    expect(signed).rejects.toMatchObject(error),
    wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', error } }),
  ])
})

test('a site stops waiting for a session when the wallet rejects the proposal', async () => {
  const { id, approval } = await propose()
  await Promise.all([
    expect(approval()).rejects.toMatchObject({ code: 5000 }),
    wallet.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } }),
  ])
})

test('returns each of twenty parallel requests its own answer', async () => {
  const topic = await settle()
  let asked = 0
  const answerEach = ({ id }: { id: number }) => {
    asked++
    wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result: `0x${id}` } })
  }
  wallet.on('session_request', answerEach)
  const answers = await Promise.all(Array.from({ length: 20 }, () => sign(topic)))
  wallet.off('session_request', answerEach)
  expect([asked, new Set(answers).size]).toEqual([20, 20])
})

test('delivers session updates, events, extensions and pings to the other side', async () => {
  const topic = await settle()
  const second = account.replace(/.{4}$/, '2267')
  const updated = heard((take) => dapp.once('session_update', take))
  const changed = { eip155: { ...namespaces.eip155, accounts: [second] } }
  await (await wallet.updateSession({ topic, namespaces: changed })).acknowledged()
  await updated
  expect(dapp.session.get(topic).namespaces.eip155?.accounts).toEqual([second])

  const emitted = heard<{ params: { event: unknown } }>((take) => dapp.once('session_event', take))
  const event = { name: 'accountsChanged', data: [second] }
  await wallet.emitSessionEvent({ topic, chainId: 'eip155:31337', event })
  expect((await emitted).params.event).toEqual(event)

  await (await wallet.extendSession({ topic })).acknowledged()
  await dapp.ping({ topic })
})

test.each([
  ['dapp', (topic: string) => dapp.disconnect({ topic, reason: { code: 6000, message: 'bye' } })],
  ['wallet', (topic: string) => wallet.disconnectSession({ topic, reason: { code: 6000, message: 'bye' } })],
])('ends the session for both sides if the %s disconnects', async (_, end) => {
  const topic = await settle()
  await end(topic)
  await expect.poll(() => dapp.session.keys.includes(topic)).toBe(false)
  await expect.poll(() => Object.hasOwn(wallet.getActiveSessions(), topic)).toBe(false)
})

test('delivers a request to a wallet that reconnects, even after a restart of the relay', async () => {
  const topic = await settle()
  await wallet.core.relayer.transportClose()
  const sent = heard((take) => dapp.once('session_request_sent', take))
  const signed = sign(topic)
  await sent
  await relay.restart()
  const requested = request()
  await wallet.core.relayer.transportOpen()
  const { id } = await requested
  await wallet.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', result: '0x52' } })
  expect(await signed).toBe('0x52')
})

test('lets both sides reconnect and continue after the relay was down', async () => {
  const topic = await settle()
  await relay.restart()
  expect(await signAnswered(topic, '0x53')).toBe('0x53')
})
