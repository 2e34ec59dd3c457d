import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'
import { parseSiwxTime } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import { nonceLifetimeMs } from './nonces.ts'
import type { SignInErrorCode } from './signInErrors.ts'

/** The tolerated error of a visitor's clock, in both directions. */
const skewMs = 60_000

type MessageProblem = { code: SignInErrorCode; field: string }

/** Finds the first reason why a message is not for this site, this account or the present time. */
export const findMessageProblem = (
  message: SiwxMessage,
  wanted: { siteOrigin: string; caipNetworkId: string; address: string; now: number },
): MessageProblem | undefined => {
  const { siteOrigin, caipNetworkId, address, now } = wanted
  const { host, protocol } = new URL(siteOrigin)
  if (message.domain !== host) return { code: 'SIWX_DOMAIN_MISMATCH', field: 'domain' }
  if (message.scheme !== undefined && `${message.scheme}:` !== protocol)
    return { code: 'SIWX_DOMAIN_MISMATCH', field: 'domain' }
  if (!isWithin(siteOrigin, message.uri)) return { code: 'SIWX_URI_MISMATCH', field: 'uri' }
  if (message.chainId !== caipNetworkId) return { code: 'SIWX_CHAIN_MISMATCH', field: 'chainId' }
  if (message.accountAddress !== address) return { code: 'SIWX_ADDRESS_MISMATCH', field: 'accountAddress' }
  return findTimeProblem(message, now)
}

/**
 * Compares origins as text, because a URL parser would turn different spellings of `https://shop.example` into the same
 * URL.
 */
const isWithin = (siteOrigin: string, uri: string): boolean =>
  uri.startsWith(siteOrigin) && /^(?:[/?#]|$)/.test(uri.slice(siteOrigin.length))

const findTimeProblem = (message: SiwxMessage, now: number): MessageProblem | undefined => {
  const issuedAt = parseSiwxTime(message.issuedAt) ?? Number.NaN
  if (!(issuedAt <= now + skewMs)) return { code: 'SIWX_NOT_YET_VALID', field: 'issuedAt' }
  // Reject a message that is older than the lifetime of a nonce, because its nonce has expired too.
  if (issuedAt < now - nonceLifetimeMs - skewMs) return { code: 'SIWX_EXPIRED', field: 'issuedAt' }
  const { expirationTime, notBefore } = message
  if (expirationTime !== undefined && !((parseSiwxTime(expirationTime) ?? 0) > now))
    return { code: 'SIWX_EXPIRED', field: 'expirationTime' }
  if (notBefore !== undefined && !((parseSiwxTime(notBefore) ?? Number.POSITIVE_INFINITY) <= now))
    return { code: 'SIWX_NOT_YET_VALID', field: 'notBefore' }
  return undefined
}
