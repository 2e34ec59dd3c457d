import { createEndpoint, proxy, proxyMarker, transferHandlers, wrap } from 'comlink'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toWireError } from '../errors/appError.ts'
import { reportAttack } from '../test/attack.ts'
import { defineMethod, serveApi } from './peer.ts'
import { strictLimits } from './strictLimits.ts'
import { openTransport, type WireError } from './transport.ts'

/** Attacks by a hostile holder of the other port. The attacker uses a real Comlink if Comlink can send the message. */

beforeEach(({ task }) => reportAttack(task, 'G2', 1, 'attacks on a channel, without a CSP'))

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

type Reply = { id: string; type: string; value: { value: WireError } }

const victim = (now?: () => number) => {
  const { port1, port2 } = new MessageChannel()
  const received = vi.fn()
  const wire = openTransport(port1, strictLimits(now))
  serveApi(
    wire,
    {
      ping: defineMethod(
        (input) => input,
        (input) => {
          received(input)
          return 'pong'
        },
      ),
    },
    toWireError,
  )
  const closed = vi.fn()
  wire.listen(() => false, closed)
  const replies: Reply[] = []
  port2.addEventListener('message', ({ data }) => replies.push(JSON.parse(data)))
  port2.start()
  closers.push(wire.close, () => port2.close())
  const send = (message: unknown) => port2.postMessage(typeof message === 'string' ? message : JSON.stringify(message))
  return { port: port2, received, closed, replies, send }
}

/** Returns Comlink's remote object, which sends its messages as JSON text. */
const remoteOf = (port: MessagePort) =>
  // biome-ignore lint/suspicious/noExplicitAny: the attacker ignores the types
  wrap<any>({
    postMessage: (message) => port.postMessage(JSON.stringify(message)),
    addEventListener: (_type, listener) =>
      port.addEventListener('message', ({ data }) =>
        (listener as (event: unknown) => void)({ data: JSON.parse(data) }),
      ),
    removeEventListener: () => undefined,
  })

/** Waits for many turns of the event loop: after a pause of a busy machine, one timer may fire before any message. */
const settled = async () => {
  for (let turn = 0; turn < 30; turn++) await new Promise((resolve) => setTimeout(resolve, 1))
}
const call = (id: string, path: unknown = ['ping'], argumentList: unknown = []) => ({
  id,
  type: 'APPLY',
  path,
  argumentList,
})

describe('messages that Comlink accepts but our channel refuses', () => {
  test('a CONSTRUCT message is refused, so that it does not reach Function', async () => {
    const { port, received } = victim()
    const remote = remoteOf(port)
    const attack = new remote.ping.constructor('globalThis.owned = true')
    await expect(Promise.resolve(attack)).rejects.toMatchObject({ reason: 'METHOD_NOT_ALLOWED' })
    expect(globalThis).not.toHaveProperty('owned')
    expect(received).not.toHaveBeenCalled()
  })

  test('a SET message is refused, so that it does not reach a prototype', async () => {
    const { replies, send } = victim()
    // Comlink sends this for `remote.ping.__proto__.polluted = 1`.
    send({ id: 'far', type: 'SET', path: ['ping', '__proto__', 'polluted'], value: { type: 'RAW', value: 1 } })
    send({ id: 'set', type: 'SET', path: ['__proto__', 'polluted'], value: { type: 'RAW', value: 1 } })
    await settled()
    expect(replies.map((reply) => reply.value.value.reason)).toEqual(['METHOD_NOT_ALLOWED', 'METHOD_NOT_ALLOWED'])
    expect({}).not.toHaveProperty('polluted')
    expect(() => undefined).not.toHaveProperty('polluted')
  })

  test('an ENDPOINT message opens no second channel', async () => {
    const { port, replies } = victim()
    void remoteOf(port)[createEndpoint]()
    await settled()
    expect(replies).toEqual([])
  })

  test('a call with a proxied argument is refused', async () => {
    const { port, received } = victim()
    const handler = transferHandlers.get('proxy')
    expect(handler?.canHandle({ [proxyMarker]: true })).toBe(true)
    await expect(remoteOf(port).ping(proxy(() => undefined))).rejects.toMatchObject({ reason: 'METHOD_NOT_ALLOWED' })
    expect(received).not.toHaveBeenCalled()
  })

  test.each(['GET', 'RELEASE', 'CONSTRUCT', 'SET', 'apply', 0, null])(
    'a message of type %j runs no method',
    async (type) => {
      const { send, received, replies } = victim()
      send({ ...call('first'), type })
      await settled()
      expect(received).not.toHaveBeenCalled()
      expect(replies).toHaveLength(1)
    },
  )
})

