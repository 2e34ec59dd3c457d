import { bytesToHex } from '@noble/hashes/utils.js'
import type { PreparedRequest } from '../../approval/approvals.ts'
import { onlyChoiceFields } from '../../approval/proposal.ts'
import { decodeInstruction } from '../decode/solana/instructions.ts'
import { insertSignature } from '../decode/solana/transaction.ts'
import { describeSolana } from '../describe/solana.ts'
import { solanaTokens } from '../describe/tokens.ts'
import { isWorseOnSolana } from '../simulate/solana.ts'
import type { RpcContext } from './scope.ts'
import type { SignedOnSolana, SolanaRequest, TriedOnSolana } from './solana.ts'

/** Makes the card of simulated Solana transactions, and what signs them. */
export const proposeSolana = (
  { scope, network, chainId }: RpcContext,
  { account, transactions, finish }: SolanaRequest,
  { madeAt, fees, trials, list, tryAgain }: TriedOnSolana,
): PreparedRequest => {
  const actions = transactions.flatMap(({ message }, index) =>
    message.instructions.map((each) => decodeInstruction(each, trials[index]?.accounts?.addresses ?? message.accounts)),
  )
  const mints = new Set(trials.flatMap((trial) => [...trial.mints.keys()]))
  const { label, kind, fee, payment, ...facts } = describeSolana({
    account,
    network,
    transactions,
    trials,
    actions,
    tokens: solanaTokens(list, mints),
    fee: fees.reduce((sum, each) => sum + each, 0n),
    receivers: scope.site.receiversOn(chainId),
  })
  const payloads = transactions.map(({ messageBytes }) => bytesToHex(messageBytes))
  const isEstimate = trials.every(({ simulation }) => simulation.status === 'ok')
  return {
    proposal: {
      facts: { host: scope.host, lead: '', ...facts },
      kind,
      choices: [{ ...onlyChoiceFields, label, fee, namespace: 'solana', payloads }],
      blocked: null,
      ...(isEstimate && { estimatedAt: madeAt }),
    },
    estimate: {
      madeAt,
      isStillTrue: async () =>
        (await tryAgain()).every(
          ({ simulation }, index) => !isWorseOnSolana(trials[index]?.simulation ?? { status: 'unknown' }, simulation),
        ),
    },
    complete: async (_choice, sign) => {
      const signed: SignedOnSolana[] = []
      for (const [index, transaction] of transactions.entries()) {
        const signature = await sign(payloads[index] ?? '')
        signed.push({ signature, transaction: insertSignature(transaction, account, signature) })
      }
      const { result, sent } = await finish(signed)
      return { status: 'done', result, ...(sent && { sent: { ...sent, ...(payment && { payment }) } }) }
    },
  }
}
