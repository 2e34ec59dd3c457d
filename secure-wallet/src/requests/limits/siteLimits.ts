import type { CaipNetworkId } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { LimitedPayment, SiteLimit } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import * as v from 'valibot'
import type { SendFlowRequest } from '../../windows/flows/flow.ts'

/** The visitor's limit for this site, which the server keeps (SECURITY-MODEL.md 3.7). */
export type SiteLimits = {
  /** Reads the limit, and whether the visitor knows this receiver. Null if no limit can apply on this site. */
  read(chainId: CaipNetworkId, receiver: string): Promise<SiteLimit | null>
  /** Counts a payment. Resolves with whether the limit allows it. */
  reserve(payment: LimitedPayment): Promise<boolean>
  /** Tells the server of a confirmed transfer, so that the server knows its receiver. */
  reportPaid(chainId: CaipNetworkId, hash: string): Promise<void>
}

const amount = v.pipe(v.string(), v.regex(/^\d{1,78}$/))
const limitSchema = v.object({
  limit: v.nullable(v.object({ chainId: v.string(), token: v.string(), perDay: amount, spentToday: amount })),
  isKnown: v.boolean(),
})
const reservationSchema = v.object({ isReserved: v.boolean() })

type Options = {
  ask: SendFlowRequest
  /** False on a site that is not trusted or that is itself in a frame. There a limit never counts. */
  canApply: boolean
}

export const createSiteLimits = ({ ask, canApply }: Options): SiteLimits => ({
  read: async (chainId, receiver) => {
    if (!canApply) return null
    try {
      const query = new URLSearchParams({ chainId, receiver })
      return v.parse(limitSchema, await ask({ method: 'GET', path: `limit?${query}` }))
    } catch {
      // Without an answer the visitor confirms the payment as any other.
      return null
    }
  },
  reserve: async (payment) => {
    if (!canApply) return false
    try {
      const answer = await ask({ method: 'POST', path: 'limit/spend', body: payment })
      return v.parse(reservationSchema, answer).isReserved
    } catch {
      // The server may have counted the payment before the connection broke. The visitor confirms it in the window.
      return false
    }
  },
  reportPaid: async (chainId, hash) => {
    await ask({ method: 'POST', path: 'receivers/paid', body: { chainId, hash } })
  },
})
