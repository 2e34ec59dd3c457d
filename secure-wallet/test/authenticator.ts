import type { CredentialsApi } from '../src/unlock/webauthn.ts'
import { randomBytes, toBase64url, utf8 } from '../src/worker/bytes.ts'
import { makePasskeyKeys, signAssertion } from './passkeyKeys.ts'

type PrfInputs = { [name: string]: BufferSource }
type Options = {
  hasPrf?: boolean
  /** False for an authenticator that gives no PRF output when it creates a passkey. */
  hasPrfAtCreation?: boolean
  /** False for a browser that does not give the public key of a new passkey. */
  hasPublicKey?: boolean
  declines?: boolean
  /** Origin and top origin in the authenticator's client data. Some browsers omit the top origin. */
  clientData?: { origin?: string; topOrigin?: string }
  /** The relying party in the answer, if it differs from the requested relying party. */
  rpId?: string
  /** Delays the answer, as a slow visitor does. */
  wait?: <Answer>(signal: AbortSignal | undefined, run: () => Promise<Answer>) => Promise<Answer>
}

/** A platform authenticator with the PRF extension, behind the functions of `navigator.credentials`. */
export const createAuthenticator = (options: Options = {}) => {
  const { hasPrf = true, declines = false, wait = (_, run) => run() } = options
  const keys = new Map<string, { prf: CryptoKey; signing: CryptoKeyPair; userHandle: ArrayBuffer }>()
  const rpIds: unknown[] = []
  /** The calls of `navigator.credentials`, each of which the browser shows as a prompt. */
  const prompts: ('create' | 'get')[] = []
  const clientDataOf = (type: string, challenge: BufferSource = new Uint8Array()) => {
    const facts = { type, challenge: toBase64url(new Uint8Array(challenge as ArrayBuffer)) }
    return utf8(JSON.stringify({ ...facts, origin: 'https://wallet.example', ...options.clientData }))
  }
  const outputsOf = async (key: CryptoKey, extensions: object | undefined) => {
    const asked = Object.entries((extensions as { prf?: { eval: PrfInputs } } | undefined)?.prf?.eval ?? {})
    const outputs = asked.map(async ([name, salt]) => [name, await crypto.subtle.sign('HMAC', key, salt)])
    return Object.fromEntries(await Promise.all(outputs))
  }
  /** The flags say that a user was present and verified, and that the passkey is synchronised. */
  const authenticatorDataOf = async (rpId = '') => {
    const data = new Uint8Array(37).fill(0x15, 32, 33)
    data.set(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(options.rpId ?? rpId))))
    return data
  }
  const answer = (rawId: Uint8Array, results: object, response: object): Credential =>
    ({ rawId: rawId.slice().buffer, getClientExtensionResults: () => results, response }) as unknown as Credential
  const refuse = (): never => {
    throw new DOMException('The operation was not allowed', 'NotAllowedError')
  }
  const name = (id: BufferSource): string => new Uint8Array(id as ArrayBuffer).join()

  const credentials = {
    create: async ({ publicKey }: CredentialCreationOptions) => {
      prompts.push('create')
      if (declines) refuse()
      rpIds.push(publicKey?.rp.id)
      if (publicKey?.excludeCredentials?.some((known) => keys.has(name(known.id))))
        throw new DOMException('There is one here', 'InvalidStateError')
      const id = randomBytes(16)
      const prf = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
      const { signing, spki } = await makePasskeyKeys('ES256')
      keys.set(name(id), { prf, signing, userHandle: new Uint8Array(publicKey?.user.id as ArrayBuffer).slice().buffer })
      const results = await outputsOf(prf, publicKey?.extensions)
      const created = await authenticatorDataOf(publicKey?.rp.id)
      const given = { getPublicKey: () => spki.buffer, getPublicKeyAlgorithm: () => -7 }
      return answer(
        id,
        { prf: { enabled: hasPrf, ...(hasPrf && options.hasPrfAtCreation !== false && { results }) } },
        {
          clientDataJSON: clientDataOf('webauthn.create', publicKey?.challenge).buffer,
          getAuthenticatorData: () => created.buffer,
          ...(options.hasPublicKey !== false && given),
        },
      )
    },
    get: async ({ publicKey }: CredentialRequestOptions) => {
      prompts.push('get')
      rpIds.push(publicKey?.rpId)
      const asked = publicKey?.allowCredentials ?? []
      // Without a list, the browser offers each passkey of the relying party.
      const found = [...keys].find(([id]) => asked.length === 0 || asked.some((known) => name(known.id) === id))
      const known = found && Uint8Array.from(found[0].split(','), Number)
      const key = found?.[1]
      if (declines || !known || !key || publicKey?.userVerification !== 'required') return refuse()
      const authenticatorData = await authenticatorDataOf(publicKey.rpId)
      const results = hasPrf ? { prf: { results: await outputsOf(key.prf, publicKey.extensions) } } : {}
      const clientData = clientDataOf('webauthn.get', publicKey.challenge)
      const signature = await signAssertion('ES256', key.signing.privateKey, authenticatorData, clientData)
      return answer(known, results, {
        userHandle: key.userHandle,
        clientDataJSON: clientData.buffer,
        authenticatorData: authenticatorData.buffer,
        signature: signature.buffer,
      })
    },
  } as unknown as CredentialsApi
  const delayed: CredentialsApi = {
    create: (options) => wait(options?.signal, () => credentials.create(options)),
    get: (options) => wait(options?.signal, () => credentials.get(options)),
  }
  return { credentials: delayed, rpIds, prompts }
}
