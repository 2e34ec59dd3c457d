import * as v from 'valibot'
import type { Address } from 'viem'
import { chooseFees } from '../fees/chooseFees.ts'
import { suggestFees, transactionCost } from '../fees/suggestFees.ts'
import { type BlockContext, readNextBlock } from '../simulate/blockContext.ts'
import type { RequestedFees } from './callParams.ts'
import { quantitySchema, type RpcContext } from './scope.ts'

/** The conditions under which the wallet sends a transaction. `block` is null if the node does not tell its blocks. */
export type SendConditions = {
  fees: ReturnType<typeof chooseFees>
  block: BlockContext | null
  firstNonce: number
  minedNonce: number
  balance: bigint
}

export const readConditions = async (
  { scope, chainId }: RpcContext,
  account: Address,
  requested: RequestedFees,
): Promise<SendConditions> => {
  const { node, nonces } = scope
  const suggested = suggestFees(node, chainId)
  const ask = async (method: 'eth_getTransactionCount' | 'eth_getBalance'): Promise<bigint> =>
    v.parse(quantitySchema, await node.ask(chainId, method, [account, 'latest']))
  const baseFee = suggested.then(({ normal }) =>
    normal.type === 'eip1559' ? normal.expected - normal.maxPriorityFeePerGas : null,
  )
  const [fees, block, next, mined, balance] = await Promise.all([
    suggested.then((each) => chooseFees(each, requested)),
    readNextBlock(node, chainId, baseFee, scope.now),
    nonces.next(chainId, account),
    ask('eth_getTransactionCount'),
    ask('eth_getBalance'),
  ])
  return { fees, block, firstNonce: requested.nonce ?? next, minedNonce: Number(mined), balance }
}

/**
 * Returns the fees that the simulation uses. The first is the fee that the card selects at the start. If the account
 * cannot pay that one, the first is the cheapest.
 */
export const feesToSimulate = ({ fees, balance }: SendConditions, gas: bigint, value: bigint) => {
  const isPreset = ({ id }: SendConditions['fees'][number]): boolean => id === 'normal' || id === 'site'
  const costOf = ({ fee }: SendConditions['fees'][number]): bigint => transactionCost(fee, gas).most + value
  const ordered = [...fees.filter(isPreset), ...fees.filter((each) => !isPreset(each))]
  const affordable = ordered.filter((each) => costOf(each) <= balance)
  return (affordable.length > 0 ? affordable : ordered).map(({ fee }) => fee)
}
