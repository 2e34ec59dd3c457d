import * as v from 'valibot'
import type { Log } from '../../http/log.ts'

const timeoutMs = 5_000
const answerLimit = 64 * 1_024
const answerSchema = v.object({ success: v.boolean() })

type CaptchaSettings = { verifyUrl: string; secret: string }
/** Asks the operator's provider whether a person solved the CAPTCHA. */
export type VerifyCaptcha = (response: string) => Promise<boolean>

/**
 * Verifies responses of a CAPTCHA as `siteverify` of the usual providers does. The provider gets the response only: no
 * address of the visitor or of the mailbox. A provider that does not answer lets nobody through.
 */
export const createCaptchaVerifier =
  (
    { verifyUrl, secret }: CaptchaSettings,
    log: Log,
    fetch: typeof globalThis.fetch = globalThis.fetch,
  ): VerifyCaptcha =>
  async (response) => {
    try {
      const answer = await fetch(verifyUrl, {
        method: 'POST',
        body: new URLSearchParams({ secret, response }),
        headers: { Accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await answer.text()
      if (!answer.ok || text.length > answerLimit) throw new Error(`status ${answer.status}`)
      return v.parse(answerSchema, JSON.parse(text)).success
    } catch (cause) {
      log.write('CAPTCHA was not verified', { reason: cause instanceof Error ? cause.message : 'unknown' })
      return false
    }
  }
