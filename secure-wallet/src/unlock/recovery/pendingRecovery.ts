import * as v from 'valibot'

/**
 * A recovery that waits for the owner's press behind the mailed link, and then for the guardian's delay. The browser
 * stores it, so that the visitor may leave and come back.
 */
const linkedRecovery = v.object({
  walletId: v.string(),
  challengeId: v.string(),
  clientKey: v.string(),
  releaseAt: v.null(),
  number: v.string(),
  linkEndsAt: v.number(),
  resendAt: v.number(),
})
export const storedRecovery = v.union([
  linkedRecovery,
  v.object({ walletId: v.string(), challengeId: v.string(), clientKey: v.string(), releaseAt: v.number() }),
])
export type LinkedRecovery = v.InferOutput<typeof linkedRecovery>
export type PendingRecovery = v.InferOutput<typeof storedRecovery>
export type ConfirmedRecovery = Exclude<PendingRecovery, LinkedRecovery>
