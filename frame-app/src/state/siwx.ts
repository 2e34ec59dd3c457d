import { atom } from 'jotai/vanilla'
import { AppError } from 'loader/protocol/errors.ts'
import type { SignInSession } from 'loader/protocol/frameApi.ts'
import type { ChainNamespace } from 'loader/protocol/namespaces.ts'
import type { SiwxMessage } from 'loader/protocol/siwx.ts'
import { createSiwxApi } from '../api/siwx.ts'
import { adapters } from '../chains/index.ts'
import { writeSiwxMessage } from '../domain/siwxMessage.ts'
import { connectorAtom } from './connections.ts'
import { isDeclined } from './declined.ts'
import { bootstrapAtom } from './options.ts'
import {
  forgetSessionsAtom,
  isNewConnectionAtom,
  isOfNamespace,
  type SignInSubject,
  saveSessionAtom,
  sessionAtom,
  signInSubjectAtom,
  tokenAtom,
  tokensAtom,
} from './signIn.ts'
import { dropSignInAtom, type SignInAttempt, setSignInAttemptAtom, signInAttemptAtom } from './signInAttempt.ts'
import { hostOriginAtom } from './storage.ts'

/** The server takes a nonce for five minutes, and the visitor takes a while to answer in the wallet. */
const messageMs = 120_000

export type PreparedMessage = { key: string; data: SiwxMessage; text: string; at: number }

const preparedSourceAtom = atom<PreparedMessage | null>(null)
const confirmingAtom = atom<{ token: string; answer: Promise<SignInSession> } | null>(null)
const statementAtom = atom<string | undefined>(undefined)

const apiAtom = atom((get) =>
  createSiwxApi({ projectId: get(bootstrapAtom).projectId, hostOrigin: get(hostOriginAtom) }),
)

/** In the site's words; the next message has them. */
export const setStatementAtom = atom(null, (_get, set, statement: string | undefined) => {
  set(statementAtom, statement)
  set(preparedSourceAtom, null)
})

/** The very text that the wallet is given next. */
export const preparedMessageAtom = atom((get) => {
  const prepared = get(preparedSourceAtom)
  return prepared?.key === get(signInSubjectAtom)?.key ? prepared : null
})

/**
 * The session of the active account, once the server has confirmed it. Null where there is none: then the visitor is to
 * sign. Whether there is one can also be unknown, and that is an error.
 */
export const checkSessionAtom = atom(null, async (get, set, isRenewed = false): Promise<SignInSession | null> => {
  const subject = get(signInSubjectAtom)
  if (!subject) return null
  const { key } = subject
  // Who connects anew has left before, also where nobody was here to see it.
  if (!get(sessionAtom) && get(isNewConnectionAtom)) set(forgetSessionsAtom, (other) => other === key)
  const session = get(sessionAtom)
  if (session && !isRenewed && session.expiresAt > Date.now()) return session
  const token = session?.token ?? get(tokenAtom)
  if (token === null) return null
  try {
    const confirmed = await set(confirmAtom, token)
    if (confirmed.caipAddress !== (await caipAddressOf(subject))) throw new AppError('SIWX_SESSION_INVALID')
    // It may have ended meanwhile.
    if (get(tokensAtom)[key] === token) set(saveSessionAtom, key, confirmed)
    return confirmed
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SIWX_SESSION_INVALID') throw error
    set(forgetSessionsAtom, (other) => other === key)
    return null
  }
})

/** Two that ask at once share the answer: the first one's is a new token. */
const confirmAtom = atom(null, async (get, set, token: string): Promise<SignInSession> => {
  const running = get(confirmingAtom)
  if (running?.token === token) return running.answer
  const answer = get(apiAtom).me(token)
  set(confirmingAtom, { token, answer })
  try {
    return await answer
  } finally {
    if (get(confirmingAtom)?.answer === answer) set(confirmingAtom, null)
  }
})

