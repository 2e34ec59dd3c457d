import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, bech32, bech32m, createBase58check, hex } from '@scure/base'
import type { ChainAdapter } from './adapter.ts'
import { commonAdapter } from './commonAdapter.ts'
import { readSignature } from './readSignature.ts'

const base58check = createBase58check(sha256)

/** Base58 decoding takes quadratic time, so text longer than any address is rejected before decoding. */
const longestBase58 = 36

/**
 * The version bytes of P2PKH and P2SH addresses, and the prefix of SegWit addresses. All Bitcoin test networks use the
 * same values.
 */
const main = { versions: [0x00, 0x05], prefix: 'bc' }
const test = { versions: [0x6f, 0xc4], prefix: 'tb' }

const isAddress = (address: string, { testnet }: Network): boolean => {
  const { versions, prefix } = testnet ? test : main
  return isSegwit(address, prefix) || isBase58(address, versions)
}

const isBase58 = (address: string, versions: number[]): boolean => {
  if (address.length > longestBase58) return false
  try {
    const [version = -1, ...hash] = base58check.decode(address)
    return hash.length === 20 && versions.includes(version)
  } catch {
    return false
  }
}

/** SegWit addresses of version 0 have the checksum of BIP-173. Those of later versions have the checksum of BIP-350. */
const isSegwit = (address: string, prefix: string): boolean => {
  try {
    const isFirst = address.toLowerCase().startsWith(`${prefix}1q`)
    const code = isFirst ? bech32 : bech32m
    const decoded = code.decode(address as `${string}1${string}`)
    const [version = -1, ...words] = decoded.words
    const { length } = code.fromWords(words)
    if (decoded.prefix !== prefix || version > 16 || length < 2 || length > 40) return false
    return isFirst ? length === 20 || length === 32 : version > 0
  } catch {
    return false
  }
}

/** The wallet signs by BIP-322 or the legacy scheme, as the address type requires. */
const signMessage: ChainAdapter['signMessage'] = async (request, text, { address }) => {
  const params = { account: address, address, message: text }
  const signature = readSignature(await request({ method: 'signMessage', params }), /^[A-Za-z0-9+/]+=*$/)
  // The WalletConnect specification wants the signature in hex, but many wallets answer in base64. A base64 signature
  // is never all hex digits.
  return isHex(signature) ? base64.encode(hex.decode(signature.toLowerCase())) : signature
}

const isHex = (text: string): boolean => /^(?:[0-9a-f]{2})+$/i.test(text)

export default { ...commonAdapter, isAddress, signMessage } satisfies ChainAdapter
