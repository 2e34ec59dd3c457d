import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'

export type Account = { nonce: number; free: bigint }

/** The prefix of every account's storage key: twox128('System') and twox128('Account'). */
const systemAccount = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'

/** The public key of an SS58 address of any network. */
export function readAccountId(address: string): Uint8Array {
  const bytes = base58.decode(address)
  const [body, checksum] = [bytes.subarray(0, -2), bytes.subarray(-2)]
  const expected = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)
  const accountId = body.subarray((body[0] ?? 0) < 64 ? 1 : 2)
  if (accountId.length !== 32 || bytesToHex(checksum) !== bytesToHex(expected)) throw new Error('Invalid SS58 address')
  return accountId
}

/** The storage key of an account: blake2_128_concat of its public key. */
export const accountStorageKey = (accountId: Uint8Array): string =>
  `0x${systemAccount}${bytesToHex(blake2b(accountId, { dkLen: 16 }))}${bytesToHex(accountId)}`

/**
 * Encodes an AccountInfo in SCALE. Its fields are nonce, consumers, providers and sufficients, then free, reserved,
 * frozen and flags.
 */
export function encodeAccount({ nonce, free }: Account): string {
  const bytes = Buffer.alloc(80)
  bytes.writeUInt32LE(nonce, 0)
  bytes.writeUInt32LE(1, 8)
  bytes.writeBigUInt64LE(free & 0xffffffffffffffffn, 16)
  bytes.writeBigUInt64LE(free >> 64n, 24)
  bytes[79] = 0x80
  return `0x${bytes.toString('hex')}`
}
