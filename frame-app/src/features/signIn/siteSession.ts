import type { SignInSession, SiteSignInFeatures } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'
import { parseSiwxTime } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import * as v from 'valibot'
import { textSchema } from '../../core/domain/accountState.ts'

/**
 * Parsers for the answers of the page's sign-in functions. The page is the less trusted side and may answer anything.
 */

const sessionLimit = 100

const description = v.object({
  functions: v.array(v.string()),
  isLegacy: v.boolean(),
  isRequired: v.boolean(),
  staysSignedIn: v.boolean(),
  inMemory: v.boolean(),
})

const fields = v.looseObject({
  chainId: textSchema(64),
  accountAddress: textSchema(128),
  issuedAt: v.exactOptional(textSchema(64)),
  expirationTime: v.exactOptional(textSchema(64)),
  notBefore: v.exactOptional(textSchema(64)),
})
const siteSession = v.object({
  data: fields,
  message: v.exactOptional(textSchema(16_384)),
  signature: v.exactOptional(textSchema(65_536)),
})
const storedSession = v.object({
  caipAddress: textSchema(256),
  token: v.exactOptional(textSchema(8_192)),
  expiresAt: v.exactOptional(v.number()),
  message: v.exactOptional(textSchema(16_384)),
  signature: v.exactOptional(textSchema(65_536)),
  data: v.exactOptional(fields),
})

export const readSiteSignIn = (answer: unknown): SiteSignInFeatures => {
  const result = v.safeParse(description, answer)
  if (!result.success) throw new AppError(siwxErrors.SIWX_NOT_INITIALIZED)
  return result.output
}

export const readSiteNonce = (answer: unknown): string => {
  // A nonce is one word of printable ASCII, since it stands in one line of the message.
  if (typeof answer !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(answer))
    throw new AppError(siwxErrors.SIWX_MESSAGE_INVALID)
  return answer
}

/** Parses a session that was read from storage. */
export const readStoredSession = (value: unknown): SignInSession | null => {
  const result = v.safeParse(storedSession, value)
  return result.success ? (result.output as SignInSession) : null
}

type Expected = { chainId: string; accountAddress: string; now: number }

/**
 * Finds in the page's list the first session of this account and network that is valid now. Ignores malformed sessions.
 */
export const findSiteSession = (answer: unknown, { chainId, accountAddress, now }: Expected): SignInSession | null => {
  if (!Array.isArray(answer)) throw new AppError(siwxErrors.SIWX_SESSION_INVALID)
  for (const item of answer.slice(0, sessionLimit)) {
    const result = v.safeParse(siteSession, item)
    if (!result.success) continue
    const { data, message, signature } = result.output
    if (data.chainId !== chainId || !isSameAddress(data.accountAddress, accountAddress) || !isValidNow(data, now))
      continue
    const expiresAt = parseSiwxTime(data.expirationTime ?? '')
    return {
      caipAddress: `${chainId}:${accountAddress}`,
      data: data as SiwxMessage,
      ...(expiresAt !== undefined && { expiresAt }),
      ...(message !== undefined && { message }),
      ...(signature !== undefined && { signature }),
    }
  }
  return null
}

/** Compares two addresses. Only hex addresses ignore upper and lower case. */
export const isSameAddress = (first: string, second: string): boolean =>
  first === second || (/^0x/i.test(first) && first.toLowerCase() === second.toLowerCase())

const isValidNow = (data: v.InferOutput<typeof fields>, now: number): boolean => {
  // A text that is not a time becomes NaN, and every comparison with NaN below is false.
  const at = (value: string) => parseSiwxTime(value) ?? Number.NaN
  const { issuedAt, expirationTime, notBefore } = data
  const skewMs = 60_000
  return (
    (issuedAt === undefined || at(issuedAt) <= now + skewMs) &&
    (expirationTime === undefined || at(expirationTime) > now) &&
    (notBefore === undefined || at(notBefore) <= now + skewMs)
  )
}
