import { afterEach, expect, test } from 'vitest'
import { AppError, fromWireError, toWireError } from '../errors/appError.ts'
import { commonErrors } from '../errors/commonErrors.ts'
import { createApiCaller, defineMethod, type ServedApi, serveApi, wireErrorOf } from './peer.ts'
import { strictLimits } from './strictLimits.ts'
import { openTransport } from './transport.ts'

const opened: { close(): void }[] = []
afterEach(() => {
  for (const wire of opened.splice(0)) wire.close()
})

type Api = {
  echo(value: unknown): unknown
  later(ms: number): string
  fail(): void
  never(): void
  big(): unknown
  long(): string
}

const api: ServedApi = {
  echo: defineMethod(
    ([value]) => value,
    (value) => value,
  ),
  later: defineMethod(
    ([ms]) => ms as number,
    (ms) => new Promise((resolve) => setTimeout(() => resolve(`after ${ms}`), ms)),
  ),
  fail: defineMethod(
    () => {
      throw new AppError(commonErrors.INVALID_PARAMS)
    },
    () => undefined,
  ),
  never: defineMethod(
    () => undefined,
    () => new Promise(() => undefined),
  ),
  long: defineMethod(
    () => undefined,
    () => 'x'.repeat(4_194_304),
  ),
  big: defineMethod(
    () => undefined,
    () => 1n,
  ),
}

const connect = (timeoutMs = 1_000) => {
  const { port1, port2 } = new MessageChannel()
  const server = openTransport(port1, strictLimits())
  const client = openTransport(port2)
  opened.push(server, client)
  serveApi(server, api, toWireError)
  return { server, client, call: createApiCaller<Api>(client, { timeoutMs, fromWire: fromWireError }) }
}

test('answers a call with its result', async () => {
  expect(await connect().call('echo', [{ a: [1, 'ä', null] }])).toEqual({ a: [1, 'ä', null] })
})

test('rejects with an AppError that keeps its code and has no stack of the other side', async () => {
  const error = await connect()
    .call('fail', [])
    .catch((thrown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({ code: 'INVALID_PARAMS', number: -32602, message: 'The parameters are not valid' })
})

test('rejects only the request that timed out', async () => {
  const { call } = connect()
  const answers = await Promise.allSettled([
    call('later', [30]),
    call('never', [], { timeoutMs: 10 }),
    call('later', [20]),
    call('never', [], { timeoutMs: 15 }),
  ])
  expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected'])
  expect(await call('echo', ['next'])).toBe('next')
})

test('rejects an aborted request at once and ignores its late reply', async () => {
  const { call } = connect()
  const abort = new AbortController()
  const answer = call('later', [20], { signal: abort.signal })
  abort.abort()
  await expect(answer).rejects.toMatchObject({ code: 'REQUEST_ABORTED', message: 'Request was aborted' })
  expect(await call('later', [40])).toBe('after 40')
})

test('queues requests beyond 32 in flight and answers each request once', async () => {
  const { call } = connect(5_000)
  const values = Array.from({ length: 90 }, (_, index) => index)
  expect(await Promise.all(values.map((value) => call('echo', [value])))).toEqual(values)
})

test('rejects with INTERNAL_ERROR if a result cannot be written as JSON', async () => {
  await expect(connect().call('big', [])).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
})

test('rejects arguments that cannot be written as JSON', async () => {
  await expect(connect().call('echo', [1n])).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
})

test('rejects a request over its size limit with a code', async () => {
  await expect(connect().call('echo', ['x'.repeat(70_000)])).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' })
})

test('rejects a request over the limit of a message before it leaves', async () => {
  await expect(connect().call('echo', ['x'.repeat(4_194_304)])).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' })
})

test('rejects a request whose result is over the limit of a message', async () => {
  await expect(connect().call('long', [])).rejects.toMatchObject({ code: 'MESSAGE_TOO_LARGE' })
})

test('rejects requests beyond 32 in flight and 1,000 that wait, and sends a waiting one for each that ends', async () => {
  const { client, call } = connect()
  const ended: unknown[] = []
  const first = new AbortController()
  const abort = call('never', [], { signal: first.signal }).catch(() => 'aborted')
  for (let count = 1; count < 1_032; count++) call('never', []).catch((error) => ended.push(error))
  await expect(call('echo', [1])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', number: -32005 })
  first.abort()
  expect(await abort).toBe('aborted')
  const waiting = call('never', []).catch((error) => error)
  await expect(call('echo', [1])).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  client.close()
  expect(await waiting).toMatchObject({ code: 'DISCONNECTED' })
  expect(ended).toHaveLength(1_031)
})

test('a reply that a side awaits costs the other side nothing of its rate limit', async () => {
  const { port1, port2 } = new MessageChannel()
  const limited = openTransport(
    port1,
    strictLimits(() => 1_000),
  )
  const other = openTransport(port2)
  opened.push(limited, other)
  serveApi(limited, api, toWireError)
  serveApi(other, api, toWireError)
  const call = createApiCaller<Api>(limited, { timeoutMs: 5_000, fromWire: fromWireError })
  const values = Array.from({ length: 150 }, (_, index) => index)
  expect(await Promise.all(values.map((value) => call('echo', [value])))).toEqual(values)
})

test('rejects pending and later requests after the channel closed', async () => {
  const { client, call } = connect()
  const pending = call('never', [])
  client.close()
  await expect(pending).rejects.toMatchObject({ code: 'DISCONNECTED', number: 4900 })
  await expect(call('echo', [1])).rejects.toMatchObject({ code: 'DISCONNECTED' })
})

test('serves and calls on both sides of one port', async () => {
  const { server, client, call } = connect()
  serveApi(
    client,
    {
      hello: defineMethod(
        () => undefined,
        () => 'from the client',
      ),
    },
    toWireError,
  )
  const back = createApiCaller<{ hello(): string }>(server, { timeoutMs: 1_000, fromWire: fromWireError })
  expect(await Promise.all([call('echo', [1]), back('hello', [])])).toEqual([1, 'from the client'])
})

test.each([
  'METHOD_NOT_ALLOWED',
  'INVALID_REQUEST',
  'TOO_MANY_REQUESTS',
  'MESSAGE_TOO_LARGE',
  'INTERNAL_ERROR',
  'REQUEST_TIMEOUT',
  'REQUEST_ABORTED',
  'DISCONNECTED',
] as const)('the failure %s of the channel has the code and the message of its row in the error table', (reason) => {
  const { number, short } = commonErrors[reason]
  expect(wireErrorOf(reason)).toEqual({ code: number, reason, message: short })
})
