type Fields = ReadonlyMap<number, (bigint | Uint8Array)[]>

/** Reads the varint and length-delimited fields of a protobuf message by number. */
export function readFields(bytes: Uint8Array): Fields {
  const fields = new Map<number, (bigint | Uint8Array)[]>()
  let at = 0

  function readVarint(): bigint {
    for (let value = 0n, shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined || shift > 63n) throw new Error('tx parse error')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }

  while (at < bytes.length) {
    const tag = readVarint()
    const number = Number(tag >> 3n)
    const list = fields.get(number) ?? []
    fields.set(number, list)
    if ((tag & 7n) === 0n) list.push(readVarint())
    else if ((tag & 7n) === 2n) {
      const end = Number(readVarint()) + at
      if (end > bytes.length) throw new Error('tx parse error')
      list.push(bytes.subarray(at, end))
      at = end
    } else throw new Error('tx parse error')
  }
  return fields
}

export function readBytes(fields: Fields, number: number): Uint8Array {
  const value = fields.get(number)?.[0]
  return value instanceof Uint8Array ? value : new Uint8Array()
}

export const readText = (fields: Fields, number: number): string => new TextDecoder().decode(readBytes(fields, number))

export function readNumber(fields: Fields, number: number): bigint {
  const value = fields.get(number)?.[0]
  return typeof value === 'bigint' ? value : 0n
}

export function readList(fields: Fields, number: number): Uint8Array[] {
  return (fields.get(number) ?? []).filter((value) => value instanceof Uint8Array)
}

/** Encodes a message of these fields and omits empty ones, as protobuf requires. */
export function writeFields(fields: readonly (readonly [number, bigint | Uint8Array])[]): Uint8Array {
  const parts = fields.flatMap(([number, value]) => {
    if (typeof value === 'bigint') return value === 0n ? [] : [varint(BigInt(number) << 3n), varint(value)]
    return value.length === 0 ? [] : [varint((BigInt(number) << 3n) | 2n), varint(BigInt(value.length)), value]
  })
  return Buffer.concat(parts)
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  for (let left = value; ; left >>= 7n) {
    if (left < 0x80n) return Uint8Array.from([...bytes, Number(left)])
    bytes.push(Number(left & 0x7fn) | 0x80)
  }
}
