import { expect, test } from 'vitest'
import { isLoopbackAddress, isLoopbackHost, isPublicAddress } from './publicAddress.ts'

test.each([
  ['93.184.216.34', true],
  ['1.1.1.1', true],
  ['2606:4700:4700::1111', true],
  ['127.0.0.1', false],
  ['127.8.8.8', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['168.63.129.16', false],
  ['100.100.100.200', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['fd00:ec2::254', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:93.184.216.34', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['2001:db8::1', false],
])('for the address %s, `isPublicAddress` returns %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

test('recognises addresses and names of this machine', () => {
  expect(['127.0.0.1', '127.1.2.3', '::1', '10.0.0.1'].map(isLoopbackAddress)).toEqual([true, true, true, false])
  expect(['localhost', 'api.localhost', '[::1]', 'localhost.example'].map(isLoopbackHost)).toEqual([
    true,
    true,
    true,
    false,
  ])
})
