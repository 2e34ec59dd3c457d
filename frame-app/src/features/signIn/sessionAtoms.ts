import type { SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { atom } from 'jotai/vanilla'
import { accountsAtom, activeAccountAtom } from '../../core/state/accounts.ts'
import { connectionsMadeAtom } from '../../core/state/connections.ts'
import { writeStorageAtom } from '../../core/state/storage.ts'
import {
  setSignInSessionsAtom,
  signInSessionsAtom,
  signInVisitAtom,
  storedSessionsAtom,
  storedSessionsKey,
} from './signInAtoms.ts'
import { callPageAtom } from './site.ts'
import { readStoredSession } from './siteSession.ts'

/** The maximum number of stored sessions. A visitor with more accounts signs in again with the oldest ones. */
const storedLimit = 20

/**
 * True if the visitor connected the active account on this visit. Sessions of an earlier connection then do not count.
 */
export const isNewConnectionAtom = atom((get): boolean => {
  const account = get(activeAccountAtom)
  const { accounts, connectionsMade } = get(signInVisitAtom)
  if (!account || connectionsMade === get(connectionsMadeAtom)) return false
  return accounts?.[account.namespace].caipAddress !== account.caipAddress
})

/** The CAIP-2 id of another network on which the active account has a session, or null. */
export const otherSessionNetworkAtom = atom((get): string | null => {
  const account = get(activeAccountAtom)
  const key = Object.keys(get(signInSessionsAtom)).findLast(
    (other) => other.startsWith(`${account?.namespace}:`) && other.endsWith(`:${account?.address}`),
  )
  return key ? key.slice(0, key.lastIndexOf(':')) : null
})

/** The sign-in sessions of the connected accounts. */
export const activeSessionsAtom = atom((get) => {
  const sessions = get(signInSessionsAtom)
  return Object.fromEntries(
    Object.entries(get(accountsAtom)).flatMap(([namespace, { status, caipAddress = '' }]) => {
      const session = status === 'connected' && sessions[caipAddress]
      return session ? [[namespace, session]] : []
    }),
  ) as { [namespace in ChainNamespace]?: SignInSession }
})

/**
 * The stored sessions that are valid JSON of the right form. Any script of the frame's origin may have written the
 * storage.
 */
export const validStoredSessionsAtom = atom((get): Record<string, SignInSession> => {
  const entries = Object.entries(get(storedSessionsAtom)).flatMap(([key, value]) => {
    const session = readStoredSession(value)
    return session ? [[key, session] as const] : []
  })
  return Object.fromEntries(entries)
})

/**
 * The sessions that the page got last, as JSON. It starts with an empty list, so an empty list is not sent at the
 * start.
 */
const sentSessionsAtom = atom('[[],{}]')
const sendingAtom = atom<Promise<unknown> | null>(null)
/** Sends the sessions to the page and resolves when the page has them. If this fails, the page is gone. */
export const sendSessionsAtom = atom(null, async (get, set): Promise<void> => {
  const [stored, active] = [Object.values(get(validStoredSessionsAtom)), get(activeSessionsAtom)]
  const text = JSON.stringify([stored, active])
  if (text !== get(sentSessionsAtom)) {
    set(sentSessionsAtom, text)
    const keeping = set(callPageAtom, 'keep', stored, active).catch(() => {})
    set(sendingAtom, keeping)
  }
  await get(sendingAtom)
})

/**
 * Saves a session for this visit. With `isStored` it is also stored for the next visit. `isStored` is false if the site
 * stores sessions itself or wants none stored.
 */
export const saveSessionAtom = atom(null, (get, set, key: string, session: SignInSession, isStored: boolean) => {
  const others = Object.entries(get(validStoredSessionsAtom)).filter(([other]) => other !== key)
  const stored = isStored ? [...others, [key, session] as const] : others
  set(writeStorageAtom, storedSessionsKey, Object.fromEntries(stored.slice(-storedLimit)))
  set(setSignInSessionsAtom, { ...get(signInSessionsAtom), [key]: session })
})

/** Removes each session for whose key the function `isEnded` returns true, also from the storage. */
export const forgetSessionsAtom = atom(null, (get, set, isEnded: (key: string) => boolean) => {
  const withoutEnded = (list: Record<string, SignInSession>): Record<string, SignInSession> =>
    Object.fromEntries(Object.entries(list).filter(([key]) => !isEnded(key)))
  set(writeStorageAtom, storedSessionsKey, withoutEnded(get(validStoredSessionsAtom)))
  set(setSignInSessionsAtom, withoutEnded(get(signInSessionsAtom)))
})
export const isSessionKeyOfNamespace =
  (namespace: ChainNamespace) =>
  (key: string): boolean =>
    key.startsWith(`${namespace}:`)
