import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { writeCountryTable } from '../../../build/countryTable.ts'
import { makeTestFolder } from '../../../test/parts.ts'
import type { Log } from '../../http/log.ts'
import { createVisitorLocator, type VisitorLocator } from './location.ts'
import { readCountryTable } from './readCountryTable.ts'

const makeLog = () => {
  const lines: string[] = []
  const log: Log = {
    write: (event, fields) => void lines.push(JSON.stringify({ event, ...fields })),
    flush: () => undefined,
  }
  return { log, lines }
}

let folder: string
let locate: VisitorLocator
beforeAll(async () => {
  folder = await makeTestFolder()
  await writeCountryTable(folder)
  const { log, lines } = makeLog()
  locate = createVisitorLocator(await readCountryTable(log, folder))
  expect(lines).toEqual([])
}, 60_000)

// These networks have belonged to a registry, university or telephone company for decades.
test.each([
  ['8.8.8.8', 'US'],
  ['130.59.31.80', 'CH'],
  ['133.11.0.1', 'JP'],
  ['193.0.6.139', 'NL'],
  ['200.160.2.3', 'BR'],
  ['217.0.0.1', 'DE'],
  ['::ffff:217.0.0.1', 'DE'],
  ['::ffff:d900:1', 'DE'],
  ['2001:200:dff:fff1:216:3eff:feb1:44d7', 'JP'],
  ['2001:67c:2e8:22::c100:68b', 'NL'],
  ['2001:4860:4860::8888', 'US'],
  ['2003::1', 'DE'],
])('locates the IP address %s in %s', (address, country) => {
  expect(locate(address)).toBe(country)
})

test.each([
  ...['127.0.0.1', '127.255.255.255', '10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.1.1', '100.64.0.1', '100.127.255.255', '::1', '::ffff:127.0.0.1', '::ffff:a00:1', 'fd00::1', 'fdff::1'],
  ...['fe80::1', 'fe80::1%eth0', 'febf::1'],
])("locates the IP address %s in the server's own network", (address) => {
  expect(locate(address)).toBe('own')
})

test.each([
  '172.15.255.255',
  '172.32.0.1',
  '192.167.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '11.0.0.1',
  '9.255.255.255',
])('locates the IP address %s, next to a private range, in a country', (address) => {
  expect(locate(address)).toMatch(/^[A-Z]{2}$/)
})

// These addresses are reserved for documentation, multicast or future use.
test.each([
  ...['192.0.2.1', '198.51.100.7', '203.0.113.255', '2001:db8::6', '224.0.0.1', 'ff02::1', '0.0.0.0', '::'],
  ...['255.255.255.255', 'fec0::1', '64:ff9b::808:808'],
])('does not locate the IP address %s', (address) => {
  expect(locate(address)).toBe('')
})

test.each([
  ...[
    '',
    'unknown',
    '_hidden',
    '8.8.8',
    '8.8.8.8.8',
    '8.8.8.256',
    '08.8.8.8',
    '8.8.8.8:443',
    ' 8.8.8.8',
    '8.8.8.8/8',
    '134744072',
  ],
  ...[
    '0x8.8.8.8',
    '[2001:200::1]',
    '2001:200::1::',
    '2001:200::12345',
    ':::',
    '2001:200::1]@evil.example/[',
    '%',
    '%eth0',
  ],
  ...['2001:200::1/64', '::ffff:8.8.8', '８.８.８.８', 'localhost', 'x'.repeat(100_000), '\0', '8.8.8.8\n'],
])('does not locate the malformed IP address %j', (text) => {
  expect(locate(text)).toBe('')
})

test('logs a missing or truncated table of countries, and then locates no address', async () => {
  const missing = makeLog()
  expect((await readCountryTable(missing.log, await makeTestFolder()))(new Uint8Array([8, 8, 8, 8]))).toBe('')
  expect(missing.lines).toEqual(['{"event":"country table could not be read","code":"ENOENT"}'])

  const whole = await readFile(join(folder, 'countries.bin'))
  for (const length of [whole.length - 1, 100, 1, 0]) {
    const cut = makeLog()
    await truncate(join(folder, 'countries.bin'), length)
    expect((await readCountryTable(cut.log, folder))(new Uint8Array([8, 8, 8, 8]))).toBe('')
    expect(cut.lines).toHaveLength(1)
  }
})
