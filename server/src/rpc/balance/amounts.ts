import { unreadable } from './upstream.ts'

/** No chain has amounts of more than 256 bits. */
const most = 2n ** 256n - 1n

/** An amount that JSON holds as a number. Other values throw. */
export const readNumber = (value: unknown): bigint => {
  if (typeof value === 'bigint') return checkRange(value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return checkRange(BigInt(value))
  throw unreadable()
}

/** An amount that JSON holds as decimal text. */
export const readDecimal = (value: unknown): bigint => {
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) throw unreadable()
  return checkRange(BigInt(value))
}

/** A JSON-RPC quantity of the EVM. */
export const readQuantity = (value: unknown): bigint => {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw unreadable()
  return BigInt(value)
}

export const checkRange = (amount: bigint): bigint => {
  if (amount < 0n || amount > most) throw unreadable()
  return amount
}
