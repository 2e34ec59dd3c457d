import type { SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { atom } from 'jotai/vanilla'
import { adapters } from '../../core/chains/index.ts'
import { toFailedAttempt } from '../../core/state/attempts.ts'
import { connectorByIdAtom } from '../../core/state/connections.ts'
import { dropPreparedMessageAtom, prepareSignInAtom } from './messageAtoms.ts'
import {
  forgetSessionsAtom,
  isNewConnectionAtom,
  isSessionKeyOfNamespace,
  saveSessionAtom,
  sendSessionsAtom,
  validStoredSessionsAtom,
} from './sessionAtoms.ts'
import { type SignInSubject, signInSessionsAtom, signInSubjectAtom } from './signInAtoms.ts'
import { dropSignInAttemptAtom, type SignInAttempt, setSignInAttemptAtom, signInAttemptAtom } from './signInAttempt.ts'
import { callPageAtom, noSiteFunctions, readSiteFunctionsAtom, type SiteFunctions } from './site.ts'
import { findSiteSession, readStoredSession } from './siteSession.ts'
import {
  type SignedMessage,
  siwxApiAtom,
  subjectAddress,
  subjectCaipAddress,
  verifySignatureAtom,
} from './siwxAccept.ts'

const runningAtom = atom<{ flightKey: string; answer: Promise<unknown> } | null>(null)

/**
 * Returns the session of the active account after the server or the page has confirmed it. Null means that the visitor
 * has to sign in. Throws if neither server nor page can tell whether there is a session.
 */
export const checkSessionAtom = atom(null, async (get, set, isRenewed = false): Promise<SignInSession | null> => {
  const subject = get(signInSubjectAtom)
  if (!subject) return null
  const { key } = subject
  const site = await set(readSiteFunctionsAtom)
  if (site.storesSessions) return set(checkAtSiteAtom, subject)
  // A new connection ends the sessions of an earlier connection, even if no frame ran when that one ended.
  if (!get(signInSessionsAtom)[key] && get(isNewConnectionAtom) && !site.staysSignedIn)
    set(forgetSessionsAtom, (other) => other === key)
  const session = get(signInSessionsAtom)[key]
  if (session && !isRenewed && !isOver(session)) return session
  const stored = session ?? get(validStoredSessionsAtom)[key] ?? (await set(readFromPageAtom, subject, site))
  if (!stored) return null
  if (stored.token === undefined) {
    // A session without a token was verified by the site, so no server can confirm it.
    if (!site.verifies || isOver(stored) || stored.caipAddress !== (await subjectCaipAddress(subject))) return null
    set(saveSessionAtom, key, stored, !site.inMemory)
    return stored
  }
  // A site that verifies signatures itself does not accept a session of the server.
  return site.verifies ? null : set(confirmStoredAtom, subject, { ...stored, token: stored.token }, !site.inMemory)
})

const isOver = ({ expiresAt }: SignInSession): boolean => expiresAt !== undefined && expiresAt <= Date.now()

/**
 * Reads the session from the page's storage, which helps where the browser denies or clears the storage of this frame.
 */
const readFromPageAtom = atom(
  null,
  async (get, set, subject: SignInSubject, site: SiteFunctions): Promise<SignInSession | null> => {
    // A new connection has no stored session, and a site with `inMemory` stores none.
    if (site.inMemory || get(isNewConnectionAtom)) return null
    try {
      return readStoredSession(await set(callPageAtom, 'kept', await subjectCaipAddress(subject)))
    } catch {
      // Without an answer of the page, the visitor counts as having no stored session.
      return null
    }
  },
)

const checkAtSiteAtom = atom(null, async (get, set, subject: SignInSubject): Promise<SignInSession | null> => {
  const { key, network } = subject
  const accountAddress = await subjectAddress(subject)
  const chainId = network.caipNetworkId
  const request = () => set(callPageAtom, 'getSessions', chainId, accountAddress)
  const found = findSiteSession(await set(singleFlightAtom, `site ${key}`, request), {
    chainId,
    accountAddress,
    now: Date.now(),
  })
  if (!found) set(forgetSessionsAtom, (other) => other === key)
  else set(saveSessionAtom, key, { ...get(signInSessionsAtom)[key], ...found }, false)
  return found && (get(signInSessionsAtom)[key] ?? null)
})

const confirmStoredAtom = atom(
  null,
  async (get, set, subject: SignInSubject, stored: SignInSession & { token: string }, isStored: boolean) => {
    const { key } = subject
    const before = get(signInSessionsAtom)[key] ?? get(validStoredSessionsAtom)[key]
    try {
      const request = () => get(siwxApiAtom).me(stored.token)
      // The fields that the server's route `me` returns replace the stored fields.
      const confirmed = { ...stored, ...((await set(singleFlightAtom, stored.token, request)) as SignInSession) }
      if (confirmed.caipAddress !== (await subjectCaipAddress(subject)))
        throw new AppError(siwxErrors.SIWX_SESSION_INVALID)
      // Saves the session only if it did not end or change during the request.
      const now = get(signInSessionsAtom)[key] ?? get(validStoredSessionsAtom)[key]
      if (now?.token === before?.token) set(saveSessionAtom, key, confirmed, isStored)
      return confirmed
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'SIWX_SESSION_INVALID') throw error
      set(forgetSessionsAtom, (other) => other === key)
      return null
    }
  },
)

