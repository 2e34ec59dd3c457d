import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SiwxMessage } from './siwxMessage.ts'
import { formatSiwxMessage, parseSiwxMessage, parseSiwxTime } from './siwxText.ts'

const ethereum = { caipNetworkId: 'eip155:1', name: 'Ethereum' }
const base = { caipNetworkId: 'eip155:8453', name: 'Base' }
const solana = { caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana Mainnet' }
const kusama = { caipNetworkId: 'polkadot:b0a8d493285c2df73290dfb7e61f870f', name: 'Kusama' }
const message = (fields: Partial<SiwxMessage> = {}): SiwxMessage => ({
  domain: 'shop.example',
  accountAddress: '0x9D85ca56217D2bb651b00f15e694EB7E713637D4',
  statement: 'Sign in to Shop',
  chainId: 'eip155:1',
  uri: 'https://shop.example/cart',
  version: '1',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-01-02T03:04:05.678Z',
  ...fields,
})
const all = {
  scheme: 'https',
  expirationTime: '2026-01-02T04:04:05Z',
  notBefore: '2026-01-02T03:04:05+00:00',
  requestId: 'order-7',
  resources: ['https://shop.example/terms', 'ipfs://bafy/terms'],
}

test('formats an eip155 sign-in message as EIP-4361 defines it', () => {
  expect(
    formatSiwxMessage(message(all), ethereum),
  ).toBe(`https://shop.example wants you to sign in with your Ethereum account:
0x9D85ca56217D2bb651b00f15e694EB7E713637D4

Sign in to Shop

URI: https://shop.example/cart
Version: 1
Chain ID: 1
Nonce: abcdefgh12345678
Issued At: 2026-01-02T03:04:05.678Z
Expiration Time: 2026-01-02T04:04:05Z
Not Before: 2026-01-02T03:04:05+00:00
Request ID: order-7
Resources:
- https://shop.example/terms
- ipfs://bafy/terms`)
})

test('the sign-in message names the network and the full CAIP-2 id in namespaces other than eip155', () => {
  const text = formatSiwxMessage(message({ accountAddress: 'FNyz', chainId: kusama.caipNetworkId }), kusama)
  expect(text).toContain('shop.example wants you to sign in with your Kusama account:\nFNyz\n\nSign in')
  expect(text).toContain('\nChain ID: polkadot:b0a8d493285c2df73290dfb7e61f870f\n')
})

test.each([
  ['two empty lines for eip155', ethereum, '637D4\n\n\nURI: '],
  ['one empty line for Solana, as its wallets do', solana, '637D4\n\nURI: '],
])('writes %s if the sign-in message has no statement', (_, network, part) => {
  const { statement: _statement, ...rest } = message({ chainId: network.caipNetworkId })
  const text = formatSiwxMessage(rest, network)
  expect(text).toContain(part)
  expect(parseSiwxMessage(text, network)).toEqual(rest)
})

test('the sign-in message names every eip155 chain “Ethereum”, as EIP-4361 requires', () => {
  expect(formatSiwxMessage(message(), base)).toContain('your Ethereum account:')
})

test('returns the chain that the sign-in text names, even if another chain is expected', () => {
  const text = formatSiwxMessage(message(), ethereum)
  expect(parseSiwxMessage(text, base)?.chainId).toBe('eip155:1')
})

const letters = (characters: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })
const alphanumeric = 'ABCXYZabcxyz0129'
const path = letters(`${alphanumeric}-._~/?#[]@!$&'()*+,;=%`, 0, 40)
const time = fc
  .date({ min: new Date(0), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString())
const networks = fc.constantFrom(ethereum, base, solana, kusama)
const anyMessage = (network: typeof ethereum) =>
  fc.record(
    {
      domain: letters('abc.-019', 1, 30),
      scheme: fc.constantFrom('https', 'http'),
      accountAddress: letters(alphanumeric, 1, 64),
      statement: letters(`${alphanumeric} .,:/?!`, 1, 80)
        .map((text) => text.replace(/ +/g, ' ').trim())
        .filter((text) => text !== ''),
      chainId: fc.constant(network.caipNetworkId),
      uri: path.map((end) => `https://shop.example${end}`),
      version: fc.constant('1'),
      nonce: letters(alphanumeric, 8, 40),
      issuedAt: time,
      expirationTime: time,
      notBefore: time,
      requestId: letters(`${alphanumeric}-._~!$&'()*+,;=:@%`, 1, 20),
      resources: fc.array(
        path.map((end) => `ipfs:x${end}`),
        { minLength: 1, maxLength: 5 },
      ),
    },
    { requiredKeys: ['domain', 'accountAddress', 'chainId', 'uri', 'version', 'nonce', 'issuedAt'] },
  )

describe('formatting and parsing a sign-in message', () => {
  test('parses the formatted text of a generated message back into the message', () => {
    fc.assert(
      fc.property(
        networks.chain((network) => fc.tuple(fc.constant(network), anyMessage(network))),
        ([network, value]) => {
          expect(parseSiwxMessage(formatSiwxMessage(value, network), network)).toEqual(value)
        },
      ),
    )
  })

  test('accepts only a text that the formatter would write for the parsed message', () => {
    const text = formatSiwxMessage(message(all), ethereum)
    const piece = fc.constantFrom('\n', ' ', '\r', '\t', 'URI: x:y', '- ', 'Version: 1\n', '\u200b', 'é', '0', ':')
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(12), piece, (at, cut, inserted) => {
        const changed = `${text.slice(0, at)}${inserted}${text.slice(at + cut)}`
        const parsed = parseSiwxMessage(changed, ethereum)
        if (parsed) expect(formatSiwxMessage(parsed, ethereum)).toBe(changed.replace(/Chain ID: .*/, 'Chain ID: 1'))
      }),
      { numRuns: 2_000 },
    )
  })

  test('rejects generated texts, and a long malformed text within 200 ms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => parseSiwxMessage(text, kusama) === null),
    )
    const long = `a://${' wants you to sign in with your Kusama account:'.repeat(20_000)}\n`
    const parseMs = (): number => {
      const start = performance.now()
      parseSiwxMessage(long, kusama)
      return performance.now() - start
    }
    // A busy machine interrupts some of the tries, but not all.
    expect(Math.min(...Array.from({ length: 10 }, parseMs))).toBeLessThan(200)
  })
})