/** Asks the server for a nonce and writes the message with it. What is still fresh stays. */
export const prepareSignInAtom = atom(null, async (get, set): Promise<PreparedMessage> => {
  const subject = get(signInSubjectAtom)
  if (!subject) throw new AppError('UNAUTHORIZED')
  const { key, network } = subject
  const prepared = get(preparedMessageAtom)
  if (prepared && performance.now() - prepared.at < messageMs) return prepared
  const statement = get(statementAtom)
  const [proof, address] = await Promise.all([get(apiAtom).nonce(), addressOf(subject)])
  const message = writeSiwxMessage({ hostOrigin: get(hostOriginAtom), network, address, statement, ...proof })
  const fresh = { key, ...message, at: performance.now() }
  set(preparedSourceAtom, fresh)
  return fresh
})

/** Has the wallet sign and the server check it. Null where the visitor goes on in another way meanwhile, or it failed. */
export const signInAtom = atom(null, async (get, set): Promise<SignInSession | 'declined' | null> => {
  const subject = get(signInSubjectAtom)
  // A wallet that gets one request twice shows two.
  if (!subject || get(signInAttemptAtom).status === 'signing') return null
  const attempt: SignInAttempt = { status: 'signing' }
  const isCurrent = () => get(signInAttemptAtom) === attempt && get(signInSubjectAtom)?.key === subject.key
  set(setSignInAttemptAtom, attempt)
  try {
    const { data, text } = await set(prepareSignInAtom)
    const signature = await set(askWalletAtom, subject, text)
    if (!isCurrent()) return null
    // The nonce is used up by this, whatever comes of it.
    set(preparedSourceAtom, null)
    const caipAddress = `${data.chainId}:${data.accountAddress}`
    const session = await get(apiAtom).authenticate({ message: text, signature, caipAddress, data })
    if (session.caipAddress !== caipAddress) throw new AppError('SIWX_SESSION_INVALID')
    if (!isCurrent()) return null
    set(saveSessionAtom, subject.key, session)
    set(setSignInAttemptAtom, { status: 'done' })
    return session
  } catch (error) {
    if (get(signInAttemptAtom) !== attempt) return null
    const failure = readFailure(error)
    set(setSignInAttemptAtom, failure)
    return failure.status === 'declined' ? failure.status : null
  }
})

const askWalletAtom = atom(null, async (get, _set, { account, network }: SignInSubject, text: string) => {
  const { namespace, address, connectorId } = account
  const adapter = await adapters[namespace]()
  const connector = get(connectorAtom)(connectorId === 'walletConnect' ? 'walletConnect' : 'injected')
  return adapter.signMessage((request) => connector.request(namespace, request), text, { address, network })
})

/** Ends all sessions of a namespace, here at once and on the server as soon as it hears of it. */
export const signOutAtom = atom(null, async (get, set, namespace: ChainNamespace): Promise<void> => {
  const isGone = isOfNamespace(namespace)
  const tokens = Object.entries(get(tokensAtom)).filter(([key]) => isGone(key))
  set(forgetSessionsAtom, isGone)
  set(preparedSourceAtom, null)
  set(dropSignInAtom)
  // What the server does not hear ends by itself, and nobody has its token any more.
  await Promise.allSettled(tokens.map(([, token]) => get(apiAtom).signOut(token)))
})

const late = new Set(['SIWX_NONCE_INVALID', 'SIWX_EXPIRED'])

const readFailure = (error: unknown): SignInAttempt => {
  if (isDeclined(error)) return { status: 'declined' }
  const known = error instanceof AppError ? error : new AppError('INTERNAL_ERROR')
  return late.has(known.code) ? { status: 'late' } : { status: 'failed', message: known.message }
}

/** As the network writes it; what a wallet says may be the same account in small letters. */
const addressOf = async ({ account, network }: SignInSubject): Promise<string> =>
  (await adapters[account.namespace]()).displayAddress(account.address, network)
const caipAddressOf = async (subject: SignInSubject): Promise<string> =>
  `${subject.network.caipNetworkId}:${await addressOf(subject)}`
