import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import * as v from 'valibot'
import type { NodeClient } from '../../session/node.ts'

export type FeeLevel = 'low' | 'normal' | 'fast'
/** Fees per unit of gas, in wei. */
export type GasFee =
  | { type: 'eip1559'; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; expected: bigint }
  | { type: 'legacy'; gasPrice: bigint }
type FeeSuggestion = { [Level in FeeLevel]: GasFee }

const levels: readonly FeeLevel[] = ['low', 'normal', 'fast']
const blockCount = 10
/** The percentiles of each block's tips from which the three fee levels come. */
const percentiles = [10, 50, 90]
/** The highest base fee that the transaction still accepts, in percent of the current base fee. */
const headroom = { low: 125n, normal: 150n, fast: 200n } as const satisfies { [Level in FeeLevel]: bigint }
const legacyFactor = { low: 100n, normal: 110n, fast: 130n } as const satisfies { [Level in FeeLevel]: bigint }

const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-fA-F]{1,64}$/),
  v.transform((hex) => BigInt(hex)),
)
const history = v.object({
  baseFeePerGas: v.pipe(v.array(quantity), v.minLength(1)),
  reward: v.nullish(v.array(v.array(quantity)), []),
})

/** Suggests EIP-1559 fees if the network supports them, otherwise the network's gas price. */
export const suggestFees = async (node: NodeClient, chainId: CaipNetworkId): Promise<FeeSuggestion> => {
  const answered = await node
    .ask(chainId, 'eth_feeHistory', [`0x${blockCount.toString(16)}`, 'latest', percentiles])
    // Nodes of networks without EIP-1559 don't know `eth_feeHistory`.
    .catch(() => null)
  const read = v.safeParse(history, answered)
  const base = read.success ? read.output.baseFeePerGas.at(-1) : undefined
  if (!read.success || base === undefined || read.output.baseFeePerGas.every((fee) => fee === 0n)) {
    const gasPrice = v.parse(quantity, await node.ask(chainId, 'eth_gasPrice', []))
    return each((level) => ({ type: 'legacy', gasPrice: (gasPrice * legacyFactor[level]) / 100n }))
  }
  const { reward } = read.output
  return each((level, index) => {
    const tip = median((reward ?? []).map((paid) => paid[index] ?? 0n))
    return {
      type: 'eip1559',
      maxPriorityFeePerGas: tip,
      maxFeePerGas: (base * headroom[level]) / 100n + tip,
      expected: base + tip,
    }
  })
}

const each = (fee: (level: FeeLevel, index: number) => GasFee): FeeSuggestion => ({
  low: fee('low', levels.indexOf('low')),
  normal: fee('normal', levels.indexOf('normal')),
  fast: fee('fast', levels.indexOf('fast')),
})

/**
 * Returns the median tip. Ignores the zero tips that empty blocks report, because no full block would accept a zero
 * tip.
 */
const median = (paid: bigint[]): bigint => {
  const tips = paid.filter((tip) => tip > 0n).sort((a, b) => (a < b ? -1 : 1))
  return tips[Math.floor(tips.length / 2)] ?? 1_000_000n
}

/** Returns the highest and the likely cost of a transaction, in the smallest unit of the native coin. */
export const transactionCost = (fee: GasFee, gas: bigint): { most: bigint; likely: bigint } =>
  fee.type === 'legacy'
    ? { most: fee.gasPrice * gas, likely: fee.gasPrice * gas }
    : {
        most: fee.maxFeePerGas * gas,
        likely: fee.expected * gas,
      }
