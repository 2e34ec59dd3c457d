import { randomBytes } from '../src/keys/bytes.ts'

type Options = { hasPrf?: boolean; declines?: boolean }

/** A platform authenticator as WebAuthn shows it to a page, with the PRF extension. */
export const createAuthenticator = ({ hasPrf = true, declines = false }: Options = {}) => {
  const keys = new Map<string, CryptoKey>()
  const rpIds: unknown[] = []
  const answer = (rawId: Uint8Array, results: object): Credential =>
    ({
      rawId: rawId.slice().buffer,
      getClientExtensionResults: () => results,
      response: { authenticatorData: new Uint8Array(37).fill(0x10, 32, 33).buffer },
    }) as unknown as Credential
  const refuse = (): never => {
    throw new DOMException('The operation was not allowed', 'NotAllowedError')
  }
  const name = (id: BufferSource): string => new Uint8Array(id as ArrayBuffer).join()

  const credentials = {
    create: async ({ publicKey }: CredentialCreationOptions) => {
      if (declines) refuse()
      rpIds.push(publicKey?.rp.id)
      if (publicKey?.excludeCredentials?.some((known) => keys.has(name(known.id))))
        throw new DOMException('There is one here', 'InvalidStateError')
      const id = randomBytes(16)
      keys.set(name(id), await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']))
      return answer(id, { prf: { enabled: hasPrf } })
    },
    get: async ({ publicKey }: CredentialRequestOptions) => {
      rpIds.push(publicKey?.rpId)
      const known = publicKey?.allowCredentials?.find(({ id }) => keys.has(name(id)))
      const key = known && keys.get(name(known.id))
      if (declines || !known || !key || publicKey?.userVerification !== 'required') return refuse()
      const { prf } = publicKey.extensions as { prf?: { eval: { first: BufferSource } } }
      const first = prf && (await crypto.subtle.sign('HMAC', key, prf.eval.first))
      return answer(new Uint8Array(known.id as ArrayBuffer), hasPrf ? { prf: { results: { first } } } : {})
    },
  } as unknown as CredentialsContainer
  return { credentials, rpIds }
}
