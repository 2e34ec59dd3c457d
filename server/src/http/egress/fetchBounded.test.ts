import { hostname } from 'node:os'
import { expect, test } from 'vitest'
import { answerAndStall, answerEndlessly, answerImage, startForeignServer } from '../../../test/foreignServer.ts'
import { fetchBounded } from './fetchBounded.ts'

const bounds = { timeoutMs: 2_000, limitBytes: 100_000, type: 'image/' } as const
const outcome = async (address: string, timeoutMs: number = bounds.timeoutMs) => {
  try {
    return String(await fetchBounded(address, { ...bounds, timeoutMs }))
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
}

test('fetches a valid answer', async () => {
  const { origin } = await startForeignServer(answerImage('IMAGE/png', 'picture'))
  expect(await outcome(`${origin}/logo`)).toBe('picture')
})

test('a fetch tells the other host nothing about the server or its visitors', async () => {
  let sent: unknown
  const { origin } = await startForeignServer((request, response) => {
    sent = Object.keys(request.headers).toSorted()
    response.writeHead(200, { 'Content-Type': 'image/png' }).end()
  })
  await outcome(origin)
  expect(sent).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
})

test.each([
  ['another content type', { 'Content-Type': 'text/html' }, 'another type'],
  ['no content type', {}, 'another type'],
  ['a compressed body', { 'Content-Type': 'image/png', 'Content-Encoding': 'gzip' }, 'a compressed answer'],
  ['a length above the limit', { 'Content-Type': 'image/png', 'Content-Length': '100001' }, 'too large'],
])('rejects the response of another host with %s', async (_, headers, reason) => {
  const { origin } = await startForeignServer((__, response) => response.writeHead(200, headers).end())
  expect(await outcome(origin)).toBe(reason)
})

test('stops reading a body without a length at the size limit', async () => {
  const { origin } = await startForeignServer(answerEndlessly('image/png', 20_000_000))
  expect(await outcome(origin)).toBe('too large')
})

test.each([
  ['no headers', () => undefined],
  ['a body that never ends', answerAndStall('image/png')],
])('stops a fetch at the time limit if the server sends %s', async (_, answer) => {
  const { origin } = await startForeignServer(answer)
  const start = performance.now()
  expect(await outcome(origin, 300)).toMatch(/no connection|broke off/)
  // The server never ends its response, so only the time limit of 300 ms can end the fetch.
  expect(performance.now() - start).toBeLessThan(10_000)
})

test('follows at most three redirects within one origin', async () => {
  const { origin, asked } = await startForeignServer((request, response) =>
    request.url === '/new'
      ? response.writeHead(200, { 'Content-Type': 'image/png' }).end('moved')
      : response.writeHead(302, { Location: request.url === '/old' ? '/new' : '/circle' }).end(),
  )
  expect(await outcome(`${origin}/old`)).toBe('moved')
  expect(await outcome(`${origin}/circle`)).toBe('too many redirects')
  expect(asked).toHaveLength(6)
})

test('rejects a redirect to another origin and sends no request to that origin', async () => {
  const inside = await startForeignServer(answerImage('image/png', 'secret'))
  for (const target of [
    'http://169.254.169.254/latest/meta-data/',
    `http://127.0.0.1:${inside.port}/`,
    `http://localhost:${inside.port}/`,
    `//127.0.0.1:${inside.port}/`,
    'file:///etc/passwd',
    'https://other.example/',
  ]) {
    const { origin } = await startForeignServer((_, response) => response.writeHead(302, { Location: target }).end())
    expect(await outcome(origin), target).toBe('a redirect to another origin')
  }
  expect(inside.asked).toEqual([])
})

test.each([
  'http://example.com/',
  'https://169.254.169.254/',
  'https://10.0.0.1/',
  'https://[fd00:ec2::254]/',
  'https://[::ffff:127.0.0.1]/',
  'https://2852039166/',
  'https://0/',
  'ftp://127.0.0.1/',
])('rejects a fetch of the URL %s', async (address) => {
  expect(await outcome(address)).toBe('a URL that is not allowed')
})

test('opens no connection to a name that resolves to a private address', async () => {
  const inside = await startForeignServer(answerImage('image/png', 'secret'))
  expect(await outcome(`https://${hostname()}:${inside.port}/`)).toBe('no connection')
  expect(inside.asked).toEqual([])
})

test('rejects an answer with an error status', async () => {
  const { origin } = await startForeignServer((_, response) => response.writeHead(404).end())
  expect(await outcome(origin)).toBe('status 404')
})
