import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { parseSiwxMessage, parseSiwxTime } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import { saveSessionAtom, sendSessionsAtom } from '../../../../features/signIn/sessionAtoms.ts'
import { signInModeAtom } from '../../../../features/signIn/signInAtoms.ts'
import { readSiteFunctionsAtom } from '../../../../features/signIn/site.ts'
import { isSameAddress } from '../../../../features/signIn/siteSession.ts'
import { type SignedMessage, siwxApiAtom, verifySignatureAtom } from '../../../../features/signIn/siwxAccept.ts'
import { asAppError } from '../../../state/attempts.ts'
import { networksAtom, preferredNetworkIdsAtom } from '../../../state/networks.ts'
import { showToastAtom } from '../../../state/notices.ts'
import type { ConnectorContext } from '../../types.ts'
import type { SettledSession } from '../pairing.ts'
import type { SignInRequest } from './authenticate.ts'
import type { WalletSignIn } from './signedSession.ts'

/** One-click sign-in: the wallet connects and signs in with one answer. */

type Context = Pick<ConnectorContext, 'store' | 'hostOrigin'>

/**
 * The fields of the message to sign while the wallet connects. Undefined if the frame asks for the signature after the
 * connection.
 */
export const signInRequest = async ({ store, hostOrigin }: Context): Promise<SignInRequest | undefined> => {
  const site = await store.set(readSiteFunctionsAtom, 'eip155')
  // One-click sign-in doesn't work for a site that writes the message itself, because here the wallet writes it. A site
  // that makes its own nonces needs the account first, which is still unknown.
  if (store.get(signInModeAtom) === 'none' || site.has('createMessage') || site.has('getNonce')) return undefined
  const { nonce } = await store.get(siwxApiAtom).nonce()
  return { domain: new URL(hostOrigin).host, uri: hostOrigin, nonce }
}

/**
 * The codes of failures that don't suggest an attack. After these the wallet stays connected, and the frame asks for a
 * separate sign-in.
 */
const harmless = new Set([
  ...['SIWX_NONCE_INVALID', 'SIWX_EXPIRED', 'SIWX_NOT_YET_VALID', 'SIWX_NOT_VERIFIED', 'INVALID_ADDRESS'],
  ...['REQUEST_TIMEOUT', 'SERVER_UNREACHABLE', 'OFFLINE', 'RATE_LIMITED', 'HTTP_FAILED', 'SERVER_ERROR'],
])

/**
 * Makes a SIWX session from the signed message and resolves with the account that signed it. Throws if the message
 * differs from the requested one, because sign-client does not compare the two.
 */
export const acceptSignIn = async (
  { store, hostOrigin }: Context,
  settled: SettledSession,
  request: SignInRequest,
): Promise<string | null> => {
  if (!settled.signedIn?.length) return null
  store.set(showToastAtom, { variant: 'loading', text: 'authenticating' })
  try {
    const all = settled.signedIn.map((signed) => checkSignIn(signed, { store, hostOrigin }, settled, request))
    const home = store.get(preferredNetworkIdsAtom)
    // A nonce is valid for one message, so only one of the signed messages becomes a SIWX session.
    const [first] = all.toSorted((a, b) => home.indexOf(a.data.chainId) - home.indexOf(b.data.chainId))
    if (!first) return null
    const { caipAddress, ...signed } = first
    const signer = `${signed.data.chainId}:${signed.data.accountAddress}`
    const { session, isStored } = await store.set(verifySignatureAtom, signer, signed)
    store.set(saveSessionAtom, caipAddress, session, isStored)
    // Sends the SIWX session to the page at once. The code that usually sends it loads only after the connection, which
    // is too late for callers that await the session.
    await store.set(sendSessionsAtom)
    store.set(showToastAtom, { variant: 'success', text: 'signedIn' })
    return caipAddress
  } catch (thrown) {
    const error = asAppError(thrown)
    store.set(showToastAtom, { variant: 'error', error })
    if (harmless.has(error.code)) return null
    throw thrown
  }
}

/** Reads all data from the signed text, because the fields that come with the text are not signed. */
const checkSignIn = (
  { text, signature, cacao }: WalletSignIn,
  { store, hostOrigin }: Context,
  { granted }: SettledSession,
  request: SignInRequest,
): SignedMessage & { caipAddress: string } => {
  const networks = store.get(networksAtom).filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const parsed = networks.map((network) => parseSiwxMessage(text, network))
  const [data] = parsed
  if (!data) throw new AppError(siwxErrors.SIWX_MESSAGE_INVALID)
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === data.chainId)
  if (!network) throw new AppError(siwxErrors.SIWX_CHAIN_MISMATCH)
  if (data.domain !== request.domain) throw new AppError(siwxErrors.SIWX_DOMAIN_MISMATCH)
  if (data.uri !== hostOrigin) throw new AppError(siwxErrors.SIWX_URI_MISMATCH)
  // A different nonce means that somebody replayed a message. The server decides whether our own nonce is too old.
  if (data.nonce !== request.nonce) throw new AppError(siwxErrors.SIWX_DATA_MISMATCH)
  const { expirationTime, notBefore } = data
  if (expirationTime !== undefined && !((parseSiwxTime(expirationTime) ?? 0) > Date.now()))
    throw new AppError(siwxErrors.SIWX_EXPIRED)
  if (notBefore !== undefined && !((parseSiwxTime(notBefore) ?? Number.POSITIVE_INFINITY) <= Date.now()))
    throw new AppError(siwxErrors.SIWX_NOT_YET_VALID)
  const caipAddress = granted.eip155?.accounts.find((account) => {
    const at = account.lastIndexOf(':')
    return account.slice(0, at) === data.chainId && isSameAddress(account.slice(at + 1), data.accountAddress)
  })
  if (!caipAddress) throw new AppError(siwxErrors.SIWX_ADDRESS_MISMATCH)
  return { data, message: text, signature, cacao, caipAddress }
}
