import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { Address } from 'viem'
import type { ApprovalChoice } from '../../approval/proposal.ts'
import { messages } from '../../approval/transactionMessages.ts'
import type { chooseFees } from '../fees/chooseFees.ts'
import { feeText } from '../fees/feeText.ts'
import { transactionCost } from '../fees/suggestFees.ts'
import type { PlannedTransaction } from '../simulate/plan.ts'
import type { RequestedCall } from './callParams.ts'
import { draftTransaction, type TransactionDraft } from './drafts.ts'
import { gasMargin } from './simulateCalls.ts'

type Variant = {
  requested: readonly RequestedCall[]
  gas: { limits: readonly bigint[] }
  label: string
  /** The allowance limit of this variant, if the card offers limits to pick from. */
  limit?: { id: string } | undefined
}
type Options = { account: Address; network: Network; firstNonce: number; fees: ReturnType<typeof chooseFees> }
/** `most`: the highest possible fee of all transactions, in the smallest unit of the native coin. */
type Made = {
  choice: ApprovalChoice
  transactions: PlannedTransaction[]
  drafts: TransactionDraft[]
  most: bigint
}

/**
 * Makes one choice for each fee of each allowance limit. A choice holds the network fee as the card shows it, and the
 * payloads to sign.
 */
export const makeChoices = (variants: readonly Variant[], { account, network, firstNonce, fees }: Options): Made[] =>
  variants.flatMap(({ requested, gas: { limits }, label, limit }) =>
    fees.map(({ id, fee }): Made => {
      const transactions = requested.map(({ to, value, data }, index) => ({
        ...{ from: account, to, value, data, fee },
        nonce: firstNonce + index,
        gas: limits[index] ?? 0n,
      }))
      const drafts = transactions.map((each) => draftTransaction(each, Number(network.id)))
      const costs = limits.map((each) => transactionCost(fee, each))
      const most = costs.reduce((sum, cost) => sum + cost.most, 0n)
      const likely = costs.reduce((sum, cost) => sum + (cost.likely * 100n) / gasMargin, 0n)
      const choice: ApprovalChoice = {
        id: limit ? `${limit.id} ${id}` : id,
        ...(limit && { limitId: limit.id }),
        name: messages.fees[id],
        isPreset: id === 'normal' || id === 'site',
        fee: { likely: feeText(likely, network.nativeCurrency), most: feeText(most, network.nativeCurrency) },
        label,
        namespace: 'eip155',
        payloads: drafts.map(({ digest }) => digest),
      }
      return { choice, transactions, drafts, most }
    }),
  )
