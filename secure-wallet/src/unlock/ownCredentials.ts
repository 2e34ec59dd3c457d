import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import { type Bytes, utf8 } from '../worker/bytes.ts'
import type { Credentials } from './passkey.ts'

type Place = {
  /** Host name of this origin, whole: what is asked for its parent domain is also its neighbours'. */
  rpId: string
  origin: string
  /** Of the page that this frame stands in. */
  host: string
}
const clientData = v.object({ origin: v.string(), topOrigin: v.optional(v.string()) })

/**
 * Passkeys as the browser gives them, but only what it says that it asked here: for this origin under that very site. No
 * server looks at an answer, so this is where a wrong one ends (security 3.2, G14).
 */
export const ownCredentials = (credentials: Credentials, place: Place): Credentials => {
  const check = async (credential: Credential | null): Promise<Credential | null> => {
    if (credential && !(await isOfPlace(credential as PublicKeyCredential, place)))
      throw new AppError(commonErrors.UNVERIFIED_DOMAIN)
    return credential
  }
  return {
    create: async (options) => check(await credentials.create(options)),
    get: async (options) => check(await credentials.get(options)),
  }
}

const isOfPlace = async ({ response }: PublicKeyCredential, { rpId, origin, host }: Place): Promise<boolean> => {
  const said = v.safeParse(clientData, JSON.parse(new TextDecoder().decode(response.clientDataJSON)))
  if (!said.success || said.output.origin !== origin) return false
  // Not every browser names the site around a frame, and no window has one.
  const { topOrigin = host } = said.output
  if (topOrigin !== host) return false
  const { authenticatorData } = response as Partial<AuthenticatorAssertionResponse>
  return !authenticatorData || startsWith(authenticatorData, await sha256(rpId))
}

const sha256 = async (text: string): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)))

const startsWith = (bytes: ArrayBuffer, start: Bytes): boolean => {
  const found = new Uint8Array(bytes)
  return start.every((byte, place) => byte === found[place])
}
