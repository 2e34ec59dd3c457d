import { siwxTime } from '@appkit-frame/loader/protocol/siwx/siwx.ts'
import type { SiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxMessage.ts'
import { nonceMs } from './nonces.ts'
import type { SignInErrorCode } from './signInErrors.ts'

/** How far a visitor's clock may be off before the message is said to be. */
const skewMs = 60_000

export type MessageProblem = { code: SignInErrorCode; field: string }

/** What a message has to be, whoever signed it: for this site, for this account, and for now. */
export const findMessageProblem = (
  message: SiwxMessage,
  wanted: { siteOrigin: string; caipNetworkId: string; address: string; now: number },
): MessageProblem | undefined => {
  const { siteOrigin, caipNetworkId, address, now } = wanted
  const { host, protocol } = new URL(siteOrigin)
  if (message.domain !== host) return { code: 'SIWX_DOMAIN_MISMATCH', field: 'domain' }
  if (message.scheme !== undefined && `${message.scheme}:` !== protocol)
    return { code: 'SIWX_DOMAIN_MISMATCH', field: 'domain' }
  if (!leadsTo(siteOrigin, message.uri)) return { code: 'SIWX_URI_MISMATCH', field: 'uri' }
  if (message.chainId !== caipNetworkId) return { code: 'SIWX_CHAIN_MISMATCH', field: 'chainId' }
  if (message.accountAddress !== address) return { code: 'SIWX_ADDRESS_MISMATCH', field: 'accountAddress' }
  return findTimeProblem(message, now)
}

/** As text: a parser would make the same of `https://shop.example` and of what only looks like it. */
const leadsTo = (siteOrigin: string, uri: string): boolean =>
  uri.startsWith(siteOrigin) && /^(?:[/?#]|$)/.test(uri.slice(siteOrigin.length))

const findTimeProblem = (message: SiwxMessage, now: number): MessageProblem | undefined => {
  const issuedAt = siwxTime(message.issuedAt) ?? Number.NaN
  if (!(issuedAt <= now + skewMs)) return { code: 'SIWX_NOT_YET_VALID', field: 'issuedAt' }
  // Older than any nonce that can still be used.
  if (issuedAt < now - nonceMs - skewMs) return { code: 'SIWX_EXPIRED', field: 'issuedAt' }
  const { expirationTime, notBefore } = message
  if (expirationTime !== undefined && !((siwxTime(expirationTime) ?? 0) > now))
    return { code: 'SIWX_EXPIRED', field: 'expirationTime' }
  if (notBefore !== undefined && !((siwxTime(notBefore) ?? Number.POSITIVE_INFINITY) <= now))
    return { code: 'SIWX_NOT_YET_VALID', field: 'notBefore' }
  return undefined
}
