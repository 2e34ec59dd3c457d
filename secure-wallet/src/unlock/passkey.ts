import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { type Bytes, fromText, randomBytes, toText, utf8 } from '../worker/bytes.ts'

/** All that is asked of the browser's. */
export type Credentials = Pick<CredentialsContainer, 'create' | 'get'>
type Prf = { prf?: { enabled?: boolean; results?: { first?: BufferSource } } }
type NewPasskey = { rpId: string; walletId: string; userId: string; email: string; knownIds: readonly string[] }
/** What a passkey gives for this wallet: half of the way to its vault key. */
export type PasskeyOutput = { credentialId: string; output: Bytes; isBackedUp: boolean }

const timeout = 120_000

/** Bound to the whole host name of this origin: a neighbour under the same domain gets nothing (security D5). */
const createSalt = async (walletId: string): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(`prf/1|${walletId}`)))

/** Asks for one of the passkeys of this wallet. USER_REJECTED where the visitor declines. */
export const askPasskey = async (
  credentials: Credentials,
  { rpId, walletId, credentialIds }: { rpId: string; walletId: string; credentialIds: readonly string[] },
  signal?: AbortSignal,
): Promise<PasskeyOutput> => {
  const publicKey: PublicKeyCredentialRequestOptions = {
    rpId,
    // Nobody checks this signature: the output is the proof, since nothing else opens the wallet.
    challenge: randomBytes(32),
    allowCredentials: credentialIds.map((id) => ({ type: 'public-key', id: fromText(id) })),
    userVerification: 'required',
    timeout,
    extensions: { prf: { eval: { first: await createSalt(walletId) } } } as AuthenticationExtensionsClientInputs,
  }
  return readOutput(await ask(() => credentials.get({ publicKey, ...(signal && { signal }) })))
}

/** Makes one, and asks it once: only a passkey that has given its output is relied on. */
export const createPasskey = async (
  credentials: Credentials,
  { rpId, walletId, userId, email, knownIds }: NewPasskey,
  signal?: AbortSignal,
): Promise<PasskeyOutput> => {
  const publicKey: PublicKeyCredentialCreationOptions = {
    rp: { id: rpId, name: rpId },
    user: { id: utf8(userId).slice(0, 64), name: email, displayName: email },
    challenge: randomBytes(32),
    pubKeyCredParams: [
      { type: 'public-key', alg: -7 },
      { type: 'public-key', alg: -257 },
    ],
    // The same place would put the new one over the old one, whose output then is gone.
    excludeCredentials: knownIds.map((id) => ({ type: 'public-key', id: fromText(id) })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    timeout,
    extensions: { prf: {} } as AuthenticationExtensionsClientInputs,
  }
  const made = await ask(() => credentials.create({ publicKey, ...(signal && { signal }) }))
  const { prf } = made.getClientExtensionResults() as Prf
  if (prf?.enabled === false) throw new AppError(walletErrors.KEY_NOT_UNLOCKED)
  return askPasskey(credentials, { rpId, walletId, credentialIds: [toText(new Uint8Array(made.rawId))] }, signal)
}

/** Why there is no passkey to go on with. Null where it is not the browser's or the passkey's fault. */
export const passkeyProblem = (thrown: unknown): 'declined' | 'known' | 'unfit' | null => {
  if (!(thrown instanceof AppError)) return null
  const { name } = Object(thrown.cause) as { name?: string }
  // A panel of ours that the visitor left has no cause.
  if (thrown.code === 'USER_REJECTED') return name === undefined ? null : 'declined'
  if (thrown.code !== 'KEY_NOT_UNLOCKED') return null
  return name === 'InvalidStateError' ? 'known' : 'unfit'
}

const ask = async (run: () => Promise<Credential | null>): Promise<PublicKeyCredential> => {
  try {
    const credential = await run()
    if (credential) return credential as PublicKeyCredential
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    const { name } = Object(cause) as { name?: string }
    // Declined, timed out, or none here: the browser doesn't say which.
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
  return { credentialId: toText(new Uint8Array(credential.rawId)), output, isBackedUp: (flags & 0x10) !== 0 }
}
