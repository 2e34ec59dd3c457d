import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { type CountryRange, packCountryTable } from '../src/wallet/location/countryTable.ts'
import { readIpAddress } from '../src/wallet/location/ipAddress.ts'

const source = dirname(createRequire(import.meta.url).resolve('@ip-location-db/asn-country/package.json'))

/** Writes the table that maps IP addresses to countries into the folder of the bundled server. */
export const countryTablePlugin = (): Plugin => ({
  name: 'country-table',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    await writeCountryTable(dir)
  },
})

export const writeCountryTable = async (folder: string): Promise<void> => {
  const ranges = { 4: await readRanges('asn-country-ipv4.csv'), 16: await readRanges('asn-country-ipv6.csv') }
  await writeFile(join(folder, 'countries.bin'), packCountryTable(ranges))
}

/** Reads a file of IP ranges. Each line is `first address,last address,country`, ordered by address. */
const readRanges = async (name: string): Promise<CountryRange[]> => {
  const lines = (await readFile(join(source, name), 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const [first, last, country = ''] = line.trim().split(',')
    return { first: bytesOf(first), last: bytesOf(last), country }
  })
}

const bytesOf = (text = ''): Uint8Array => {
  const address = readIpAddress(text)
  if (!address) throw new Error(`${text} is no address`)
  return address
}
