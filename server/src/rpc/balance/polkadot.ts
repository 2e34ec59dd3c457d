import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { unreadableAnswerError } from '../upstreams/httpAnswer.ts'
import type { BalanceReader } from './reader.ts'

/** twox128('System') and twox128('Account'), the storage map in which every Substrate chain keeps its accounts. */
const systemAccount = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
/**
 * An entry is AccountInfo: four counters of 32 bits, then AccountData with free, reserved, frozen and flags of 128 bits
 * each.
 */
const accountInfoBytes = 16 + 64
const freeAt = 16

export const polkadotBalanceReader: BalanceReader = {
  source: 'rpc',
  isAddress: (address) => decodeSs58Address(address) !== null,
  read: async ({ call }, network, address) => {
    const accountId = decodeSs58Address(address)
    if (!accountId) throw new AppError(commonErrors.INVALID_PARAMS)
    const stored = await call('state_getStorage', [accountStorageKey(accountId)])
    if (stored !== null) return readFree(stored)
    // The node has no entry for the account, so the account is empty or the node serves another chain. The genesis hash
    // tells which.
    const genesis = await call('chain_getBlockHash', [0])
    if (typeof genesis !== 'string' || !genesis.startsWith(`0x${network.id}`)) throw unreadableAnswerError()
    return 0n
  },
}

/** Decodes an SS58 address to its account id, which is the same on all networks. Null if the address is invalid. */
export const decodeSs58Address = (address: string): Uint8Array | null => {
  // The address is base58, because it matches the pattern of its namespace.
  const bytes = base58.decode(address)
  const prefixBytes = (bytes[0] ?? 0) < 64 ? 1 : 2
  const body = bytes.subarray(0, -2)
  const checksum = blake2b(concatBytes(utf8ToBytes('SS58PRE'), body)).subarray(0, 2)
  const isRight = bytes.length === prefixBytes + 32 + 2 && bytesToHex(checksum) === bytesToHex(bytes.subarray(-2))
  return isRight ? body.subarray(prefixBytes) : null
}

/** Computes the storage key of an account. The hasher of this storage map is blake2_128_concat. */
export const accountStorageKey = (accountId: Uint8Array): string =>
  `0x${systemAccount}${bytesToHex(blake2b(accountId, { dkLen: 16 }))}${bytesToHex(accountId)}`

/** Reads the free balance from an account's entry. It includes locked amounts but no reserved amounts. */
const readFree = (stored: unknown): bigint => {
  if (typeof stored !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(stored)) throw unreadableAnswerError()
  const bytes = hexToBytes(stored.slice(2))
  if (bytes.length !== accountInfoBytes) throw unreadableAnswerError()
  return BigInt(`0x${bytesToHex(bytes.slice(freeAt, freeAt + 16).reverse())}`)
}
