import { AppError } from 'loader/protocol/errors.ts'
import type { GuardianEnvelope } from 'loader/protocol/walletApi.ts'
import * as v from 'valibot'
import { envelopeSchema } from '../guardian/requests.ts'
import { countWithin } from '../login/counts.ts'
import { parseBody, type WalletParts, type WalletRoute } from '../walletRoute.ts'

/** It mails before it answers. */
const answerMs = 20_000
const answerLimit = 64 * 1024
const hourMs = 60 * 60_000
/** Of one user; what they ask about can't be read here. The guardian has limits of its own, for each wallet and mailbox. */
const limits = {
  enrol: { windowMs: 24 * hourMs, most: 20 },
  recognise: { windowMs: 24 * hourMs, most: 20 },
  forget: { windowMs: 24 * hourMs, most: 40 },
  challenge: { windowMs: 24 * hourMs, most: 20 },
  verify: { windowMs: hourMs, most: 60 },
  release: { windowMs: hourMs, most: 240 },
}
const kinds = Object.keys(limits) as (keyof typeof limits)[]

/** Passes envelopes on to the guardian and back, without the means to read or change them. */
export const guardianRoutes = ({ guards, settings, database, clock }: WalletParts): WalletRoute[] =>
  kinds.map((kind) => ({
    method: 'POST',
    path: `guardian/${kind}`,
    run: async ({ context, body }) => {
      const session = await guards.requireSession(context)
      const envelope = parseBody(envelopeSchema, body)
      const { guardianUrl } = settings.wallet
      if (guardianUrl === undefined) throw new AppError('GUARDIAN_UNREACHABLE')
      const { windowMs, most } = limits[kind]
      const limit = { key: `guardian|${kind}|${session.userId}`, windowMs, most }
      const wait = await countWithin(await database(), [limit], clock())
      if (wait > 0) throw new AppError('TOO_MANY_REQUESTS', { values: { n: wait } })
      return pass(`${guardianUrl}/${kind}`, envelope, context.req.raw.signal)
    },
  }))

const pass = async (url: string, envelope: GuardianEnvelope, gone: AbortSignal): Promise<GuardianEnvelope> => {
  const { status, text } = await post(url, envelope, AbortSignal.any([gone, AbortSignal.timeout(answerMs)]))
  if (status === 400) throw new AppError('INVALID_INPUT')
  const answer = status === 200 ? v.safeParse(envelopeSchema, parseJson(text)) : null
  if (!answer?.success) throw new AppError('GUARDIAN_UNREACHABLE')
  return answer.output
}

const post = async (url: string, envelope: GuardianEnvelope, signal: AbortSignal) => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(envelope),
      redirect: 'error',
      signal,
    })
    if (Number(response.headers.get('Content-Length') ?? 0) > answerLimit) throw new Error('too long')
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    throw new AppError('GUARDIAN_UNREACHABLE', { cause })
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Whatever answered there, it was no guardian.
    return undefined
  }
}
