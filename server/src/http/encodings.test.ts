import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chooseEncoding, encodeBody, matchesEtag } from './encodings.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['identity', 'identity'],
  ['BR ; Q=1', 'br'],
])('for Accept-Encoding %j, chooses %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding)
})

test.each([
  [undefined, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b"', false],
  ['*', true],
])('for If-None-Match %j and the ETag "a", `matchesEtag` returns %s', (condition, matches) => {
  expect(matchesEtag(condition, '"a"')).toBe(matches)
})

test('gives each encoding of a body its own ETag', async () => {
  const text = 'const a = 1\n'.repeat(200)
  const { br, gzip, identity } = await encodeBody(new TextEncoder().encode(text), 11)
  expect(brotliDecompressSync(br.body).toString()).toBe(text)
  expect(gunzipSync(gzip.body).toString()).toBe(text)
  expect(new Set([br.etag, gzip.etag, identity.etag]).size).toBe(3)
})

test('does not compress a body that fits into one packet', async () => {
  const { br, identity } = await encodeBody(new TextEncoder().encode('tiny'), 11)
  expect(br).toBe(identity)
})
