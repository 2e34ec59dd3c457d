/** A range of IP addresses in one country. The range includes both ends. */
export type CountryRange = { first: Uint8Array; last: Uint8Array; country: string }

/**
 * Looks up the country (ISO 3166, two letters) of an IP address of 4 or 16 bytes. Returns an empty text for an unknown
 * address.
 */
export type CountryFinder = (address: Uint8Array) => string

type Family = { bytes: 4 | 8; read: (view: DataView, offset: number) => number | bigint }

/**
 * Registries assign IPv6 addresses in blocks of a /64 or larger, so the table keeps only the upper half of an IPv6
 * address.
 */
const families: Record<4 | 16, Family> = {
  4: { bytes: 4, read: (view, offset) => view.getUint32(offset) },
  16: { bytes: 8, read: (view, offset) => view.getBigUint64(offset) },
}
const noCountry = '--'

/**
 * Packs the country table into one buffer, in which lookups search without unpacking it. The buffer starts with the
 * number of countries (2 bytes) and their letters. Then follow, for IPv4 and IPv6, the number of rows (4 bytes), the
 * first address of each row, and the country index of each row (1 byte). A row ends where the next one begins.
 */
export const packCountryTable = (ranges: { 4: readonly CountryRange[]; 16: readonly CountryRange[] }): Uint8Array => {
  const countries = new Map([[noCountry, 0]])
  const numberOf = (country: string): number => {
    if (!/^[A-Z]{2}$/.test(country)) throw new Error(`${country} is not a country code`)
    const number = countries.get(country) ?? countries.size
    countries.set(country, number)
    return number
  }
  const rows = ([4, 16] as const).map((length) => packRows(ranges[length], families[length], numberOf))
  // The country index of a row has one byte, so the table holds at most 256 countries.
  if (countries.size > 256) throw new Error('too many countries')
  const head = Buffer.alloc(2)
  head.writeUInt16BE(countries.size)
  return Buffer.concat([head, Buffer.from([...countries.keys()].join(''), 'latin1'), ...rows])
}

const packRows = (
  ranges: readonly CountryRange[],
  { bytes }: Family,
  numberOf: (country: string) => number,
): Uint8Array => {
  const rows: { start: bigint; country: number }[] = [{ start: 0n, country: 0 }]
  const size = 8n * BigInt(bytes)
  const begin = (start: bigint, country: number): void => {
    if (rows.at(-1)?.start === start) rows.pop()
    if (rows.at(-1)?.country !== country) rows.push({ start, country })
  }
  let free = 0n
  for (const { first, last, country } of ranges) {
    const [start, end] = [prefixOf(first, bytes, 0), prefixOf(last, bytes, 0xff)]
    if (start < free || end < start) throw new Error('ranges overlap or are out of order')
    begin(start, numberOf(country))
    free = end + 1n
    if (free < 1n << size) begin(free, 0)
  }
  const packed = Buffer.alloc(4 + rows.length * (bytes + 1))
  packed.writeUInt32BE(rows.length)
  for (const [index, { start, country }] of rows.entries()) {
    packed.write(start.toString(16).padStart(2 * bytes, '0'), 4 + index * bytes, 'hex')
    packed.writeUInt8(country, 4 + rows.length * bytes + index)
  }
  return packed
}

/** Returns the upper half of an IPv6 address. Throws if the range starts or ends inside a /64. */
const prefixOf = (address: Uint8Array, bytes: number, rest: number): bigint => {
  if (address.slice(bytes).some((byte) => byte !== rest)) throw new Error('range smaller than a /64')
  return BigInt(`0x${Buffer.from(address.slice(0, bytes)).toString('hex')}`)
}

export const openCountryTable = (table: Uint8Array): CountryFinder => {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength)
  const countries = 2
  const rowsOf4 = countries + 2 * view.getUint16(0)
  const rowsOf16 = rowsOf4 + 4 + view.getUint32(rowsOf4) * (families[4].bytes + 1)
  const end = rowsOf16 + 4 + view.getUint32(rowsOf16) * (families[16].bytes + 1)
  if (end !== table.byteLength) throw new Error('truncated country table')
  return (address) => {
    const isShort = address.length === 4
    const { bytes, read } = families[isShort ? 4 : 16]
    const at = isShort ? rowsOf4 : rowsOf16
    const count = view.getUint32(at)
    const sought = read(new DataView(address.buffer, address.byteOffset), 0)
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (read(view, at + 4 + middle * bytes) <= sought) low = middle
      else high = middle - 1
    }
    const number = view.getUint8(at + 4 + count * bytes + low)
    const letter = (index: number): string => String.fromCharCode(view.getUint8(countries + 2 * number + index))
    return number === 0 ? '' : letter(0) + letter(1)
  }
}
