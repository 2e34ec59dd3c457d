import { expect, test } from 'vitest'
import { parseCaipAddress, parseCaipNetworkId } from './caip.ts'

test('a CAIP-10 address falls into its three parts', () => {
  expect(parseCaipAddress('eip155:1:0xAbC')).toEqual({ chainNamespace: 'eip155', chainId: '1', address: '0xAbC' })
})

test.each([
  '',
  'eip155',
  'eip155:1',
  'eip155:1:',
  ':1:0xabc',
  'eip155::0xabc',
  'eip155:1:0xabc:more',
  'near:mainnet:alice',
  'constructor:1:0xabc',
  '__proto__:1:0xabc',
])('%j is no CAIP-10 address', (value) => {
  expect(() => parseCaipAddress(value)).toThrow(`Invalid CAIP-10 address: ${value}`.trimEnd())
})

test('a CAIP-2 id falls into its two parts, whatever its namespace', () => {
  expect(parseCaipNetworkId('eip155:8453')).toEqual({ chainNamespace: 'eip155', chainId: '8453' })
  expect(parseCaipNetworkId('near:mainnet')).toEqual({ chainNamespace: 'near', chainId: 'mainnet' })
})

test.each(['', 'eip155', 'eip155:', ':1', 'eip155:1:0xabc'])('%j is no CAIP-2 network id', (value) => {
  expect(() => parseCaipNetworkId(value)).toThrow(`Invalid CAIP-2 network id: ${value}`.trimEnd())
})