test.each([
  ['2026-01-02T03:04:05Z', Date.UTC(2026, 0, 2, 3, 4, 5)],
  ['2026-01-02T03:04:05.678Z', Date.UTC(2026, 0, 2, 3, 4, 5, 678)],
  ['2026-01-02T03:04:05+02:00', Date.UTC(2026, 0, 2, 1, 4, 5)],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['2025-02-29T00:00:00Z', undefined],
  ['2026-13-01T00:00:00Z', undefined],
  ['2026-01-02T24:00:00Z', undefined],
  ['2026-01-02T03:04:60Z', undefined],
  ['2026-01-02 03:04:05Z', undefined],
  ['2026-01-02T03:04:05', undefined],
  ['2026-01-02T03:04:05+25:00', undefined],
  ['Fri, 02 Jan 2026 03:04:05 GMT', undefined],
  ['', undefined],
])('parses the time %j', (text, at) => expect(parseSiwxTime(text)).toBe(at))

test('accepts a sign-in message with a resource of 7,000 characters and rejects 8,001', () => {
  const text = (length: number) =>
    formatSiwxMessage(message({ resources: [`urn:recap:${'e'.repeat(length)}`] }), ethereum)
  expect(parseSiwxMessage(text(7_000), ethereum)?.resources).toHaveLength(1)
  expect(parseSiwxMessage(text(8_001), ethereum)).toBeNull()
})
