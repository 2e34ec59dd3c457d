import { afterEach, expect, test, vi } from 'vitest'
import { createChannel, type HostMethods } from './channel.ts'
import { createAppKitError } from './refuse.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** The frame's end of the channel: the messages that it received, and a way to answer. */
const openFrame = () => {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const got: { id: string; path?: string[]; argumentList?: { value: unknown }[]; type: string; value?: unknown }[] = []
  port2.onmessage = ({ data }) => got.push(JSON.parse(data))
  const send = (message: unknown) => port2.postMessage(typeof message === 'string' ? message : JSON.stringify(message))
  const names = () => got.map(({ path }) => path?.join())
  return { port: port1, raw: port2, got, send, names }
}
const open = (methods: HostMethods = {}) => {
  const frame = openFrame()
  const useFrame = vi.fn()
  const [connect, rejectCalls, notify, call] = createChannel(methods, useFrame)
  const channel = { connect, rejectCalls, notify, call }
  return { ...frame, channel, useFrame }
}
const isThere = { interval: 5 }

test('sends a call as text in the format of Comlink and resolves with the answer', async () => {
  const { channel, port, got, send, useFrame } = open()
  channel.connect(port, () => {})
  const answer = channel.call('read', [{ method: 'eth_chainId' }, 'eip155:1'])
  await vi.waitFor(() => expect(got).toHaveLength(1), isThere)
  expect(useFrame).toHaveBeenCalledWith({ core: '' })
  expect(got[0]).toEqual({
    id: expect.any(String),
    type: 'APPLY',
    path: ['read'],
    argumentList: [
      { type: 'RAW', value: { method: 'eth_chainId' } },
      { type: 'RAW', value: 'eip155:1' },
    ],
  })
  send({ id: got[0]?.id, type: 'RAW', value: '0x1' })
  expect(await answer).toBe('0x1')
})

test('rejects a call with the code, reason, message and data of the frame’s error', async () => {
  const { channel, port, got, send } = open()
  channel.connect(port, () => {})
  const answer = channel.call('read', [])
  await vi.waitFor(() => expect(got).toHaveLength(1), isThere)
  const failure = { code: 3, reason: 'WALLET_ERROR', message: 'It reverted', data: '0x00' }
  send({ id: got[0]?.id, type: 'HANDLER', name: 'throw', value: { isError: false, value: failure } })
  const error = await answer.catch((thrown: Error) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect({ ...(error as object), message: (error as Error).message }).toEqual(failure)
})

test('queues calls until a frame connects, and sends the state of the page before them', async () => {
  const { channel, port, names } = open()
  channel.call('open', [{}]).catch(() => {})
  channel.connect(port, () => channel.notify('configure', {}))
  await vi.waitFor(() => expect(names()).toEqual(['configure', 'open']), isThere)
})

test('sends unanswered calls again to a frame that was loaded again', async () => {
  const { channel, port, got, send } = open()
  channel.connect(port, () => {})
  const first = channel.call('read', ['answered'])
  const second = channel.call('read', ['not yet'])
  await vi.waitFor(() => expect(got).toHaveLength(2), isThere)
  send({ id: got[0]?.id, type: 'RAW', value: 1 })
  expect(await first).toBe(1)
  const next = openFrame()
  channel.connect(next.port, () => {})
  await vi.waitFor(() => expect(next.got).toHaveLength(1), isThere)
  expect(next.got[0]?.argumentList?.[0]?.value).toBe('not yet')
  next.send({ id: next.got[0]?.id, type: 'RAW', value: 2 })
  expect(await second).toBe(2)
})

test('keeps at most 32 calls in flight and answers all calls', async () => {
  const { channel, port, got, send } = open()
  channel.connect(port, () => {})
  const answers = Array.from({ length: 100 }, (_, index) => channel.call('read', [index]))
  await vi.waitFor(() => expect(got).toHaveLength(32), isThere)
  for (let index = 0; index < 100; index += 1) {
    await vi.waitFor(() => expect(got.length).toBeGreaterThan(index), isThere)
    expect(got.length).toBeLessThanOrEqual(index + 32)
    send({ id: got[index]?.id, type: 'RAW', value: got[index]?.argumentList?.[0]?.value })
    await answers[index]
  }
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 100 }, (_, index) => index))
})

