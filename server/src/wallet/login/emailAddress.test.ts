import { expect, test } from 'vitest'
import { parseEmailAddress } from './emailAddress.ts'

test.each([
  ['  Ann.Lee+Shop@Example.COM ', 'ann.lee+shop@example.com', 'Ann.Lee+Shop@example.com', 'annlee@example.com'],
  ['ann@bücher.example', 'ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example', 'ann@xn--bcher-kva.example'],
  ['Jose\u0301@example.com', 'josé@example.com', 'José@example.com', 'josé@example.com'],
  ['иван@example.com', 'иван@example.com', 'иван@example.com', 'иван@example.com'],
])('parses the e-mail address %s', (typed, canonical, sendable, bucket) => {
  expect(parseEmailAddress(typed)).toEqual({ canonical, sendable, bucket })
})

test.each([
  '',
  'ann',
  '@example.com',
  'ann@',
  'ann@localhost',
  'ann@127.0.0.1',
  'ann@[127.0.0.1]',
  'ann@example.com,eve@evil.example',
  'ann@example.com, eve@evil.example',
  'ann,eve@example.com',
  'ann@evil.example@example.com',
  'ann@example.com\r\nBcc: eve@evil.example',
  'ann\r\n@example.com',
  'ann\u0000@example.com',
  '"ann lee"@example.com',
  'ann lee@example.com',
  'Ann <ann@example.com>',
  'ann;eve@example.com',
  '.ann@example.com',
  'ann.@example.com',
  'a..n@example.com',
  'аnn@example.com',
  'ann@exa mple.com',
  'ann@-example.com',
  'ann@example.com/x',
  'ann@example.com?x',
  'ann@example.com#x',
  'ann@example%2ecom',
  `${'a'.repeat(65)}@example.com`,
  `ann@${'a.'.repeat(130)}com`,
  'ann\u200b@example.com',
  'ann\u202e@example.com',
])('rejects the e-mail address %j', (typed) => {
  expect(() => parseEmailAddress(typed)).toThrow(expect.objectContaining({ code: 'INVALID_EMAIL' }))
})