describe('hostile calls of a served API', () => {
  test.each([
    ['no segment', []],
    ['two segments', ['ping', 'call']],
    ['an inherited name', ['constructor']],
    ['the prototype', ['__proto__']],
    ['a segment that converts to a name', [['ping']]],
    ['a string', 'ping'],
    ['an object', { 0: 'ping', length: 1 }],
    ['null', null],
  ])('refuses a path of %s', async (_name, path) => {
    const { send, received, replies } = victim()
    send(call('first', path))
    await settled()
    expect(received).not.toHaveBeenCalled()
    expect(replies).toMatchObject([{ id: 'first', value: { value: { reason: 'METHOD_NOT_ALLOWED' } } }])
  })

  const nested = (depth: number): unknown => (depth === 0 ? 1 : { deeper: nested(depth - 1) })
  test.each([
    ['depth 13', nested(13)],
    ['1,001 entries', Array(1_001).fill(0)],
    ['5,001 nodes', Array(800).fill(Array(7).fill(0))],
    ['a key __proto__', JSON.parse('{"__proto__":{"polluted":1}}')],
  ])('refuses an argument with %s', async (_name, value) => {
    const { send, received, replies } = victim()
    send(call('first', ['ping'], [{ type: 'RAW', value }]))
    await settled()
    expect(received).not.toHaveBeenCalled()
    expect(replies).toMatchObject([{ id: 'first', value: { value: { reason: 'INVALID_REQUEST' } } }])
  })

  test('a call with a repeated id gets one answer', async () => {
    const { send, received, replies } = victim()
    send(call('same'))
    send(call('same'))
    await settled()
    expect(received).toHaveBeenCalledTimes(1)
    expect(replies).toHaveLength(1)
  })

  test('a reply to an unknown id is ignored and keeps the channel open', async () => {
    const { send, closed, replies } = victim()
    for (let count = 0; count < 10; count++) send({ id: `late ${count}`, type: 'RAW', value: 1 })
    await settled()
    expect(closed).not.toHaveBeenCalled()
    expect(replies).toEqual([])
  })
})

describe('a channel under attack', () => {
  test.each([
    ['an object', { id: 'first', type: 'APPLY', path: ['ping'], argumentList: [] }],
    ['null', null],
    ['a buffer', new ArrayBuffer(8)],
    ['a text over 4 MiB', 'x'.repeat(4_194_305)],
  ])('closes at once after %s', async (_name, message) => {
    const { port, closed, replies, send } = victim()
    port.postMessage(message)
    send(call('after'))
    await settled()
    expect(closed).toHaveBeenCalledTimes(1)
    expect(replies).toEqual([])
  })

  test.each(['{', '"text"', '1', 'null', '', '{"id":5,"path":[]}'])(
    'the channel closes after the third invalid message %j within a minute',
    async (text) => {
      const { closed, send } = victim(() => 1_000)
      send(text)
      send(text)
      await settled()
      expect(closed).not.toHaveBeenCalled()
      send(text)
      await settled()
      expect(closed).toHaveBeenCalledTimes(1)
    },
  )

  test('the channel stays open if violations are a minute apart', async () => {
    let at = 0
    const { closed, send } = victim(() => {
      at += 60_000
      return at
    })
    for (let count = 0; count < 10; count++) send('{')
    await settled()
    expect(closed).not.toHaveBeenCalled()
  })

  test('the channel closes during a flood of 200,000 messages before it parses them', async () => {
    const { closed, send, received } = victim(() => 1_000)
    const parse = vi.spyOn(JSON, 'parse')
    for (let count = 0; count < 200_000; count++)
      send(`{"id":"${count}","type":"APPLY","path":["ping"],"argumentList":[]}`)
    await vi.waitFor(() => expect(closed).toHaveBeenCalled(), 10_000)
    expect(received).toHaveBeenCalledTimes(100)
    expect(parse.mock.calls.filter(([text]) => text.includes('APPLY'))).toHaveLength(100)
    parse.mockRestore()
  })

  test('the channel delays a burst and answers 50 messages a second', async () => {
    let at = 0
    const { send, replies } = victim(() => at)
    /** Expects exactly `count` replies. */
    const expectReplies = async (count: number) => {
      await vi.waitFor(() => expect(replies).toHaveLength(count), 5_000)
      await settled()
      expect(replies).toHaveLength(count)
    }
    for (let count = 0; count < 130; count++) send(call(`${count}`))
    await expectReplies(100)
    at = 400
    await expectReplies(120)
    at = 600
    await expectReplies(130)
  })
})
