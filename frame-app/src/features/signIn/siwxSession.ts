import type { SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { parseCaipAddress } from '@appkit-frame/loader/protocol/caip/caip.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import * as v from 'valibot'

const claims = v.object({ sub: v.pipe(v.string(), v.check(isAccount)), aud: v.string(), exp: v.number() })

/**
 * Reads a token of the server. The frame cannot verify its signature, so the token must come from the server directly.
 */
export const readSessionToken = (token: unknown, hostOrigin: string): SignInSession => {
  const result = v.safeParse(claims, readPayload(token))
  // A token whose audience is another site is not valid here.
  if (!result.success || result.output.aud !== hostOrigin) throw new AppError(siwxErrors.SIWX_SESSION_INVALID)
  const { sub, exp } = result.output
  return { token: String(token), caipAddress: sub, expiresAt: exp * 1_000 }
}

const readPayload = (token: unknown): unknown => {
  const [, payload = ''] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(String(token)) ?? []
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.charCodeAt(0))
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    // Decoding failed, so the text is not a token with a JSON payload.
    return null
  }
}

function isAccount(value: string): boolean {
  try {
    parseCaipAddress(value)
    return true
  } catch {
    // Parsing failed, so the text is not a CAIP-10 address.
    return false
  }
}
