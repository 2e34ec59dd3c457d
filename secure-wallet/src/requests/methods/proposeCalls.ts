import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { PreparedRequest } from '../../approval/approvals.ts'
import { messages } from '../../approval/messages.ts'
import { type LimitDependentFacts, mostHarmfulKind } from '../../approval/proposal.ts'
import { messages as texts } from '../../approval/transactionMessages.ts'
import { describeCalls } from '../describe/calls.ts'
import { describeLimit, describeSiteLimit } from '../describe/limits.ts'
import { isSameAddress } from '../describe/recipients.ts'
import { paymentOf } from '../describe/titles.ts'
import { assetTexts } from '../describe/tokens.ts'
import { type Receipt, waitForReceipt } from '../fees/receipt.ts'
import { isOnlyPayment, reportPaid } from '../limits/limitedPayment.ts'
import { makeChoices } from './choices.ts'
import { signTransactions } from './drafts.ts'
import type { RpcContext } from './scope.ts'
import type { CallsRequest, ReceiptReader, Sent, SimulatedRequest } from './transactions.ts'
import type { RequestVariant } from './variants.ts'

/** Makes the card of a simulated request, and what signs and sends its transactions. */
export const proposeCalls = (
  context: RpcContext,
  { account, requestedFees, send }: CallsRequest,
  { madeAt, met, tried, past, covered, receivers }: SimulatedRequest,
): PreparedRequest => {
  const { scope, network, chainId } = context
  const { nonces } = scope
  const recipients = covered ? [...past, covered.payment.receiver] : past
  const { fees, firstNonce, minedNonce, balance } = met
  if (requestedFees.nonce !== null && requestedFees.nonce < minedNonce) throw new AppError(walletErrors.NONCE_TOO_LOW)
  const { original, limited, tokens } = tried
  const { calls, actions, actionsOfCalls, simulation, gas } = original
  const isBlocked = gas.problem !== null
  const describeVariant = (variant: RequestVariant) => {
    const subject = { account, network, tokens, recipients, receivers, isBlocked, ...variant }
    const { kind, label, title, lead, rows, ...more } = describeCalls(subject)
    const raw = variant.requested.map(({ to, data }) => `${to ?? texts.newContract}\n${data}`).join('\n\n')
    const facts: LimitDependentFacts = { ...more, raw }
    const limit = variant.limit && { ...describeLimit(variant.limit, subject), facts }
    return { ...variant, kind, label, title, lead, rows, facts, limit }
  }
  const described = describeVariant(original)
  const variants = limited ? [describeVariant(limited), described] : [described]
  const limits = variants.flatMap(({ limit }) => limit ?? [])
  const made = makeChoices(variants, { account, network, firstNonce, fees })

  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  const [least = 0n] = made.map(({ most }) => most).toSorted((a, b) => (a < b ? -1 : 1))
  const isShort = balance < value + least
  // If the balance is too low, the visitor cannot approve any choice, so the card describes the request with the limit
  // that the site asked for.
  const preset = isShort ? described : (variants[0] ?? described)

  const harm = mostHarmfulKind(variants.map((variant) => variant.kind))
  const isWithinLimit = harm === 'transfer' && covered !== null && isOnlyPayment(simulation, covered.payment)

  const [action, ...otherActions] = actions
  // Only a simulated transfer without doubts is said to be what the visitor paid.
  const isPayment =
    harm === 'transfer' &&
    action?.kind === 'transfer' &&
    otherActions.length === 0 &&
    isSameAddress(action.from, account)
  const payment = isPayment ? paymentOf(action, receivers, assetTexts({ network, tokens })) : null

  return {
    proposal: {
      facts: {
        host: scope.host,
        title: described.title,
        lead: described.lead,
        ...preset.facts,
        message: null,
        tree: [],
        rows: [
          ...described.rows,
          ...(isWithinLimit ? [describeSiteLimit(covered, network, tokens)] : []),
          { label: messages.rows.account, value: account, isAddress: true, isDetail: true },
        ],
      },
      ...(isWithinLimit ? { kind: 'limitedTransfer' as const, limitedPayment: covered.payment } : { kind: harm }),
      ...(limits.length > 0 && !isShort && { limits }),
      choices: made.map(({ choice }) => choice),
      blocked: isShort ? 'INSUFFICIENT_FUNDS' : gas.problem,
      isBlockExplained: !isShort && gas.problem === 'EXECUTION_REVERTED' && simulation.status === 'fails',
      ...(simulation.status === 'ok' && { estimatedAt: madeAt }),
    },
    estimate: {
      madeAt,
      isStillTrue: async () => (await Promise.all(variants.map((variant) => variant.isStillTrue()))).every(Boolean),
    },
    complete: async (choice, sign) => {
      const { drafts = [], transactions = [] } = made.find((each) => each.choice.id === choice.id) ?? {}
      let sent = null as Sent | null
      let hashes: string[] = []
      const receiptOf = createReceiptReader(context)
      const spend = async (): Promise<void> => {
        const signed = await signTransactions(drafts, sign)
        hashes = signed.map(({ hash }) => hash)
        sent = await send(signed, receiptOf)
        scope.sent.add(chainId, transactions)
        for (const [index, hash] of hashes.entries())
          if (actionsOfCalls[index]?.some(({ kind }) => kind === 'transfer')) void reportPaid(context, receiptOf(hash))
      }
      // A site that sets the nonce replaces its pending transaction, so a used nonce is no problem.
      if (requestedFees.nonce !== null) await spend()
      else if (!(await nonces.spend(chainId, account, firstNonce, spend))) return { status: 'stale' }
      await scope.recipients.add(actions.flatMap((action) => (action.kind === 'transfer' ? [action.to] : [])))
      if (!sent) throw new AppError(commonErrors.INTERNAL_ERROR)
      const { result, readEnd } = sent
      const [hash = ''] = hashes
      return { status: 'done', result, sent: { network, hash, readEnd, ...(payment && { payment }) } }
    },
  }
}

const createReceiptReader = ({ scope: { node }, chainId }: RpcContext): ReceiptReader => {
  const receipts = new Map<string, Promise<Receipt>>()
  return (hash) => {
    const known = receipts.get(hash) ?? waitForReceipt(node, chainId, hash)
    receipts.set(hash, known)
    return known
  }
}
