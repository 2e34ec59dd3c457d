import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findFreePort } from '../ports.ts'
import type { RelayOptions } from './listen.ts'
import { connectClient, createClientIdentity, createClientToken, openSocket } from './rawClient.ts'
import { type Relay, startRelay } from './relay.ts'

const origin = 'http://modal.localhost:4100'
const topicOf = () => randomBytes(32).toString('hex')
const messageOn = (topic: string, message = 'c2VhbGVk') => ({
  topic,
  message,
  ttl: 300,
  tag: 1108,
  prompt: true,
  tvf: {},
})

let relay: Relay
let folder: string

const start = async (options: Partial<RelayOptions>): Promise<Relay> =>
  startRelay({ port: await findFreePort(), projectIds: ['demo'], allowedOrigins: [origin], ...options })
/** Short intervals, only for the tests of timers. In other tests a timer could fire on a busy machine. */
const startQuick = async (options: Partial<RelayOptions>): Promise<Relay> => {
  const quick = await start(options)
  onTestFinished(() => quick.stop())
  return quick
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'relay-'))
  relay = await start({ persistPath: join(folder, 'relay.json'), redeliveryMs: 60_000 })
})
afterAll(async () => {
  await relay.stop()
  await rm(folder, { recursive: true })
})

describe('the admission of a client by the relay', () => {
  const identity = createClientIdentity()
  const now = Math.floor(Date.now() / 1000)
  const token = (claims = {}, url = relay.url) => createClientToken(identity, url, claims)

  test.each([
    ['an unknown project', () => ({ projectId: 'nope' }), {}, 401, 'Unauthorized: invalid key'],
    ['another site', () => ({}), { origin: 'http://evil.example' }, 403, 'Unauthorized: origin not allowed'],
    ['no token', () => ({ auth: '' }), {}, 401, 'JWT validation error: Invalid format'],
    [
      'a clock that is too fast',
      () => ({ auth: token({ iat: now + 200 }) }),
      {},
      401,
      'JWT validation error: JWT Token is not yet valid',
    ],
    [
      'an old token',
      () => ({ auth: token({ exp: now - 200 }) }),
      {},
      401,
      'JWT validation error: JWT Token is expired',
    ],
    [
      'a token for another relay',
      () => ({ auth: token({ aud: 'wss://relay.example' }) }),
      {},
      401,
      'JWT validation error: Invalid audience',
    ],
    [
      'a token that another key signed',
      () => ({ auth: token({ iss: createClientIdentity().clientId }) }),
      {},
      401,
      'JWT validation error: Invalid signature',
    ],
    [
      'an issuer that is no key',
      () => ({ auth: token({ iss: 'did:key:z0' }) }),
      {},
      401,
      'JWT validation error: Invalid issuer',
    ],
  ])(
    'the relay refuses a client with %s, and gives the reason as a close frame or as a status',
    async (_, query, headers, status, reason) => {
      const base = { auth: token(), projectId: 'demo', ...query() }
      const closing = openSocket(relay.url, { ...base, useOnCloseEvent: 'true' }, headers)
      const [code, reply] = await once(closing, 'close')
      expect([code, String(reply)]).toEqual([3000, reason])

      const plain = openSocket(relay.url, base, headers).on('error', () => {})
      const [, response] = await once(plain, 'unexpected-response')
      const body = Buffer.concat(await response.toArray()).toString()
      expect([response.statusCode, JSON.parse(body).reasons[0].message]).toEqual([status, reason])
    },
  )

  test.each([
    ['a listed site', (url: string) => ({ auth: token({}, url) }), { origin }],
    ['a clock two minutes fast', (url: string) => ({ auth: token({ iat: now + 110 }, url) }), {}],
    ['a token in a header', () => ({}), { authorization: '' }],
  ])('the relay admits a connection of a client with %s', async (_, query, headers) => {
    const { url } = await startQuick({ pingMs: 50 })
    const filled = 'authorization' in headers ? { authorization: `Bearer ${token({}, url)}` } : headers
    const socket = openSocket(url, { projectId: 'demo', useOnCloseEvent: 'true', ...query(url) }, filled)
    await once(socket, 'ping')
    socket.terminate()
  })
})

