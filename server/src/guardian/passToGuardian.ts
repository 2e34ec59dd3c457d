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
 * Names the browser that sent an envelope, so that one browser uses up no limit of the others. The guardian believes it
 * for limits only, because the main server could also pass nothing on.
 */
export const browserHeader = 'X-Browser'
/** Names the wallet of the account that sent an envelope, so that no other account causes mails about a wallet. */
export const walletHeader = 'X-Wallet'
/** The value of `X-Wallet` for an account that has no wallet. */
const noWallet = 'none'

type Sender = { browser: string; walletId: string | undefined }
type How = { sender?: Sender; gone?: AbortSignal }

/**
 * Forwards an envelope from the main server to the guardian. Rejects with INVALID_INPUT if the guardian refused the
 * envelope, and with GUARDIAN_UNREACHABLE if no valid answer arrived.
 */
export const passToGuardian = async (
  url: string,
  envelope: GuardianEnvelope,
  { sender, gone = new AbortController().signal }: How = {},
): Promise<GuardianEnvelope> => {
  const own = sender ? { [browserHeader]: sender.browser, [walletHeader]: sender.walletId ?? noWallet } : {}
  const { status, text } = await post(url, envelope, own, AbortSignal.any([gone, AbortSignal.timeout(answerMs)]))
  if (status === 400) throw new AppError(commonErrors.INVALID_INPUT)
  const answer = status === 200 ? v.safeParse(envelopeSchema, parseJson(text)) : null
  if (!answer?.success) throw new AppError(walletErrors.GUARDIAN_UNREACHABLE)
  return answer.output
}

const post = async (url: string, envelope: GuardianEnvelope, own: Record<string, string>, signal: AbortSignal) => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...own },
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
