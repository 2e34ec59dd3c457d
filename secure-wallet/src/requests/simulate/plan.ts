import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { type Address, numberToHex } from 'viem'
import type { NodeClient } from '../../session/node.ts'
import type { TransactionCall } from '../decode/action.ts'
import type { GasFee } from '../fees/suggestFees.ts'
import type { BlockContext } from './blockContext.ts'

/** A transaction as the wallet would sign it. */
export type PlannedTransaction = TransactionCall & { nonce: number; gas: bigint; fee: GasFee }
export type SimulationPlan = {
  account: Address
  transactions: readonly PlannedTransaction[]
  /** Transactions of this wallet that no block holds yet. They run first, and their effects don't count. */
  earlier: readonly PlannedTransaction[]
  /** The nonce of the account in the newest block. */
  minedNonce: number
  block: BlockContext
  /** The contracts that may be tokens, whose balances are read before and after. */
  tokens: readonly Address[]
}
export type SimulationNode = { node: NodeClient; chainId: CaipNetworkId }

export const callFields = ({ from, to, value, data }: TransactionCall) => ({
  from,
  ...(to !== null && { to }),
  value: numberToHex(value),
  data,
})

export const feeFields = (fee: GasFee) =>
  fee.type === 'legacy'
    ? { gasPrice: numberToHex(fee.gasPrice) }
    : {
        maxFeePerGas: numberToHex(fee.maxFeePerGas),
        maxPriorityFeePerGas: numberToHex(fee.maxPriorityFeePerGas),
      }

/** The price that a unit of gas costs in a block with this base fee. */
export const gasPriceOf = (fee: GasFee, baseFee: bigint | null): bigint => {
  if (fee.type === 'legacy') return fee.gasPrice
  const wanted = (baseFee ?? 0n) + fee.maxPriorityFeePerGas
  return wanted < fee.maxFeePerGas ? wanted : fee.maxFeePerGas
}
