import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import type { CredentialsApi } from './webauthn.ts'

type Expected = {
  /**
   * Full host name of the wallet's origin, the relying party. A parent domain would share its passkeys with sibling
   * hosts (SECURITY-MODEL.md 3.1).
   */
  rpId: string
  origin: string
  /** Origin of the top window around the secure frame. */
  topOrigin: string
}
const clientData = v.object({ origin: v.string(), topOrigin: v.optional(v.string()) })

/**
 * Wraps the browser's credentials and rejects an answer that was given for another origin or under another top window.
 * No server verifies these answers, so the check happens here (SECURITY-MODEL.md 3.2).
 */
export const verifiedCredentials = (credentials: CredentialsApi, expected: Expected): CredentialsApi => {
  const verify = async (credential: Credential | null): Promise<Credential | null> => {
    if (credential && !(await isAsExpected(credential as PublicKeyCredential, expected)))
      throw new AppError(commonErrors.UNVERIFIED_DOMAIN)
    return credential
  }
  return {
    create: async (options) => verify(await credentials.create(options)),
    get: async (options) => verify(await credentials.get(options)),
  }
}

const isAsExpected = async (
  { response }: PublicKeyCredential,
  { rpId, origin, topOrigin }: Expected,
): Promise<boolean> => {
  const parsed = v.safeParse(clientData, JSON.parse(new TextDecoder().decode(response.clientDataJSON)))
  if (!parsed.success || parsed.output.origin !== origin) return false
  // Some browsers omit `topOrigin` in a frame, and every browser omits it in a top-level window.
  if ((parsed.output.topOrigin ?? topOrigin) !== topOrigin) return false
  const { authenticatorData: asserted } = response as Partial<AuthenticatorAssertionResponse>
  const authenticatorData = asserted ?? (response as Partial<AuthenticatorAttestationResponse>).getAuthenticatorData?.()
  return !authenticatorData || startsWith(authenticatorData, await sha256(rpId))
}

const sha256 = async (text: string): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))

const startsWith = (bytes: ArrayBuffer, start: Uint8Array): boolean => {
  const found = new Uint8Array(bytes)
  return start.every((byte, index) => byte === found[index])
}