describe('the answer of the relay to a request', () => {
  test.each(['7', '"1731933024123456789"', '1731933024123456789', '18446744073709551615'])(
    'the answer has the id %s of the request, with every digit and as the same JSON type',
    async (id) => {
      const client = await connectClient(relay.url)
      expect(await client.ask(id, 'irn_subscribe', { topic: topicOf() })).toContain(`{"id":${id},`)
    },
  )

  test('the answer to a subscription has the id that the client computes', async () => {
    const client = await connectClient(relay.url)
    const topics = [topicOf(), topicOf()]
    const ids = topics.map((topic) =>
      createHash('sha256')
        .update(topic + client.clientId)
        .digest('hex'),
    )
    expect(await client.call('irn_batchSubscribe', { topics })).toEqual({ result: ids })
    expect(await client.call('irn_subscribe', { topic: topics[0] })).toEqual({ result: ids[0] })
    const blocking = await client.call('irn_batchSubscribeBlocking', { topics })
    expect(blocking).toEqual({ result: ids.map((id) => ({ id })) })
  })

  test.each([
    ['irn_nothing', {}, { code: -32601, message: 'Method not found' }],
    ['constructor', {}, { code: -32601 }],
    ['irn_constructor', {}, { code: -32601 }],
    ['irn_subscribe', { topic: 'abc' }, { code: -32600, data: 'InvalidTopic' }],
    ['irn_publish', { ...messageOn('a'.repeat(64)), message: 1 }, { code: -32600, data: 'InvalidParams' }],
    ['irn_publish', { ...messageOn('a'.repeat(64)), ttl: 0 }, { code: -32000, data: 'TtlTooShort' }],
    ['irn_publish', { ...messageOn('a'.repeat(64)), ttl: 2_592_001 }, { code: -32000, data: 'TtlTooLong' }],
    ['irn_batchSubscribe', { topics: [] }, { code: -32600, data: 'BatchEmpty' }],
    ['irn_batchSubscribe', { topics: Array(501).fill('a'.repeat(64)) }, { code: -32600, data: 'BatchLimitExceeded' }],
  ])('the relay answers %s with invalid parameters by an error', async (method, params, error) => {
    const client = await connectClient(relay.url)
    expect(await client.call(method, params)).toEqual({ error: expect.objectContaining(error) })
  })

  test('the answer to a frame that is not JSON is an error', async () => {
    const client = await connectClient(relay.url)
    client.socket.send('{')
    const [data] = await once(client.socket, 'message')
    expect(JSON.parse(String(data))).toMatchObject({ id: null, error: { code: -32600 } })
  })
})

describe('the delivery of a published message', () => {
  test.each(['irn', 'iridium', 'waku'])(
    'a message goes to every client that subscribed by %s, and not to its publisher',
    async (name) => {
      const topic = topicOf()
      const [one, two] = await Promise.all([connectClient(relay.url), connectClient(relay.url)])
      for (const client of [one, two]) await client.call(`${name}_subscribe`, { topic })
      expect(await one.call(`${name}_publish`, messageOn(topic))).toEqual({ result: true })
      const push = await two.next()
      expect(push).toMatchObject({
        method: `${name}_subscription`,
        params: { data: { topic, message: 'c2VhbGVk', tag: 1108 } },
      })
      expect(push.params.data).not.toHaveProperty('attestation')
      expect(Number.isSafeInteger(push.id)).toBe(true)
      const again = await connectClient(relay.url, one)
      await again.call(`${name}_subscribe`, { topic })
      await again.call(`${name}_fetchMessages`, { topic })
      expect([one.pushes, again.pushes]).toEqual([[], []])
    },
  )

  test('the relay keeps a message for each client until that client has received it', async () => {
    const topic = topicOf()
    const sender = await connectClient(relay.url)
    await sender.call('irn_publish', messageOn(topic, 'Zmlyc3Q='))
    await sender.call('irn_publish', messageOn(topic, 'c2Vjb25k'))
    for (const identity of [createClientIdentity(), createClientIdentity()]) {
      const client = await connectClient(relay.url, identity)
      await client.call('irn_subscribe', { topic })
      const [first, second] = [await client.next(), await client.next()]
      expect([first, second].map(({ params }) => params.data.message)).toEqual(['Zmlyc3Q=', 'c2Vjb25k'])
      client.receive(first)
      client.receive(second)
      // The relay handles messages in order. So once it answers this request, it has handled both acknowledgements.
      expect(await client.call('irn_fetchMessages', { topic })).toEqual({ result: { messages: [], hasMore: false } })
      const later = await connectClient(relay.url, identity)
      await later.call('irn_batchSubscribe', { topics: [topic] })
      expect(await later.call('irn_batchFetchMessages', { topics: [topic] })).toMatchObject({
        result: { messages: [] },
      })
      expect(later.pushes).toEqual([])
    }
  })

  test('the relay sends a message again on the same socket, with the same id, until the client acknowledges it', async () => {
    const { url } = await startQuick({ redeliveryMs: 100 })
    const topic = topicOf()
    const [sender, client] = await Promise.all([connectClient(url), connectClient(url)])
    await client.call('irn_subscribe', { topic })
    await sender.call('irn_publish', messageOn(topic))
    const first = await client.next()
    const second = await client.next()
    expect(second).toEqual(first)
    client.receive(second)
    await client.call('irn_unsubscribe', { topic, id: first.params.id })
  })

  test('the relay delivers a message once if the sender publishes it twice', async () => {
    const topic = topicOf()
    const [sender, client] = await Promise.all([connectClient(relay.url), connectClient(relay.url)])
    await client.call('irn_subscribe', { topic })
    for (const _ of [1, 2]) await sender.call('irn_publish', messageOn(topic))
    client.receive(await client.next())
    await client.call('irn_subscribe', { topic })
    expect(client.pushes).toEqual([])
  })

  test('a message does not reach a client that unsubscribed', async () => {
    const [topic, other] = [topicOf(), topicOf()]
    const [sender, client] = await Promise.all([connectClient(relay.url), connectClient(relay.url)])
    await client.call('irn_batchSubscribe', { topics: [topic, other] })
    await client.call('irn_batchUnsubscribe', { subscriptions: [{ topic, id: 'x' }] })
    await sender.call('irn_batchPublish', { messages: [messageOn(topic), messageOn(other)] })
    // The message of the unsubscribed topic was published first, so it would have arrived first.
    expect((await client.next()).params.data.topic).toBe(other)
  })

  test('a message survives a restart of the relay until the client acknowledges it', async () => {
    const topic = topicOf()
    const sender = await connectClient(relay.url)
    await sender.call('irn_publish', messageOn(topic))
    const ended = once(sender.socket, 'close')
    await relay.restart()
    expect((await ended)[0]).toBe(1006)
    const client = await connectClient(relay.url)
    await client.call('irn_subscribe', { topic })
    expect((await client.next()).params.data.message).toBe('c2VhbGVk')
  })
})

