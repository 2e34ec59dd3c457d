import { base58 } from '@scure/base'

/** Readers of the accounts that a simulation compares. Each returns null for bytes of another kind of account. */

export const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
export const systemProgram = '11111111111111111111111111111111'
const lookupTableProgram = 'AddressLookupTab1e1111111111111111111111111'

export type AccountState = { lamports: bigint; program: string; data: Uint8Array }

/** An account that holds tokens. `delegate` may take up to `allowed`; `closer` may close the account. */
export type TokenAccount = {
  mint: string
  owner: string
  amount: bigint
  delegate: string | null
  allowed: bigint
  closer: string | null
  isFrozen: boolean
}

const accountLength = 165
const mintLength = 82
/** Token-2022 marks the kind of an account behind the longest account without extensions. */
const kindAt = 165
const kinds = { mint: 1, account: 2 }

const keyAt = (data: Uint8Array, at: number): string => base58.encode(data.slice(at, at + 32))
const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.length)
/** An optional key is a number of four bytes, which is one if there is a key, and then the key. */
const optionalKeyAt = (data: Uint8Array, at: number): string | null =>
  viewOf(data).getUint32(at, true) === 1 ? keyAt(data, at + 4) : null

export const readTokenAccount = ({ program, data }: AccountState): TokenAccount | null => {
  if (!tokenPrograms.includes(program)) return null
  if (data.length !== accountLength && data[kindAt] !== kinds.account) return null
  const view = viewOf(data)
  return {
    mint: keyAt(data, 0),
    owner: keyAt(data, 32),
    amount: view.getBigUint64(64, true),
    delegate: optionalKeyAt(data, 72),
    isFrozen: data[108] === 2,
    allowed: view.getBigUint64(121, true),
    closer: optionalKeyAt(data, 129),
  }
}

/** `fee` is what the token keeps of each transfer, in hundredths of a percent. */
export type Mint = {
  decimals: number
  minter: string | null
  freezer: string | null
  extensions: { fee: number; delegate: string | null; hook: string | null }
}

const extensionKinds = { fee: 1, delegate: 12, hook: 14 }
const noKey = base58.encode(new Uint8Array(32))

export const readMint = ({ program, data }: AccountState): Mint | null => {
  if (!tokenPrograms.includes(program)) return null
  if (data.length !== mintLength && data[kindAt] !== kinds.mint) return null
  const extensions = readExtensions(data)
  const fee = extensions.get(extensionKinds.fee)
  const keyOf = (value: Uint8Array | undefined, at: number): string | null => {
    const key = value && value.length >= at + 32 ? keyAt(value, at) : noKey
    return key === noKey ? null : key
  }
  return {
    minter: optionalKeyAt(data, 0),
    decimals: data[44] ?? 0,
    freezer: optionalKeyAt(data, 46),
    extensions: {
      // The fee of the newer of two periods. The older one may still count for some hours.
      fee: fee && fee.length >= 108 ? Math.max(viewOf(fee).getUint16(88, true), viewOf(fee).getUint16(106, true)) : 0,
      delegate: keyOf(extensions.get(extensionKinds.delegate), 0),
      hook: keyOf(extensions.get(extensionKinds.hook), 32),
    },
  }
}

/** Extensions follow the kind of the account: a type and a length of two bytes each, and the value. */
const readExtensions = (data: Uint8Array): Map<number, Uint8Array> => {
  const found = new Map<number, Uint8Array>()
  const view = viewOf(data)
  for (let at = kindAt + 1; at + 4 <= data.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (type === 0) break
    found.set(type, data.slice(at + 4, at + 4 + length))
    at += 4 + length
  }
  return found
}

/** A nonce account lets a transaction stay valid until somebody with its authority advances the nonce. */
export const readNonceAuthority = ({ program, data }: AccountState): string | null =>
  program === systemProgram && data.length === 80 ? keyAt(data, 8) : null

const tableHeaderLength = 56
/** The addresses of a lookup table. */
export const readLookupTable = ({ program, data }: AccountState): string[] | null => {
  if (program !== lookupTableProgram || data.length < tableHeaderLength || viewOf(data).getUint32(0, true) !== 1)
    return null
  return Array.from({ length: Math.floor((data.length - tableHeaderLength) / 32) }, (_, index) =>
    keyAt(data, tableHeaderLength + index * 32),
  )
}
