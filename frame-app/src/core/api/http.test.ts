// @vitest-environment happy-dom
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { HttpResponse, http, passthrough } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer } from '../../../test/server.ts'
import { fetchJson } from './http.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 200 })
})
afterEach(() => {
  vi.useRealTimers()
})

const answerWith = (...answers: [() => Response, ...(() => Response)[]]) => {
  let count = 0
  mockServer.use(http.get('*/thing', () => (answers[count++] ?? answers[0])()))
  return () => count
}
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new HttpResponse(null, { status: code, headers })
const ok = () => HttpResponse.json({ fine: true })

test.each([403, 408, 413, 429, 500, 502, 503, 504])('retries after status %s', async (code) => {
  const count = answerWith(status(code), ok)
  expect(await fetchJson('/thing', { timeoutMs: 5_000 })).toEqual({ fine: true })
  expect(count()).toBe(2)
})

test.each([400, 401, 404, 422])('does not retry after status %s', async (code) => {
  const count = answerWith(status(code), ok)
  await expect(fetchJson('/thing', { timeoutMs: 5_000 })).rejects.toMatchObject({
    code: 'HTTP_FAILED',
    message: `The server answered with status ${code}`,
  })
  expect(count()).toBe(1)
})

test('gives up a request after three retries', async () => {
  const count = answerWith(status(503))
  await expect(fetchJson('/thing', { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'HTTP_FAILED' })
  expect(count()).toBe(4)
})

test('waits before a retry as long as the header Retry-After says', async () => {
  const wait = vi.spyOn(globalThis, 'setTimeout')
  answerWith(status(429, { 'Retry-After': '2' }), ok)
  await fetchJson('/thing', { timeoutMs: 5_000 })
  expect(wait.mock.calls.map(([, ms]) => ms)).toContain(2_000)
})

test('fails a request at once if the header Retry-After says an hour', async () => {
  const count = answerWith(status(503, { 'Retry-After': '3600' }), ok)
  await expect(fetchJson('/thing', { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'HTTP_FAILED' })
  expect(count()).toBe(1)
})

const broken = () => HttpResponse.error() as Response

test('retries a GET after the connection broke, and gives up after three retries', async () => {
  const count = answerWith(broken, ok)
  expect(await fetchJson('/thing', { timeoutMs: 5_000 })).toEqual({ fine: true })
  expect(count()).toBe(2)
  const second = answerWith(broken)
  await expect(fetchJson('/thing', { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
  expect(second()).toBe(4)
})

test.each([
  [false, 1],
  [true, 4],
])('after the connection broke, sends a POST that is repeatable: %s %d times in all', async (isRepeatable, sent) => {
  let count = 0
  mockServer.use(
    http.post('*/thing', () => {
      count++
      return broken()
    }),
  )
  const posted = fetchJson('/thing', { method: 'POST', json: {}, isRepeatable, timeoutMs: 5_000 })
  await expect(posted).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
  expect(count).toBe(sent)
})

test('reports an unreachable server as SERVER_UNREACHABLE', async () => {
  const nobody = 'http://127.0.0.1:9/thing'
  mockServer.use(http.all(nobody, () => passthrough()))
  await expect(fetchJson(nobody, { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
})

test('rejects an answer that is not JSON', async () => {
  answerWith(() => new HttpResponse('<html>'))
  await expect(fetchJson('/thing', { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'PARSE_ERROR' })
})

const cutShort = () =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"fine":'))
        setTimeout(() => controller.error(new TypeError('gone')), 10)
      },
    }),
  )

test('throws SERVER_UNREACHABLE if the connection breaks while the response body arrives', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(cutShort())
  await expect(fetchJson('/thing', { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
})

test.each([
  ['Unauthorized: origin not allowed', 'ORIGIN_NOT_ALLOWED'],
  ['Unauthorized: invalid key', 'INVALID_PROJECT_ID'],
  ['JWT validation error: JWT Token is not yet valid', 'SESSION_EXPIRED'],
  ['toString', 'HTTP_FAILED'],
])('maps the server message "%s" to the error %s', async (description, code) => {
  answerWith(() => HttpResponse.json({ status: 'FAILED', reasons: [{ field: '', description }] }, { status: 401 }))
  await expect(fetchJson('/thing', { timeoutMs: 5_000 })).rejects.toMatchObject({ code })
})

test('does not retry if the server answers with a code of the error table', async () => {
  const refusal = { status: 'FAILED', reasons: [{ field: 'nonce', description: '', code: 'SIWX_NOT_VERIFIED' }] }
  const count = answerWith(() => HttpResponse.json(refusal, { status: 503 }))
  const errors = { ...commonErrors, ...siwxErrors }
  await expect(fetchJson('/thing', { timeoutMs: 5_000, errors })).rejects.toMatchObject({ code: 'SIWX_NOT_VERIFIED' })
  expect(count()).toBe(1)
})

test('ignores an error code that the error table lacks', async () => {
  answerWith(() => HttpResponse.json({ reasons: [{ code: 'toString' }, null] }, { status: 401 }))
  await expect(fetchJson('/thing', { timeoutMs: 5_000 })).rejects.toMatchObject({ code: 'HTTP_FAILED' })
})

test('sends the bearer token and reads an answer with status 204 as null', async () => {
  let authorization: string | null = null
  mockServer.use(
    http.post('*/thing', ({ request }) => {
      authorization = request.headers.get('Authorization')
      return new HttpResponse(null, { status: 204 })
    }),
  )
  expect(await fetchJson('/thing', { method: 'POST', token: 'a.b.c', timeoutMs: 5_000 })).toBeNull()
  expect(authorization).toBe('Bearer a.b.c')
})
