import { unreadableAnswer } from './nodeClient.ts'

/** The largest amount. No chain has amounts of more than 256 bits. */
const most = 2n ** 256n - 1n

/** Reads an amount that is a number in JSON. Throws for other values. */
export const readNumber = (value: unknown): bigint => {
  if (typeof value === 'bigint') return checkRange(value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return checkRange(BigInt(value))
  throw unreadableAnswer()
}

/** Reads an amount that is decimal text in JSON. Throws for other values. */
export const readDecimal = (value: unknown): bigint => {
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) throw unreadableAnswer()
  return checkRange(BigInt(value))
}

/** Reads a JSON-RPC quantity of the EVM, which is hex text. Throws for other values. */
export const readQuantity = (value: unknown): bigint => {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw unreadableAnswer()
  return BigInt(value)
}

export const checkRange = (amount: bigint): bigint => {
  if (amount < 0n || amount > most) throw unreadableAnswer()
  return amount
}
