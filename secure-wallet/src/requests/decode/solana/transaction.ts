import { base58 } from '@scure/base'

/** A Solana transaction message, legacy or version 0. The reader rejects spare bytes. */
export type SolanaMessage = {
  version: 'legacy' | 0
  signerCount: number
  /**
   * The base58 addresses that the message itself contains. An instruction names accounts by number; numbers beyond this
   * list mean addresses of lookup tables.
   */
  accounts: string[]
  /** Tells for each account of `accounts` whether the transaction may change that account. */
  writable: boolean[]
  blockhash: string
  instructions: SolanaInstruction[]
  tables: { account: string; writable: number[]; readonly: number[] }[]
}
export type SolanaInstruction = { program: string; accounts: number[]; data: Uint8Array }
export type SolanaTransaction = { signatures: Uint8Array[]; message: SolanaMessage; messageBytes: Uint8Array }

/** The largest transaction in bytes: Solana sends a transaction in one packet. */
const sizeLimit = 1_232
const signatureLength = 64
const keyLength = 32

export const readTransaction = (bytes: Uint8Array): SolanaTransaction | null => {
  if (bytes.length > sizeLimit) return null
  try {
    const reader = readerOf(bytes)
    const signatures = Array.from({ length: reader.length() }, () => reader.take(signatureLength))
    const messageBytes = reader.rest()
    const message = readMessage(messageBytes)
    return message && message.signerCount === signatures.length ? { signatures, message, messageBytes } : null
  } catch {
    // The reader ran out of bytes before the end of the transaction.
    return null
  }
}

export const readMessage = (bytes: Uint8Array): SolanaMessage | null => {
  if (bytes.length > sizeLimit) return null
  try {
    return read(readerOf(bytes))
  } catch {
    // The reader ran out of bytes before the end of the transaction.
    return null
  }
}

const read = (reader: Reader): SolanaMessage | null => {
  const first = reader.byte()
  const version = first >= 0x80 ? first - 0x80 : 'legacy'
  if (version !== 'legacy' && version !== 0) return null
  const signerCount = version === 'legacy' ? first : reader.byte()
  const readonlySigned = reader.byte()
  const readonlyUnsigned = reader.byte()
  const accounts = Array.from({ length: reader.length() }, () => base58.encode(reader.take(keyLength)))
  const unsigned = accounts.length - signerCount
  // The first account pays the fee. So reject a message without a signer, or whose first account is read-only.
  if (signerCount === 0 || unsigned < 0 || readonlySigned >= signerCount || readonlyUnsigned > unsigned) return null
  const blockhash = base58.encode(reader.take(keyLength))
  const calls = Array.from({ length: reader.length() }, () => ({
    program: reader.byte(),
    accounts: [...reader.take(reader.length())],
    data: reader.take(reader.length()),
  }))
  const tables =
    version === 'legacy'
      ? []
      : Array.from({ length: reader.length() }, () => ({
          account: base58.encode(reader.take(keyLength)),
          writable: [...reader.take(reader.length())],
          readonly: [...reader.take(reader.length())],
        }))
  const known = accounts.length + tables.reduce((sum, table) => sum + table.writable.length + table.readonly.length, 0)
  const instructions: SolanaInstruction[] = []
  for (const { program, ...call } of calls) {
    const address = accounts[program]
    if (program === 0 || address === undefined || call.accounts.some((index) => index >= known)) return null
    instructions.push({ program: address, ...call })
  }
  if (reader.rest().length > 0) return null
  const writable = accounts.map((_, index) =>
    index < signerCount ? index < signerCount - readonlySigned : index < accounts.length - readonlyUnsigned,
  )
  return { version, signerCount, accounts, writable, blockhash, instructions, tables }
}

/** The accounts of a transaction, those of its lookup tables included. */
export type ResolvedAccounts = { addresses: string[]; isWritable: boolean[] }

/**
 * Adds the accounts of the lookup tables in the network's order: first the writable accounts of all tables, then the
 * others. Returns null if a table lacks one of the accounts.
 */
export const resolveAccounts = (
  { accounts, writable, tables }: SolanaMessage,
  addressesOf: (table: string) => readonly string[] | undefined,
): ResolvedAccounts | null => {
  const found = (indexes: 'writable' | 'readonly'): (string | undefined)[] =>
    tables.flatMap((table) => table[indexes].map((index) => addressesOf(table.account)?.[index]))
  const [changed, read] = [found('writable'), found('readonly')]
  const looked = [...changed, ...read].filter((address) => address !== undefined)
  if (looked.length !== changed.length + read.length) return null
  return {
    addresses: [...accounts, ...looked],
    isWritable: [...writable, ...changed.map(() => true), ...read.map(() => false)],
  }
}

type Reader = { byte(): number; length(): number; take(count: number): Uint8Array; rest(): Uint8Array }
const readerOf = (bytes: Uint8Array): Reader => {
  let at = 0
  const take = (count: number): Uint8Array => {
    if (at + count > bytes.length) throw new RangeError('end of message')
    at += count
    return bytes.slice(at - count, at)
  }
  const byte = (): number => take(1)[0] ?? 0
  return {
    take,
    byte,
    /** Reads a compact-u16 only in its shortest form, so that a message has a single encoding. */
    length: () => {
      let value = 0
      for (let index = 0; index < 3; index++) {
        const each = byte()
        value |= (each & 0x7f) << (index * 7)
        if (each < 0x80) {
          if ((index > 0 && each === 0) || value > 0xffff) throw new RangeError('length')
          return value
        }
      }
      throw new RangeError('length')
    },
    rest: () => bytes.slice(at),
  }
}

/** Returns the transaction with `signature` in the position of `signer`, and with nothing else changed. */
export const insertSignature = (transaction: SolanaTransaction, signer: string, signature: Uint8Array): Uint8Array => {
  const signerIndex = transaction.message.accounts.indexOf(signer)
  const signatures = transaction.signatures.map((each, index) => (index === signerIndex ? signature : each))
  // A packet holds fewer than 128 signatures, so their count is one byte.
  return Uint8Array.from([signatures.length, ...signatures.flatMap((each) => [...each]), ...transaction.messageBytes])
}
