import type { BrowserContext } from '@playwright/test'

/** Both values are base64url. The secret is the one with which the credential evaluates the PRF extension. */
export type KnownPasskey = { credentialId: string; secret: string }

/**
 * Gives all pages of `context` an authenticator that holds one passkey. Chromium's virtual authenticator doesn't reveal
 * the PRF secrets of its passkeys, so a later browser can't use them again.
 */
export async function addKnownPasskey(context: BrowserContext, passkey: KnownPasskey): Promise<void> {
  await context.addInitScript(installInPage, passkey)
}

/** Playwright sends the source of this function to the page, so it can't use this module's scope. */
function installInPage({ credentialId, secret }: KnownPasskey): void {
  const bytesOf = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  const textOf = (source: BufferSource): string => {
    const bytes = ArrayBuffer.isView(source) ? new Uint8Array(source.buffer) : new Uint8Array(source)
    return btoa(String.fromCharCode(...bytes))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '')
  }
  const hash = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const isKnown = ({ id }: PublicKeyCredentialDescriptor): boolean => textOf(id) === credentialId

  const answer = (type: string, challenge: BufferSource, response: object, extensions: object): Credential => {
    const topOrigin = [...location.ancestorOrigins].at(-1)
    const clientData = { type, challenge: textOf(challenge), origin: location.origin, ...(topOrigin && { topOrigin }) }
    const clientDataJSON = new TextEncoder().encode(JSON.stringify(clientData)).buffer
    const credential = {
      id: credentialId,
      rawId: bytesOf(credentialId).buffer,
      type: 'public-key',
      response: { clientDataJSON, ...response },
      getClientExtensionResults: () => extensions,
    }
    return credential as unknown as Credential
  }
  /** The PRF extension of WebAuthn: HMAC over a hash of the page's input. */
  const evaluate = async (input: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> => {
    const prefix = new TextEncoder().encode('WebAuthn PRF\0')
    const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
      'sign',
    ])
    return crypto.subtle.sign('HMAC', key, await hash(new Uint8Array([...prefix, ...input])))
  }

  const create = async ({ publicKey }: CredentialCreationOptions): Promise<Credential> => {
    if (!publicKey) throw new DOMException('Only passkeys', 'NotSupportedError')
    if (publicKey.excludeCredentials?.some(isKnown)) throw new DOMException('It exists', 'InvalidStateError')
    return answer('webauthn.create', publicKey.challenge, {}, { prf: { enabled: true } })
  }
  const get = async ({ publicKey }: CredentialRequestOptions): Promise<Credential> => {
    if (!publicKey?.allowCredentials?.some(isKnown)) throw new DOMException('None here', 'NotAllowedError')
    const input = publicKey.extensions?.prf?.eval?.first
    if (!(input instanceof Uint8Array)) throw new DOMException('No input for PRF', 'NotSupportedError')
    const site = await hash(new TextEncoder().encode(publicKey.rpId ?? location.hostname))
    // The authenticator data: the flags say that a user was present and verified, and the signature counter is zero.
    const authenticatorData = new Uint8Array([...site, 0x05, 0, 0, 0, 0]).buffer
    const first = await evaluate(new Uint8Array(input))
    return answer('webauthn.get', publicKey.challenge, { authenticatorData }, { prf: { results: { first } } })
  }
  Object.defineProperties(CredentialsContainer.prototype, { create: { value: create }, get: { value: get } })
}
