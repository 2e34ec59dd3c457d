import * as v from 'valibot'
import { enrolAnswerSchema } from './enrolment.ts'

/**
 * An offer: a secure frame with an unlocked wallet gives it to a wallet window without a share set. The window answers
 * with its worker's public key, and with id and key of a second flow. The frame seals the vault key for that worker and
 * answers the second flow with it.
 */
export const offerRequestSchema = v.strictObject({
  walletId: v.pipe(v.string(), v.maxLength(64)),
  email: v.pipe(v.string(), v.maxLength(512)),
  /** The frame's session, which the window offers to remove together with its own. */
  sessionId: v.exactOptional(v.pipe(v.string(), v.maxLength(64))),
})
export type OfferRequest = v.InferOutput<typeof offerRequestSchema>

export const offerAnswerSchema = v.strictObject({
  publicKey: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
  mailbox: v.strictObject({
    flowId: v.pipe(v.string(), v.uuid()),
    key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  }),
})
export type OfferAnswer = v.InferOutput<typeof offerAnswerSchema>

export const offeredWalletSchema = v.strictObject({ handover: enrolAnswerSchema.options[0].entries.handover })
export type OfferedWallet = v.InferOutput<typeof offeredWalletSchema>
