import { hex } from '@scure/base'

/** The page's argument to `signPayload`. Numbers are big-endian hex; the other fields are SCALE-encoded. */
export type ExtrinsicPayload = {
  method: string
  era: string
  nonce: string
  tip: string
  specVersion: string
  transactionVersion: string
  genesisHash: string
  blockHash: string
  /** The mode is 0, since the signature covers no metadata hash (CheckMetadataHash). */
  mode?: number
  signedExtensions?: string[]
}

/** The bytes that a version 4 extrinsic signs, in the order of the runtimes' extensions. */
export function encodeExtrinsicPayload(payload: ExtrinsicPayload): Uint8Array {
  const checksMetadata = payload.signedExtensions?.includes('CheckMetadataHash')
  return Uint8Array.of(
    ...bytes(payload.method),
    ...bytes(payload.era),
    ...compact(BigInt(payload.nonce)),
    ...compact(BigInt(payload.tip)),
    ...(checksMetadata ? [payload.mode ?? 0] : []),
    ...fixed(BigInt(payload.specVersion), 4),
    ...fixed(BigInt(payload.transactionVersion), 4),
    ...bytes(payload.genesisHash),
    ...bytes(payload.blockHash),
    ...(checksMetadata ? [0] : []),
  )
}

const bytes = (text: string): Uint8Array => hex.decode(text.replace(/^0x/, ''))

const fixed = (value: bigint, size: number): number[] =>
  Array.from({ length: size }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn))

/** SCALE's compact integer: the two lowest bits hold its length. */
const compact = (value: bigint): number[] => {
  if (value < 1n << 6n) return fixed(value << 2n, 1)
  if (value < 1n << 14n) return fixed((value << 2n) | 1n, 2)
  if (value < 1n << 30n) return fixed((value << 2n) | 2n, 4)
  const size = Math.ceil(value.toString(16).length / 2)
  return [((size - 4) << 2) | 3, ...fixed(value, size)]
}
