import { afterEach, expect, test, vi } from 'vitest'
import { createLine, type Methods } from './channel.ts'
import { refuse } from './refuse.ts'

const ports: MessagePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** The frame's end, by hand: what it got, and a way to answer. */
const openFrame = () => {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  const got: { id: string; path?: string[]; argumentList?: { value: unknown }[]; type: string; value?: unknown }[] = []
  port2.onmessage = ({ data }) => got.push(JSON.parse(data))
  const send = (message: unknown) => port2.postMessage(typeof message === 'string' ? message : JSON.stringify(message))
  const names = () => got.map(({ path }) => path?.join())
  return { port: port1, raw: port2, got, send, names }
}
const open = (methods: Methods = {}) => {
  const frame = openFrame()
  const useFrame = vi.fn()
  const [connect, gone, tell, ask] = createLine(methods, useFrame)
  const line = { connect, gone, tell, ask }
  return { ...frame, line, useFrame }
}
const isThere = { timeout: 1_000, interval: 5 }

test('a call crosses as text in the format of Comlink, and its answer comes back', async () => {
  const { line, port, got, send, useFrame } = open()
  line.connect(port, () => {})
  const answer = line.ask('read', [{ method: 'eth_chainId' }, 'eip155:1'])
  await vi.waitFor(() => expect(got).toHaveLength(1), isThere)
  expect(useFrame).toHaveBeenCalledWith('core')
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

test('a failure comes back as an error with its code, reason, words and data', async () => {
  const { line, port, got, send } = open()
  line.connect(port, () => {})
  const answer = line.ask('read', [])
  await vi.waitFor(() => expect(got).toHaveLength(1), isThere)
  const failure = { code: 3, reason: 'WALLET_ERROR', message: 'It reverted', data: '0x00' }
  send({ id: got[0]?.id, type: 'HANDLER', name: 'throw', value: { isError: false, value: failure } })
  const error = await answer.catch((thrown: Error) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect({ ...(error as object), message: (error as Error).message }).toEqual(failure)
})

test('what is asked before there is a frame waits for it, after what the frame is told', async () => {
  const { line, port, names } = open()
  line.ask('open', [{}]).catch(() => {})
  line.connect(port, () => line.tell('configure', {}))
  await vi.waitFor(() => expect(names()).toEqual(['configure', 'open']), isThere)
})

test('a frame that was loaded again is asked again what was not answered', async () => {
  const { line, port, got, send } = open()
  line.connect(port, () => {})
  const first = line.ask('read', ['answered'])
  const second = line.ask('read', ['not yet'])
  await vi.waitFor(() => expect(got).toHaveLength(2), isThere)
  send({ id: got[0]?.id, type: 'RAW', value: 1 })
  expect(await first).toBe(1)
  const next = openFrame()
  line.connect(next.port, () => {})
  await vi.waitFor(() => expect(next.got).toHaveLength(1), isThere)
  expect(next.got[0]?.argumentList?.[0]?.value).toBe('not yet')
  next.send({ id: next.got[0]?.id, type: 'RAW', value: 2 })
  expect(await second).toBe(2)
})

test('no more than 32 calls are in flight, and all are answered', async () => {
  const { line, port, got, send } = open()
  line.connect(port, () => {})
  const answers = Array.from({ length: 100 }, (_, index) => line.ask('read', [index]))
  await vi.waitFor(() => expect(got).toHaveLength(32), isThere)
  for (let index = 0; index < 100; index += 1) {
    await vi.waitFor(() => expect(got.length).toBeGreaterThan(index), isThere)
    expect(got.length).toBeLessThanOrEqual(index + 32)
    send({ id: got[index]?.id, type: 'RAW', value: got[index]?.argumentList?.[0]?.value })
    await answers[index]
  }
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 100 }, (_, index) => index))
})

test('each call has its own time-out, and a late answer changes nothing', async () => {
  const { line, port, got, send } = open()
  line.connect(port, () => {})
  const late = line.ask('close', [], 20)
  const other = line.ask('read', [])
  await expect(late).rejects.toMatchObject({ code: -32603, reason: 'REQUEST_TIMEOUT' })
  send({ id: got[0]?.id, type: 'RAW', value: 'late' })
  send({ id: got[1]?.id, type: 'RAW', value: 'in time' })
  expect(await other).toBe('in time')
})

test('a frame that will not come ends every call with the cause', async () => {
  const { line } = open()
  const calls = [line.ask('read', []), line.ask('open', [])]
  line.gone(refuse(4900, 'ORIGIN_NOT_ALLOWED'))
  for (const call of calls) await expect(call).rejects.toMatchObject({ reason: 'ORIGIN_NOT_ALLOWED' })
})

test.each([
  ['is gone', ({ line }: ReturnType<typeof open>) => line.gone(refuse(4900, 'ORIGIN_NOT_ALLOWED'))],
  ['another stands in for', ({ line }: ReturnType<typeof open>) => line.connect(openFrame().port, () => {})],
])('what a frame that %s still sent is not served', async (_, lose) => {
  const shown = vi.fn()
  const frame = open({ shown })
  frame.line.connect(frame.port, () => {})
  frame.send({ id: 'a', type: 'APPLY', path: ['shown'], argumentList: [] })
  lose(frame)
  // It is told at the latest when the port is closed.
  await new Promise((resolve) => frame.raw.addEventListener('close', resolve))
  expect(shown).not.toHaveBeenCalled()
})

test('the methods of the page are answered, and what they throw', async () => {
  const { line, port, got, send } = open({
    connect: (id: string) => ({ id }),
    request: () => {
      throw refuse(4001, 'WALLET_ERROR', 'No, thanks')
    },
  })
  line.connect(port, () => {})
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
])('the path %j is no method of the page', async (path) => {
  const connect = vi.fn()
  const { line, port, got, send } = open({ connect })
  line.connect(port, () => {})
  send({ id: 'x', type: 'APPLY', path, argumentList: [] })
  await vi.waitFor(() => expect(got).toHaveLength(1), isThere)
  expect(got[0]).toMatchObject({ id: 'x', type: 'HANDLER' })
  expect(connect).not.toHaveBeenCalled()
})

test('the first thing that is no text is the last', async () => {
  const connect = vi.fn()
  const { line, port, raw, send } = open({ connect })
  line.connect(port, () => {})
  raw.postMessage({ id: 'x', type: 'APPLY', path: ['connect'], argumentList: [] })
  // Node hands out what came in one go even after the port is closed.
  await new Promise((resolve) => setTimeout(resolve, 20))
  send({ id: 'y', type: 'APPLY', path: ['connect'], argumentList: [] })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(connect).not.toHaveBeenCalled()
})