test('gives each call its own timeout and ignores a late answer', async () => {
  const { channel, port, got, send } = open()
  channel.connect(port, () => {})
  const late = channel.call('close', [], 20)
  const other = channel.call('read', [])
  await expect(late).rejects.toMatchObject({ code: -32603, reason: 'REQUEST_TIMEOUT' })
  send({ id: got[0]?.id, type: 'RAW', value: 'late' })
  send({ id: got[1]?.id, type: 'RAW', value: 'in time' })
  expect(await other).toBe('in time')
})

test('rejects every call with the cause if the frame does not start', async () => {
  const { channel } = open()
  const calls = [channel.call('read', []), channel.call('open', [])]
  channel.rejectCalls(createAppKitError(4900, 'ORIGIN_NOT_ALLOWED'))
  for (const call of calls) await expect(call).rejects.toMatchObject({ reason: 'ORIGIN_NOT_ALLOWED' })
})

test.each([
  [
    'failed',
    ({ channel }: ReturnType<typeof open>) => channel.rejectCalls(createAppKitError(4900, 'ORIGIN_NOT_ALLOWED')),
  ],
  ['was replaced', ({ channel }: ReturnType<typeof open>) => channel.connect(openFrame().port, () => {})],
])('ignores the messages of a frame that %s', async (_, lose) => {
  const shown = vi.fn()
  const frame = open({ shown })
  frame.channel.connect(frame.port, () => {})
  frame.send({ id: 'a', type: 'APPLY', path: ['shown'], argumentList: [] })
  lose(frame)
  // The port delivers the message before its close event.
  await new Promise((resolve) => frame.raw.addEventListener('close', resolve))
  expect(shown).not.toHaveBeenCalled()
})

test('answers the frame with the result or the error of a method', async () => {
  const { channel, port, got, send } = open({
    connect: (id: string) => ({ id }),
    request: () => {
      throw createAppKitError(4001, 'WALLET_ERROR', 'No, thanks')
    },
  })
  channel.connect(port, () => {})
  send({ id: 'a', type: 'APPLY', path: ['connect'], argumentList: [{ type: 'RAW', value: 'io.kite' }] })
  send({ id: 'b', type: 'APPLY', path: ['request'], argumentList: [] })
  await vi.waitFor(() => expect(got).toHaveLength(2), isThere)
  expect(got[0]).toEqual({ id: 'a', type: 'RAW', value: { id: 'io.kite' } })
  const value = { code: 4001, reason: 'WALLET_ERROR', message: 'No, thanks' }
  expect(got[1]).toEqual({ id: 'b', type: 'HANDLER', name: 'throw', value: { isError: false, value } })
})

test.each([
  [['constructor']],
  [['__proto__']],
  [['connect', 'constructor']],
  [['toString']],
  ['connect.call'],
  [[]],
  [[7]],
])('refuses a call by the frame with the method path %j', async (path) => {
  const connect = vi.fn()
  const { channel, port, got, send } = open({ connect })
  channel.connect(port, () => {})
  send({ id: 'x', type: 'APPLY', path, argumentList: [] })
  await vi.waitFor(() => expect(got).toHaveLength(1), isThere)
  expect(got[0]).toMatchObject({ id: 'x', type: 'HANDLER' })
  expect(connect).not.toHaveBeenCalled()
})

test('closes the port after the first message that is not text', async () => {
  const connect = vi.fn()
  const { channel, port, raw, send } = open({ connect })
  channel.connect(port, () => {})
  const closed = new Promise((resolve) => raw.addEventListener('close', resolve))
  raw.postMessage({ id: 'x', type: 'APPLY', path: ['connect'], argumentList: [] })
  // Node still delivers messages of the same batch after the port is closed.
  await closed
  send({ id: 'y', type: 'APPLY', path: ['connect'], argumentList: [] })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(connect).not.toHaveBeenCalled()
})
