import { signInSaltText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { base64urlnopad } from '@scure/base'
import type { Bytes, PasskeyAssertion, PasskeyPublicKey } from '../worker/contract.ts'

/** The functions of `navigator.credentials` that the wallet uses. */
export type CredentialsApi = Pick<CredentialsContainer, 'create' | 'get'>
type PrfOutputs = { first?: BufferSource; second?: BufferSource }
type Prf = { prf?: { enabled?: boolean; results?: PrfOutputs } }
type NewPasskey = {
  rpId: string
  walletId: string
  /**
   * An authenticator replaces its passkey of the same user, so another passkey of a user has another id. The server reads
   * the user's id from it (`CreateShareSetRequest`).
   */
  userHandle: string
  email: string
  knownIds: readonly string[]
}
/** A passkey of the wallet, as its record names it. */
export type KnownPasskey = { credentialId: string; signsIn: boolean }
/** `output` is the client share of the passkey's share set. */
export type PasskeyOutput = { credentialId: string; output: Bytes; isBackedUp: boolean }
/** `publicKey` is null if the browser does not know the key's algorithm. */
export type NewPasskeyOutput = PasskeyOutput & { publicKey: PasskeyPublicKey | null }
/** `output` is null if the authenticator gives the PRF output only when it is used. */
type CreatedPasskey = Omit<NewPasskeyOutput, 'output'> & { output: Bytes | null }

const timeout = 120_000

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const createChallenge = (): Bytes => crypto.getRandomValues(new Uint8Array(32))
const descriptors = (ids: readonly string[]): PublicKeyCredentialDescriptor[] =>
  ids.map((id) => ({ type: 'public-key', id: new Uint8Array(base64urlnopad.decode(id)) }))

const sha256 = async (text: string): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)))

/** The PRF salts by which passkeys give their outputs. Passkeys of earlier versions have the wallet's own salt. */
const salts = {
  signIn: (): Promise<Bytes> => sha256(signInSaltText),
  wallet: (walletId: string): Promise<Bytes> => sha256(`prf/1|${walletId}`),
}
const prfOf = (first: Bytes | undefined, second?: Bytes) =>
  ({ prf: { eval: { first, ...(second && { second }) } } }) as AuthenticationExtensionsClientInputs

type Asked = { rpId: string; walletId: string; passkeys: readonly KnownPasskey[] }

/** Asks for one of this wallet's passkeys. Rejects with USER_REJECTED if the visitor declines. */
export const askPasskey = async (
  credentials: CredentialsApi,
  { rpId, walletId, passkeys }: Asked,
  signal?: AbortSignal,
): Promise<PasskeyOutput> => {
  const kinds = [...new Set(passkeys.map(({ signsIn }) => signsIn))]
  const [first, second] = await Promise.all(kinds.map((signsIn) => (signsIn ? salts.signIn() : salts.wallet(walletId))))
  const publicKey: PublicKeyCredentialRequestOptions = {
    rpId,
    // The signature of this challenge stays unverified. The PRF output is the proof, because only the right output
    // opens the wallet. `assertPasskey` asks for a signature that counts.
    challenge: createChallenge(),
    allowCredentials: descriptors(passkeys.map(({ credentialId }) => credentialId)),
    userVerification: 'required',
    timeout,
    extensions: prfOf(first, second),
  }
  const credential = await request(() => credentials.get({ publicKey, ...(signal && { signal }) }))
  const { credentialId, authenticatorData } = readAssertion(credential)
  const used = passkeys.find((known) => known.credentialId === credentialId)
  const output = readOutputs(credential)[used && kinds[0] !== used.signsIn ? 'second' : 'first']
  if (!output) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
  return { credentialId, output, isBackedUp: isBackedUp(authenticatorData) }
}

/** The answer of a passkey that signs in. `output` is null if the passkey gave no PRF output. */
export type SignInAnswer = {
  credentialId: string
  userHandle: Bytes
  assertion: PasskeyAssertion
  output: Bytes | null
}

/**
 * Asks for any passkey of this origin, to sign in and to unlock the wallet in one prompt. Rejects with USER_REJECTED if
 * the visitor declines or has no passkey.
 */
export const askSignIn = async (
  credentials: CredentialsApi,
  { rpId, challenge }: { rpId: string; challenge: string },
  signal: AbortSignal,
): Promise<SignInAnswer> => {
  const publicKey: PublicKeyCredentialRequestOptions = {
    ...{ rpId, challenge: utf8(challenge), userVerification: 'required', timeout },
    extensions: prfOf(await salts.signIn()),
  }
  const credential = await request(() => credentials.get({ publicKey, signal }))
  const { credentialId, ...assertion } = readAssertion(credential)
  const { userHandle } = credential.response as AuthenticatorAssertionResponse
  return {
    credentialId,
    userHandle: new Uint8Array(userHandle ?? new ArrayBuffer(0)),
    assertion,
    output: readOutputs(credential).first ?? null,
  }
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
  const { credentialId, ...assertion } = readAssertion(await request(() => credentials.get({ publicKey, signal })))
  return { credentialId, assertion }
}

/**
 * Creates a passkey with one prompt. Many authenticators give the PRF output at once. With others the visitor has to use
 * the passkey once more. The wallet relies only on a passkey that has given its PRF output.
 */
export const createPasskey = async (
  credentials: CredentialsApi,
  { rpId, walletId, userHandle, email, knownIds }: NewPasskey,
  signal?: AbortSignal,
): Promise<CreatedPasskey> => {
  const publicKey: PublicKeyCredentialCreationOptions = {
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
    // Whether the passkey can sign in is known only with its public key, so ask for the outputs of both salts.
    extensions: prfOf(await salts.signIn(), await salts.wallet(walletId)),
  }
  const created = await request(() => credentials.create({ publicKey, ...(signal && { signal }) }))
  const { prf } = created.getClientExtensionResults() as Prf
  if (prf?.enabled === false) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
  const response = created.response as Partial<AuthenticatorAttestationResponse>
  const made = readPublicKey(response)
  return {
    credentialId: base64urlnopad.encode(new Uint8Array(created.rawId)),
    output: readOutputs(created)[made ? 'first' : 'second'] ?? null,
    isBackedUp: isBackedUp(new Uint8Array(response.getAuthenticatorData?.() ?? new ArrayBuffer(0))),
    publicKey: made,
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

const readAssertion = ({ rawId, response }: PublicKeyCredential): PasskeyAssertion & { credentialId: string } => {
  const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse
  return {
    credentialId: base64urlnopad.encode(new Uint8Array(rawId)),
    clientDataJSON: new Uint8Array(clientDataJSON),
    authenticatorData: new Uint8Array(authenticatorData),
    signature: new Uint8Array(signature),
  }
}

const readOutputs = (credential: PublicKeyCredential): { [Salt in keyof PrfOutputs]: Bytes } => {
  const { first, second } = (credential.getClientExtensionResults() as Prf).prf?.results ?? {}
  return { ...(first && { first: copyBytes(first) }), ...(second && { second: copyBytes(second) }) }
}

const copyBytes = (source: BufferSource): Bytes =>
  new Uint8Array(
    ArrayBuffer.isView(source)
      ? source.buffer.slice(source.byteOffset, source.byteOffset + source.byteLength)
      : source.slice(0),
  ) as Bytes

/** Tells whether the passkey's provider synchronises it. */
const isBackedUp = (authenticatorData: Uint8Array): boolean => ((authenticatorData[32] ?? 0) & 0x10) !== 0
