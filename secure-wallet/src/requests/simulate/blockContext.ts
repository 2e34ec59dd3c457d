import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import * as v from 'valibot'
import { type Address, type Hex, numberToHex } from 'viem'
import type { NodeClient } from '../../session/node.ts'
import { addressSchema, amountSchema } from './nodeValues.ts'

/** The facts of a block that a contract can read. `baseFee` is null on networks without EIP-1559. */
export type BlockContext = { number: bigint; time: bigint; coinbase: Address; baseFee: bigint | null; randomness: Hex }

const block = v.object({ number: amountSchema, timestamp: amountSchema, miner: addressSchema })

/** The seconds that the wallet assumes between two blocks. Each transaction of a bundle waits for the block of the one before. */
const blockSeconds = 12n

/**
 * Predicts the next block, which is the first that may hold the transaction. Its time comes from the node's own pending
 * block, because the clock of this device may be wrong.
 */
export const readNextBlock = async (
  node: NodeClient,
  chainId: CaipNetworkId,
  baseFee: Promise<bigint | null>,
  now: () => number,
): Promise<BlockContext | null> => {
  const ask = (tag: 'latest' | 'pending') =>
    node.ask(chainId, 'eth_getBlockByNumber', [tag, false]).then(
      (answered) => v.safeParse(block, answered),
      () => null,
    )
  const [latest, pending, nextBaseFee] = await Promise.all([ask('latest'), ask('pending'), baseFee])
  if (!latest?.success) return null
  const { number, timestamp, miner } = latest.output
  const predicted = pending?.success ? pending.output.timestamp : BigInt(Math.floor(now() / 1_000))
  return {
    number: number + 1n,
    time: predicted > timestamp ? predicted : timestamp + 1n,
    coinbase: miner,
    baseFee: nextBaseFee,
    randomness: randomHex(32),
  }
}

/** The block of a later transaction of the same bundle. */
export const followingBlock = (first: BlockContext, index: number): BlockContext => ({
  ...first,
  number: first.number + BigInt(index),
  time: first.time + BigInt(index) * blockSeconds,
})

/**
 * A block 12 to 60 s later, of another producer. Each is random, so that no contract can know which blocks the wallet
 * tries.
 */
export const laterBlock = (next: BlockContext): BlockContext => blockAfter(next, 12 + randomBelow(49))

/** A block 60 to 71 s later: what changes within the next minute has changed in it. */
export const lastBlock = (next: BlockContext): BlockContext => blockAfter(next, 60 + randomBelow(12))

const blockAfter = (next: BlockContext, seconds: number): BlockContext => ({
  ...next,
  number: next.number + BigInt(seconds) / blockSeconds,
  time: next.time + BigInt(seconds),
  coinbase: randomHex(20),
  randomness: randomHex(32),
})

/** The names are those of `eth_simulateV1`, which `debug_traceCall` of current nodes shares. */
export const blockOverridesOf = ({ number, time, coinbase, baseFee, randomness }: BlockContext) => ({
  number: numberToHex(number),
  time: numberToHex(time),
  feeRecipient: coinbase,
  prevRandao: randomness,
  ...(baseFee !== null && { baseFeePerGas: numberToHex(baseFee) }),
})

export const randomHex = (bytes: number): Hex => `0x${bytesToHex(crypto.getRandomValues(new Uint8Array(bytes)))}`
const randomBelow = (ceiling: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % ceiling
