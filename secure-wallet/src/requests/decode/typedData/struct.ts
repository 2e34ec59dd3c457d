import { type Address, getAddress, isAddress } from 'viem'
import { readListType, type StructTypes } from './types.ts'

export type TypedValue = string | boolean | bigint | readonly TypedValue[] | TypedStruct
export type TypedStruct = { readonly [name: string]: TypedValue }

/** Deep enough for a bulk order of Seaport, whose tree of lists has up to 24 levels. */
const depthLimit = 40
const valueLimit = 200_000

type Reading = { types: StructTypes; mistyped(address: Address): void; left: number }

/**
 * Copies the members of a struct that its type names, each in the one form in which it is hashed. Throws for a missing
 * member and for a value that does not fit its type. Reports addresses with a wrong checksum.
 */
export const readStruct = (
  raw: unknown,
  name: string,
  types: StructTypes,
  mistyped: (address: Address) => void,
): TypedStruct => readMembers(raw, name, { types, mistyped, left: valueLimit }, 0)

const readMembers = (raw: unknown, name: string, reading: Reading, depth: number): TypedStruct => {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw new Error('struct')
  const members = reading.types.get(name) ?? []
  return Object.fromEntries(
    members.map((member) => {
      if (!Object.hasOwn(raw, member.name)) throw new Error('a member is missing')
      return [
        member.name,
        readValue((raw as { [each: string]: unknown })[member.name], member.type, reading, depth + 1),
      ]
    }),
  )
}

const readValue = (raw: unknown, type: string, reading: Reading, depth: number): TypedValue => {
  reading.left -= 1
  if (depth > depthLimit || reading.left < 0) throw new Error('too large')
  const list = readListType(type)
  if (list) {
    if (!Array.isArray(raw) || (list.length !== null && raw.length !== list.length)) throw new Error('list')
    return raw.map((each) => readValue(each, list.item, reading, depth + 1))
  }
  return reading.types.has(type) ? readMembers(raw, type, reading, depth) : readElementary(raw, type, reading)
}

const readElementary = (raw: unknown, type: string, { mistyped }: Reading): TypedValue => {
  switch (type.replace(/\d+$/, '')) {
    case 'address':
      return readAddress(raw, mistyped)
    case 'bool':
      if (typeof raw !== 'boolean') throw new Error('bool')
      return raw
    case 'string':
      // A lone surrogate has no UTF-8 form, so U+FFFD is hashed in its place.
      if (typeof raw !== 'string') throw new Error('string')
      return raw.toWellFormed()
    case 'bytes':
      return readBytes(raw)
    default:
      return readInteger(raw)
  }
}

const readAddress = (raw: unknown, mistyped: (address: Address) => void): Address => {
  if (typeof raw !== 'string' || !isAddress(raw, { strict: false })) throw new Error('address')
  const address = getAddress(raw.toLowerCase())
  const hasChecksum = /[a-f]/.test(raw) && /[A-F]/.test(raw)
  if (hasChecksum && raw !== address) mistyped(address)
  return address
}

const readBytes = (raw: unknown): string => {
  if (typeof raw !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(raw)) throw new Error('bytes')
  return raw.toLowerCase()
}

/** Pages write integers as numbers, as decimal text or as hex. The encoder refuses those that do not fit their type. */
const readInteger = (raw: unknown): bigint => {
  const isWritten = typeof raw === 'string' && /^(?:-?\d{1,80}|0x[0-9a-fA-F]{1,64})$/.test(raw)
  if (!isWritten && !(typeof raw === 'number' && Number.isInteger(raw))) throw new Error('integer')
  return BigInt(raw as string | number)
}
