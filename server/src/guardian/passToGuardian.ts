import type { GuardianEnvelope } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import { envelopeSchema } from './requests.ts'

/** This timeout is long, because the guardian sends a mail before it answers. */
const answerMs = 20_000
const answerLimit = 64 * 1024

/**
 * Forwards an envelope from the main server to the guardian. Rejects with INVALID_INPUT if the guardian refused the
 * envelope, and with GUARDIAN_UNREACHABLE if no valid answer arrived.
 */
export const passToGuardian = async (
  url: string,
  envelope: GuardianEnvelope,
  gone = new AbortController().signal,
): Promise<GuardianEnvelope> => {
  const { status, text } = await post(url, envelope, AbortSignal.any([gone, AbortSignal.timeout(answerMs)]))
  if (status === 400) throw new AppError(commonErrors.INVALID_INPUT)
  const answer = status === 200 ? v.safeParse(envelopeSchema, parseJson(text)) : null
  if (!answer?.success) throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
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
    throw new AppError(walletErrors.GUARDIAN_UNREACHABLE, { cause })
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The text is not JSON. The guardian always answers JSON, so another service runs at this URL.
    return undefined
  }
}