describe("the relay's methods wc_proposeSession and wc_approveSession", () => {
  const [pairingTopic, sessionTopic] = [topicOf(), topicOf()]

  test('wc_proposeSession and wc_approveSession subscribe and publish in one call', async () => {
    const [dapp, wallet] = await Promise.all([connectClient(relay.url), connectClient(relay.url)])
    const proposal = { pairingTopic, sessionProposal: 'cHJvcG9zYWw=', attestation: '', correlationId: 1, ttl: 300 }
    expect(await dapp.call('wc_proposeSession', proposal)).toEqual({ result: true })
    await wallet.call('irn_subscribe', { topic: pairingTopic })
    const proposed = await wallet.next()
    expect(proposed.params.data).toMatchObject({ message: 'cHJvcG9zYWw=', tag: 1100, attestation: '' })
    wallet.receive(proposed)
    const approval = {
      ...{ pairingTopic, sessionTopic, correlationId: 1, ttl: 300 },
      ...{ sessionProposalResponse: 'cmVzcG9uc2U=', sessionSettlementRequest: 'c2V0dGxl' },
    }
    expect(await wallet.call('wc_approveSession', approval)).toEqual({ result: true })
    expect((await dapp.next()).params.data).toMatchObject({ topic: pairingTopic, message: 'cmVzcG9uc2U=', tag: 1101 })
    await dapp.call('irn_subscribe', { topic: sessionTopic })
    expect((await dapp.next()).params.data).toMatchObject({ topic: sessionTopic, message: 'c2V0dGxl', tag: 1102 })
    await dapp.call('irn_publish', messageOn(sessionTopic, 'cmVxdWVzdA=='))
    expect((await wallet.next()).params.data).toMatchObject({ topic: sessionTopic, message: 'cmVxdWVzdA==' })
  })
})

describe('a relay under the control of a test', () => {
  test('a refusing relay closes every socket with the reason, until the test lets it accept again', async () => {
    const client = await connectClient(relay.url)
    const closed = once(client.socket, 'close')
    relay.refuse('Unauthorized: invalid key')
    expect(String((await closed)[1])).toBe('Unauthorized: invalid key')
    const next = openSocket(relay.url, { useOnCloseEvent: 'true' })
    expect((await once(next, 'close'))[0]).toBe(3000)
    relay.refuse(null)
    await connectClient(relay.url)
  })

  test('a hanging relay answers nothing, and can still restart', async () => {
    const client = await connectClient(relay.url)
    const { opened } = relay.sockets()
    relay.hang(true)
    let isAnswered = false
    client.call('irn_subscribe', { topic: topicOf() }).then(() => {
      isAnswered = true
    })
    const late = openSocket(relay.url, { projectId: 'demo' })
    await expect.poll(() => relay.sockets().opened).toBe(opened + 1)
    expect(late.readyState).toBe(late.CONNECTING)
    const ended = Promise.all([once(client.socket, 'close'), once(late, 'error')])
    await relay.restart()
    await ended
    expect(isAnswered).toBe(false)
    relay.hang(false)
    await connectClient(relay.url)
  })

  test('the health check reports only the number of open sockets', async () => {
    const response = await fetch(`${relay.url.replace('ws', 'http')}/health`)
    expect(await response.json()).toEqual({ status: 'ok', sockets: expect.any(Number) })
  })
})
