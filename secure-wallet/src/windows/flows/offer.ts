import * as v from 'valibot'
import { enrolAnswer } from './enrolment.ts'

/**
 * The other way round: a frame that has the wallet open offers it to a window of this origin, which has none yet. The
 * window answers with its worker's public key and with a mailbox of its own, where the frame leaves what only that worker
 * can open.
 */
export const offerRequest = v.strictObject({
  walletId: v.pipe(v.string(), v.maxLength(64)),
  email: v.pipe(v.string(), v.maxLength(512)),
})
export type OfferRequest = v.InferOutput<typeof offerRequest>

export const offerAnswer = v.strictObject({
  publicKey: v.pipe(v.string(), v.regex(/^[\w-]{87}$/)),
  mailbox: v.strictObject({
    flowId: v.pipe(v.string(), v.uuid()),
    key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  }),
})
export type OfferAnswer = v.InferOutput<typeof offerAnswer>

export const offered = v.strictObject({ handover: enrolAnswer.options[0].entries.handover })
export type Offered = v.InferOutput<typeof offered>
