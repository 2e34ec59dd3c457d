import { expect, test } from 'vitest'
import { parseCaipAddress, parseCaipNetworkId } from './caip.ts'

test('splits a CAIP-10 address into its three parts', () => {
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
])('rejects %j as a CAIP-10 address', (value) => {
  expect(() => parseCaipAddress(value)).toThrow(`Invalid CAIP-10 address: ${value}`.trimEnd())
})

test('splits a CAIP-2 id of any namespace into its two parts', () => {
  expect(parseCaipNetworkId('eip155:8453')).toEqual({ chainNamespace: 'eip155', chainId: '8453' })
  expect(parseCaipNetworkId('near:mainnet')).toEqual({ chainNamespace: 'near', chainId: 'mainnet' })
})

test.each(['', 'eip155', 'eip155:', ':1', 'eip155:1:0xabc'])('rejects %j as a CAIP-2 network id', (value) => {
  expect(() => parseCaipNetworkId(value)).toThrow(`Invalid CAIP-2 network id: ${value}`.trimEnd())
})
