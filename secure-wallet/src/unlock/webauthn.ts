import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { base64urlnopad } from '@scure/base'
import type { Bytes, PasskeyAssertion, PasskeyPublicKey } from '../worker/contract.ts'

/** The functions of `navigator.credentials` that the wallet uses. */
export type CredentialsApi = Pick<CredentialsContainer, 'create' | 'get'>
type Prf = { prf?: { enabled?: boolean; results?: { first?: BufferSource } } }
type NewPasskey = {
  rpId: string
  walletId: string
  /** An authenticator replaces its passkey of the same user, so another passkey of a user has another id. */
  userHandle: string
  email: string
  knownIds: readonly string[]
}
/** `output` is the client share of the passkey's share set. */
export type PasskeyOutput = { credentialId: string; output: Bytes; isBackedUp: boolean }
/** `publicKey` is null if the browser does not know the key's algorithm. */
export type NewPasskeyOutput = PasskeyOutput & { publicKey: PasskeyPublicKey | null }

const timeout = 120_000

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const createChallenge = (): Bytes => crypto.getRandomValues(new Uint8Array(32))
const descriptors = (ids: readonly string[]): PublicKeyCredentialDescriptor[] =>
  ids.map((id) => ({ type: 'public-key', id: new Uint8Array(base64urlnopad.decode(id)) }))

const createSalt = async (walletId: string): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(`prf/1|${walletId}`)))

/** Asks for one of this wallet's passkeys. Rejects with USER_REJECTED if the visitor declines. */
export const askPasskey = async (
  credentials: CredentialsApi,
  { rpId, walletId, credentialIds }: { rpId: string; walletId: string; credentialIds: readonly string[] },
  signal?: AbortSignal,
): Promise<PasskeyOutput> => {
  const first = await createSalt(walletId)
  const createOptions = (): PublicKeyCredentialRequestOptions => ({
    rpId,
    // The signature of this challenge stays unverified. The PRF output is the proof, because only the right output
    // opens the wallet. `assertPasskey` asks for a signature that counts.
    challenge: createChallenge(),
    allowCredentials: descriptors(credentialIds),
    userVerification: 'required',
    timeout,
    extensions: { prf: { eval: { first } } } as AuthenticationExtensionsClientInputs,
  })
  return readOutput(await request(() => credentials.get({ publicKey: createOptions(), ...(signal && { signal }) })))
}

/** Asks a passkey to sign a challenge, with user verification. The key worker verifies the signature. */
export const assertPasskey = async (
  credentials: CredentialsApi,
  { rpId, challenge, credentialIds }: { rpId: string; challenge: Bytes; credentialIds: readonly string[] },
  signal: AbortSignal,
): Promise<{ credentialId: string; assertion: PasskeyAssertion }> => {
  const publicKey = {
    ...{ rpId, challenge, timeout, allowCredentials: descriptors(credentialIds) },
    userVerification: 'required' as const,
  }
  const { rawId, response } = await request(() => credentials.get({ publicKey, signal }))
  const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse
  return {
    credentialId: base64urlnopad.encode(new Uint8Array(rawId)),
    assertion: {
      clientDataJSON: new Uint8Array(clientDataJSON),
      authenticatorData: new Uint8Array(authenticatorData),
      signature: new Uint8Array(signature),
    },
  }
}

/**
 * Creates a passkey and asks it for its PRF output, because the wallet relies only on a passkey that has given its PRF
 * output.
 */
export const createPasskey = async (
  credentials: CredentialsApi,
  { rpId, walletId, userHandle, email, knownIds }: NewPasskey,
  signal?: AbortSignal,
): Promise<NewPasskeyOutput> => {
  const createOptions = (): PublicKeyCredentialCreationOptions => ({
    rp: { id: rpId, name: rpId },
    user: { id: utf8(userHandle).slice(0, 64), name: email, displayName: email },
    challenge: createChallenge(),
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -8 },
      { type: 'public-key', alg: -257 },
    ],
    // Without this list an authenticator could overwrite this user's passkey, and its PRF output would be lost.
    excludeCredentials: descriptors(knownIds),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout,
    extensions: { prf: {} } as AuthenticationExtensionsClientInputs,
  })
  const created = await request(() => credentials.create({ publicKey: createOptions(), ...(signal && { signal }) }))
  const { prf } = created.getClientExtensionResults() as Prf
  if (prf?.enabled === false) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
  const credentialIds = [base64urlnopad.encode(new Uint8Array(created.rawId))]
  return {
    ...(await askPasskey(credentials, { rpId, walletId, credentialIds }, signal)),
    publicKey: readPublicKey(created.response as Partial<AuthenticatorAttestationResponse>),
  }
}

const readPublicKey = (response: Partial<AuthenticatorAttestationResponse>): PasskeyPublicKey | null => {
  const spki = response.getPublicKey?.()
  const algorithm = response.getPublicKeyAlgorithm?.()
  return spki && algorithm !== undefined ? { algorithm, spki: new Uint8Array(spki) } : null
}

/** Returns why the creation or use of a passkey failed. Null if neither the browser nor the passkey is the cause. */
export const passkeyProblem = (thrown: unknown): 'declined' | 'known' | 'unfit' | null => {
  if (!(thrown instanceof AppError)) return null
  const { name } = Object(thrown.cause) as { name?: string }
  // If the visitor leaves a panel of the wallet instead, the error is also USER_REJECTED, but has no cause.
  if (thrown.code === 'USER_REJECTED') return name === undefined ? null : 'declined'
  if (thrown.code !== 'KEY_NOT_UNLOCKED') return null
  return name === 'InvalidStateError' ? 'known' : 'unfit'
}

const request = async (run: () => Promise<Credential | null>): Promise<PublicKeyCredential> => {
  try {
    const credential = await run()
    if (credential) return credential as PublicKeyCredential
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const { name } = Object(cause) as { name?: string }
    // The browser does not say whether the visitor declined, the time ran out, or no passkey exists here.
    if (name === 'NotAllowedError' || name === 'AbortError') throw new AppError(commonErrors.USER_REJECTED, { cause })
    throw new AppError(walletErrors.KEY_NOT_UNLOCKED, { cause })
  }
  throw new AppError(commonErrors.USER_REJECTED)
}

const readOutput = (credential: PublicKeyCredential): PasskeyOutput => {
  const { prf } = credential.getClientExtensionResults() as Prf
  const first = prf?.results?.first
  if (!first) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
  const output = new Uint8Array(
    ArrayBuffer.isView(first)
      ? first.buffer.slice(first.byteOffset, first.byteOffset + first.byteLength)
      : first.slice(0),
  ) as Bytes
  const { authenticatorData } = credential.response as AuthenticatorAssertionResponse
  const flags = new Uint8Array(authenticatorData)[32] ?? 0
  return {
    credentialId: base64urlnopad.encode(new Uint8Array(credential.rawId)),
    output,
    isBackedUp: (flags & 0x10) !== 0,
  }
}
