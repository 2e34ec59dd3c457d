import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { LimitedPayment, SpendingLimit } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { type Address, isAddressEqual } from 'viem'
import { hasSucceeded, type Receipt } from '../fees/receipt.ts'
import type { RequestedCall, RequestedFees } from '../methods/callParams.ts'
import type { RpcContext } from '../methods/scope.ts'
import type { Simulation } from '../simulate/simulation.ts'
import type { SiteLimits } from './siteLimits.ts'

/** A payment that the site's limit covers, and the limit as it was when the wallet read it. */
export type CoveredPayment = { payment: LimitedPayment; limit: SpendingLimit }

/** The call `transfer(address,uint256)` with its exact length. */
const transferCall = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/

/**
 * Reads the plain token transfer of a request. Null if the request does anything else, or if the site sets the fee, the
 * gas or the nonce. With these a site could burn coins or replace another transaction.
 */
const readTransfer = (
  chainId: CaipNetworkId,
  account: Address,
  calls: readonly RequestedCall[],
  { nonce, gasPrice, cap, tip }: RequestedFees,
): LimitedPayment | null => {
  const [call, ...others] = calls
  if (!call?.to || others.length > 0 || call.value !== 0n) return null
  if ([call.gas, nonce, gasPrice, cap, tip].some((wish) => wish !== null)) return null
  const [, to, amount] = transferCall.exec(call.data.toLowerCase()) ?? []
  if (!to || !amount) return null
  const receiver: Address = `0x${to}`
  const units = BigInt(`0x${amount}`)
  if (units === 0n || isAddressEqual(receiver, account)) return null
  return { chainId, token: call.to.toLowerCase(), receiver, amount: units.toString() }
}

/** Finds the payment of a request that the site's limit covers by what the server says now. */
export const findCoveredPayment = async (
  limits: Pick<SiteLimits, 'read'>,
  ...request: Parameters<typeof readTransfer>
): Promise<CoveredPayment | null> => {
  const payment = readTransfer(...request)
  if (!payment) return null
  const { limit, isKnown } = (await limits.read(request[0], payment.receiver)) ?? { limit: null, isKnown: false }
  if (!limit || !isKnown || limit.chainId !== payment.chainId || limit.token !== payment.token) return null
  return BigInt(limit.spentToday) + BigInt(payment.amount) <= BigInt(limit.perDay) ? { payment, limit } : null
}

/** Tells whether a simulation does exactly this payment: nothing else leaves, and nobody else gets it. */
export const isOnlyPayment = (simulation: Simulation, { token, receiver, amount }: LimitedPayment): boolean => {
  if (simulation.status !== 'ok' || simulation.doubts.length > 0) return false
  const { changes, grants, receivers } = simulation.effects
  const [change, ...otherChanges] = changes
  const [taker, ...otherTakers] = receivers
  if (!change || !taker || otherChanges.length > 0 || otherTakers.length > 0 || grants.length > 0) return false
  const { asset } = change
  return (
    asset.kind === 'erc20' &&
    isAddressEqual(asset.token, token as Address) &&
    change.amount === -BigInt(amount) &&
    isAddressEqual(taker, receiver as Address)
  )
}

/** Reports a transfer that succeeded. Without the report, the next payment is confirmed as the first one was. */
export const reportPaid = async (
  { scope: { limits }, chainId }: Pick<RpcContext, 'scope' | 'chainId'>,
  receipt: Promise<Receipt>,
): Promise<void> => {
  try {
    const mined = await receipt
    if (hasSucceeded(mined)) await limits.reportPaid(chainId, mined.transactionHash)
  } catch {
    // The page ended the connection, or the transaction was never confirmed.
  }
}
