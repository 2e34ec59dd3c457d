import type { Address } from 'viem'
import type { PreparedRequest } from '../../approval/approvals.ts'
import type { SentEnd } from '../../approval/sentPanel.ts'
import type { Receipt } from '../fees/receipt.ts'
import { findCoveredPayment } from '../limits/limitedPayment.ts'
import { readReceivers } from '../limits/receiverNames.ts'
import type { RequestedCall, RequestedFees } from './callParams.ts'
import { readConditions } from './conditions.ts'
import type { SignedTransaction } from './drafts.ts'
import { loadCallsCard } from './lazyMethods.ts'
import type { RpcContext } from './scope.ts'
import { simulateVariants } from './variants.ts'

/** Waits once for each receipt, however many callers need it. */
export type ReceiptReader = (hash: string) => Promise<Receipt>
/** The answer to the site, and how its transactions end. */
export type Sent = { result: unknown; readEnd(): Promise<SentEnd> }

/** Sends the signed transactions of one request. Resolves once a node has accepted the first one. */
export type SendSigned = (signed: readonly SignedTransaction[], receiptOf: ReceiptReader) => Promise<Sent>

/** One transaction, or several that are sent in sequence. */
export type CallsRequest = {
  account: Address
  requested: readonly RequestedCall[]
  requestedFees: RequestedFees
  send: SendSigned
}
export type SimulatedRequest = Awaited<ReturnType<typeof simulateRequest>>

/** Prepares the card of a request. The node simulates it while the code that makes the card loads. */
export const prepareCalls = async (context: RpcContext, request: CallsRequest): Promise<PreparedRequest> => {
  const [{ proposeCalls }, simulated] = await Promise.all([loadCallsCard(), simulateRequest(context, request)])
  return proposeCalls(context, request, simulated)
}

/** Simulates a request, and reads what else its card shows. */
const simulateRequest = async (context: RpcContext, { account, requested, requestedFees }: CallsRequest) => {
  const { scope, chainId } = context
  const madeAt = scope.now()
  const conditions = readConditions(context, account, requestedFees)
  const [met, tried, past, covered, receivers] = await Promise.all([
    conditions,
    simulateVariants(context, account, requested, conditions),
    scope.recipients.all(),
    findCoveredPayment(scope.limits, chainId, account, requested, requestedFees),
    readReceivers(context, account, requested),
  ])
  return { madeAt, met, tried, past, covered, receivers }
}