/**
 * Runs one request at a time and shares its answer among concurrent callers. A second `me` would use a token that the
 * first one has replaced.
 */
const singleFlightAtom = atom(
  null,
  async (get, set, flightKey: string, request: () => Promise<unknown>): Promise<unknown> => {
    const running = get(runningAtom)
    if (running?.flightKey === flightKey) return running.answer
    const answer = request()
    set(runningAtom, { flightKey, answer })
    try {
      return await answer
    } finally {
      if (get(runningAtom)?.answer === answer) set(runningAtom, null)
    }
  },
)

/**
 * Requests a signature, which the server or the page verifies. Null means that this failed, or that the visitor left or
 * changed the account.
 */
export const signInAtom = atom(null, async (get, set): Promise<SignInSession | 'declined' | null> => {
  const subject = get(signInSubjectAtom)
  // A second request while one runs would show the visitor the same question twice.
  if (!subject || get(signInAttemptAtom).status === 'signing') return null
  const attempt: SignInAttempt = { status: 'signing' }
  const isCurrent = () => get(signInAttemptAtom) === attempt && get(signInSubjectAtom)?.key === subject.key
  set(setSignInAttemptAtom, attempt)
  try {
    const { data, text } = await set(prepareSignInAtom)
    const signature = await set(requestSignatureAtom, subject, text)
    if (!isCurrent()) return null
    // Verification consumes the nonce of the message, whatever its outcome. So the message can't be used again.
    set(dropPreparedMessageAtom)
    const signed: SignedMessage = { data, message: text, signature }
    const { session, isStored } = await set(verifySignatureAtom, await subjectCaipAddress(subject), signed)
    if (!isCurrent()) return null
    set(saveSessionAtom, subject.key, session, isStored)
    // The page must store the session before this frame reports the sign-in.
    await set(sendSessionsAtom)
    set(setSignInAttemptAtom, { status: 'done' })
    return session
  } catch (error) {
    if (get(signInAttemptAtom) !== attempt) return null
    const failure = readFailure(error)
    set(setSignInAttemptAtom, failure)
    return failure.status === 'declined' ? failure.status : null
  }
})

const requestSignatureAtom = atom(null, async (get, _set, { account, network }: SignInSubject, text: string) => {
  const { namespace, address, connectorId } = account
  const adapter = await adapters[namespace]()
  const connector = get(connectorByIdAtom)(connectorId)
  return adapter.signMessage((request) => connector.request(namespace, request), text, { address, network })
})

/** Ends all sessions of a namespace: first in the frame, then on the server and in the site. */
export const signOutAtom = atom(null, async (get, set, namespace: ChainNamespace): Promise<void> => {
  set(dropPreparedMessageAtom)
  set(dropSignInAttemptAtom)
  // Without an answer of the page, the sign-out continues as for a site that has no sign-in functions.
  const site = await set(readSiteFunctionsAtom, namespace).catch(() => noSiteFunctions)
  if (site.staysSignedIn) return
  const isEnded = isSessionKeyOfNamespace(namespace)
  const all = { ...get(validStoredSessionsAtom), ...get(signInSessionsAtom) }
  const ended = Object.entries(all).flatMap(([key, session]) => (isEnded(key) ? [session] : []))
  const others = Object.entries(all).flatMap(([key, session]) => (isEnded(key) ? [] : [session]))
  set(forgetSessionsAtom, isEnded)
  // A failed sign-out is harmless, because this frame has dropped the token and the session expires.
  await Promise.allSettled([
    ...ended.map(({ token }) => token !== undefined && get(siwxApiAtom).signOut(token)),
    set(signOutOfSiteAtom, site, ended, others),
  ])
})

const signOutOfSiteAtom = atom(
  null,
  async (_get, set, site: SiteFunctions, ended: SignInSession[], others: SignInSession[]) => {
    if (site.has('setSessions'))
      return set(
        callPageAtom,
        'setSessions',
        others.map(({ data, message, signature }) => ({ data, message, signature })),
      )
    if (!site.has('revokeSession')) return
    for (const { caipAddress } of ended) {
      const at = caipAddress.lastIndexOf(':')
      await set(callPageAtom, 'revokeSession', caipAddress.slice(0, at), caipAddress.slice(at + 1))
    }
  },
)

const lateCodes = new Set(['SIWX_NONCE_INVALID', 'SIWX_EXPIRED'])

const readFailure = (error: unknown): SignInAttempt => {
  const failure = toFailedAttempt(error)
  return failure.status === 'failed' && lateCodes.has(failure.error.code) ? { status: 'late' } : failure
}
