import { expect, test } from 'vitest'
import { groupAddress, shortenAddress } from './address.ts'

const evm = '0x7A2f9C41d03bE58a6F10c2D94eB7135f8dA0c36E'

test('writes an address in groups of four without losing a character', () => {
  expect(groupAddress(evm).slice(0, 2)).toEqual(['0x7A2f', '9C41'])
  expect(groupAddress(evm).at(-1)).toBe('c36E')
  expect(groupAddress(evm).join('')).toBe(evm)
  const solana = '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'
  expect(groupAddress(solana)[0]).toBe('7EcD')
  expect(groupAddress(solana).join('')).toBe(solana)
})

test('keeps both ends of a shortened address', () => {
  expect(shortenAddress(evm)).toBe('0x7A…A0c36E')
  expect(shortenAddress('0x7a')).toBe('0x7a')
})
