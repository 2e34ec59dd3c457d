import type { Hex } from 'viem'
import { addressOf, domainTypes, type TypedDataForm } from '../form.ts'
import { forwarded } from './forwardRequest.ts'

type ZkSyncTransaction = {
  txType: bigint
  from: bigint
  to: bigint
  value: bigint
  paymaster: bigint
  data: Hex
  factoryDeps: readonly Hex[]
}

/** A whole transaction of a ZKsync chain, which has the form of typed data. The wallet has not simulated it. */
export const zkSyncTransaction: TypedDataForm = {
  types: [
    'Transaction(uint256 txType,uint256 from,uint256 to,uint256 gasLimit,uint256 gasPerPubdataByteLimit,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 paymaster,uint256 nonce,uint256 value,bytes data,bytes32[] factoryDeps,bytes paymasterInput)',
  ],
  domain: { types: [domainTypes.noContract], names: ['zkSync'], versions: ['2'] },
  read: ({ txType, from, to, value, paymaster, data, factoryDeps }: ZkSyncTransaction, context) => {
    const [sender, target] = [addressOf(from), addressOf(to)]
    // A paymaster may take tokens for the fee, and factory dependencies are code that the transaction publishes.
    const isPlain = txType === 113n && paymaster === 0n && factoryDeps.length === 0
    return sender && target && isPlain ? forwarded({ from: sender, to: target, value, data }, null, context) : null
  },
}
