import { unreadableAnswerError } from '../upstreams/httpAnswer.ts'

/** The largest amount. No chain has amounts of more than 256 bits. */
const most = 2n ** 256n - 1n

/** Reads an amount that is a number in JSON. Throws for other values. */
export const readNumberAmount = (value: unknown): bigint => {
  if (typeof value === 'bigint') return checkAmountRange(value)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return checkAmountRange(BigInt(value))
  throw unreadableAnswerError()
}

/** Reads an amount that is decimal text in JSON. Throws for other values. */
export const readDecimalAmount = (value: unknown): bigint => {
  if (typeof value !== 'string' || !/^\d{1,78}$/.test(value)) throw unreadableAnswerError()
  return checkAmountRange(BigInt(value))
}

/** Reads a JSON-RPC quantity of the EVM, which is hex text. Throws for other values. */
export const readHexAmount = (value: unknown): bigint => {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(value)) throw unreadableAnswerError()
  return BigInt(value)
}

export const checkAmountRange = (amount: bigint): bigint => {
  if (amount < 0n || amount > most) throw unreadableAnswerError()
  return amount
}
