import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '../test/attack.ts'
import { allowsOrigin, matchesOrigin } from './origins.ts'

test.each([
  ['https://shop.example', 'https://shop.example', true],
  ['https://shop.example:443', 'https://shop.example', true],
  ['https://shop.example:8443', 'https://shop.example:8443', true],
  ['https://shop.example', 'https://shop.example:8443', false],
  ['https://shop.example', 'http://shop.example', false],
  ['https://*.shop.example', 'https://eu.shop.example', true],
  ['https://*.shop.example', 'https://a.b.shop.example', true],
  ['https://*.shop.example', 'https://shop.example', false],
  ['https://*.shop.example', 'https://evilshop.example', false],
  ['https://*.shop.example', 'https://shop.example.evil.example', false],
  ['https://*.shop.example:8443', 'https://eu.shop.example', false],
  ['http://localhost:*', 'http://localhost:3000', true],
  ['http://localhost:*', 'http://localhost', true],
  ['http://localhost:3000', 'http://localhost:3001', false],
  ['http://localhost:*', 'https://localhost:3000', false],
  ['http://localhost:*', 'http://evil.localhost:3000', false],
  ['http://127.0.0.1:*', 'http://127.0.0.1:4101', true],
  ['http://shop.localhost:4101', 'http://shop.localhost:4101', true],
  ['http://shop.localhost:4101', 'http://other.localhost:4101', false],
  // No browser writes one of the following texts as an origin.
  ['https://shop.example', 'https://shop.example/', false],
  ['https://shop.example', 'https://SHOP.example', false],
  ['https://shop.example', 'https://shop.example:443', false],
  ['https://shop.example', 'https://user@shop.example', false],
  ['https://shop.example', 'null', false],
  ['https://shop.example', '', false],
  // The following texts are no patterns, so they match no origin.
  ['*', 'https://shop.example', false],
  ['https://*', 'https://shop.example', false],
  ['https://*.example', 'https://shop.example', false],
  ['https://shop.example/', 'https://shop.example', false],
  ['https://shop.*', 'https://shop.example', false],
  ['https://s*p.example', 'https://shop.example', false],
  ['http://shop.example', 'http://shop.example', false],
  ['http://*.localhost:4101', 'http://shop.localhost:4101', false],
  ['http://shop.localhost:*', 'http://shop.localhost:4101', false],
  ["https://shop.example; script-src 'none'", 'https://shop.example', false],
  ['https://shop.example:0', 'https://shop.example:0', false],
  ['https://shop.example:65536', 'https://shop.example', false],
  ['https://shop.example:08443', 'https://shop.example:8443', false],
  ['https://-shop.example', 'https://-shop.example', false],
])('whether the pattern %s matches the origin %s: %j', (pattern, origin, matches) => {
  expect(matchesOrigin(pattern, origin)).toBe(matches)
})

test('an empty list of patterns allows no origin', () => {
  expect(allowsOrigin([], 'https://shop.example')).toBe(false)
})

const pairs = attackSize(50_000, 1_000_000)

describe('matchesOrigin, compared with a reference implementation,', () => {
  const label = fc.constantFrom('a', 'b', 'shop', 'evil', 'evilshop', 'example', 'x-1', 'com')
  const labels = fc.array(label, { minLength: 2, maxLength: 5 })
  const port = fc.constantFrom('', '443', '80', '8443', '1', '65535')
  const scheme = fc.constantFrom('https', 'https', 'https', 'http')

  /** Computes the expected answer from the parts of both strings, without parsing a string. */
  const expected = (
    wanted: { wildcard: boolean; labels: string[]; port: string },
    seen: { scheme: string; labels: string[]; port: string },
  ): boolean => {
    const withoutDefault = (number: string) => (number === '443' ? '' : number)
    if (seen.scheme !== 'https' || withoutDefault(wanted.port) !== withoutDefault(seen.port)) return false
    const extra = seen.labels.length - wanted.labels.length
    if (wanted.wildcard ? extra < 1 : extra !== 0) return false
    return wanted.labels.every((part, index) => part === seen.labels[index + extra])
  }
  const write = (protocol: string, parts: string[], number: string) =>
    `${protocol}://${parts.join('.')}${number === '' ? '' : `:${number}`}`

  test('gives the answer of the reference implementation for generated patterns and origins', {
    timeout: attackTimeoutMs(),
  }, ({ task }) => {
    let matched = 0
    fc.assert(
      fc.property(
        fc.record({ wildcard: fc.boolean(), labels, port }),
        fc.record({ scheme, port, labels }),
        fc.array(label, { maxLength: 2 }),
        fc.boolean(),
        (wanted, other, prefix, related) => {
          // Half of the origins are made from the pattern, because random pairs hardly ever match.
          const seen = related ? { ...other, labels: [...prefix, ...wanted.labels] } : other
          const pattern = write('https', wanted.wildcard ? ['*', ...wanted.labels] : wanted.labels, wanted.port)
          // A browser omits the default port of the scheme.
          const origin = new URL(write(seen.scheme, seen.labels, seen.port)).origin
          const answer = matchesOrigin(pattern, origin)
          if (answer) matched++
          return answer === expected(wanted, seen)
        },
      ),
      { numRuns: pairs, seed: attackSeed },
    )
    expect(matched).toBeGreaterThan(pairs / 50)
    reportAttack(task, 'G6', pairs, 'patterns against origins', `seed ${attackSeed}, ${matched} match`)
  })

  test('rejects generated texts that no origin pattern of the project allows', () => {
    const near = fc
      .tuple(
        fc.constantFrom('https://*.shop.example', 'https://shop.example', 'http://localhost:*'),
        fc.string(),
        fc.nat(),
      )
      .map(([text, other, at]) => text.slice(0, at % text.length) + other + text.slice(at % text.length))
    fc.assert(
      fc.property(near, (text) => {
        const answer = matchesOrigin('https://*.shop.example', text)
        return !answer || (URL.parse(text)?.origin === text && text.endsWith('.shop.example'))
      }),
      { numRuns: 20_000 },
    )
  })
})
