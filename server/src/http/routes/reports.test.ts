import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeTestApp, modalOrigin, walletOrigin } from '../../../test/parts.ts'
import { readDirectives } from './reports.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test.each([
  ['{"csp-report":{"effective-directive":"frame-src","blocked-uri":"https://secret.example"}}', ['frame-src']],
  ['{"csp-report":{"violated-directive":"img-src https:"}}', ['img-src']],
  ['[{"type":"csp-violation","body":{"effectiveDirective":"script-src-elem"}},{"body":{}}]', ['script-src-elem']],
  ['{"csp-report":{"effective-directive":"me@shop.example"}}', []],
  ['null', []],
  ['{', []],
])('reads from the CSP report %s the directives %j', (text, directives) => {
  expect(readDirectives(text)).toEqual(directives)
})

test('logs only how many CSP reports name each host and directive', async () => {
  const written: unknown[] = []
  const app = await makeTestApp(undefined, {
    log: {
      write: (event, fields) => void (event === 'browsers blocked a resource' && written.push(fields)),
      flush: () => undefined,
    },
  })
  const body = '{"csp-report":{"effective-directive":"frame-src","document-uri":"https://secret.example/?token"}}'
  const statuses = []
  for (const host of [modalOrigin, modalOrigin, walletOrigin])
    statuses.push((await app(`${host}/v1/reports`, { method: 'POST', body })).status)
  vi.advanceTimersByTime(10_000)
  expect(statuses).toEqual([204, 204, 204])
  expect(written).toEqual([
    { part: 'frame', directive: 'frame-src', count: 2 },
    { part: 'secure', directive: 'frame-src', count: 1 },
  ])
})
