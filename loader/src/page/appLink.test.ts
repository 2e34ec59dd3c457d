import { expect, test } from 'vitest'
import { appLinkPattern } from './appLink.ts'

test.each(['kite://wc?uri=wc%3A1', 'KITE://', 'com.kite.app://x', 'web+kite://x'])(
  'accepts the app link %s',
  (link) => {
    expect(appLinkPattern.test(link)).toBe(true)
  },
)

test.each([
  'javascript://%0aalert(1)',
  'JavaScript:alert(1)',
  ' javascript://%0aalert(1)',
  '\u0000javascript://%0aalert(1)',
  'java\tscript://%0aalert(1)',
  'https://evil.example',
  'http://evil.example',
  '//evil.example',
  '/logout',
  'data:text/html,x',
  'kite',
  '',
  {} as string,
])('rejects the link %j', (link) => {
  expect(appLinkPattern.test(link)).toBe(false)
})
