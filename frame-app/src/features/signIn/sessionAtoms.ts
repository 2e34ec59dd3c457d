import type { SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { atom } from 'jotai/vanilla'
import { accountsAtom, activeAccountAtom } from '../../core/state/accounts.ts'
import { connectionsMadeAtom } from '../../core/state/connections.ts'
import { storeAtom } from '../../core/state/storage.ts'
import { keptSessionsAtom, keptSessionsKey, sessionsAtom, setSessionsAtom, signInVisitAtom } from './signInAtoms.ts'
import { askPageAtom } from './site.ts'
import { readKeptSession } from './siteSession.ts'

/** A visitor with more accounts signs in again with the oldest ones. */
const keptLimit = 20

/** True if the visitor connected this account on this visit. Sessions of an earlier connection do not count for it. */
export const isNewConnectionAtom = atom((get): boolean => {
  const account = get(activeAccountAtom)
  const { accounts, connectionsMade } = get(signInVisitAtom)
  if (!account || connectionsMade === get(connectionsMadeAtom)) return false
  return accounts?.[account.namespace].caipAddress !== account.caipAddress
})

/** Another network on which the same account is signed in. */
export const otherSessionNetworkAtom = atom((get): string | null => {
  const account = get(activeAccountAtom)
  const key = Object.keys(get(sessionsAtom)).findLast(
    (other) => other.startsWith(`${account?.namespace}:`) && other.endsWith(`:${account?.address}`),
  )
  return key ? key.slice(0, key.lastIndexOf(':')) : null
})

/** The sessions of the connected accounts. */
export const activeSessionsAtom = atom((get) => {
  const sessions = get(sessionsAtom)
  return Object.fromEntries(
    Object.entries(get(accountsAtom)).flatMap(([namespace, { status, caipAddress = '' }]) => {
      const session = status === 'connected' && sessions[caipAddress]
      return session ? [[namespace, session]] : []
    }),
  ) as { [namespace in ChainNamespace]?: SignInSession }
})

/** The stored sessions that parse. Any script of the frame's origin may have written the storage. */
export const keptSessionListAtom = atom((get): Record<string, SignInSession> => {
  const entries = Object.entries(get(keptSessionsAtom)).flatMap(([key, value]) => {
    const session = readKeptSession(value)
    return session ? [[key, session] as const] : []
  })
  return Object.fromEntries(entries)
})

/** The start value, so that a first empty list is not sent. */
const sentSessionsAtom = atom('[[],{}]')
const sendingAtom = atom<Promise<unknown> | null>(null)
/** Sends the sessions to the page and resolves once the page has them. A failure means that the page is gone. */
export const sendSessionsAtom = atom(null, async (get, set): Promise<void> => {
  const [kept, active] = [Object.values(get(keptSessionListAtom)), get(activeSessionsAtom)]
  const text = JSON.stringify([kept, active])
  if (text !== get(sentSessionsAtom)) {
    set(sentSessionsAtom, text)
    const keeping = set(askPageAtom, 'keep', kept, active).catch(() => {})
    set(sendingAtom, keeping)
  }
  await get(sendingAtom)
})

/**
 * `isKept` stores the session for the next visit. It is false if the site stores sessions itself or wants none stored.
 */
export const saveSessionAtom = atom(null, (get, set, key: string, session: SignInSession, isKept: boolean) => {
  const others = Object.entries(get(keptSessionListAtom)).filter(([other]) => other !== key)
  const kept = isKept ? [...others, [key, session] as const] : others
  set(storeAtom, keptSessionsKey, Object.fromEntries(kept.slice(-keptLimit)))
  set(setSessionsAtom, { ...get(sessionsAtom), [key]: session })
})

/** Removes the sessions whose key matches. */
export const forgetSessionsAtom = atom(null, (get, set, isGone: (key: string) => boolean) => {
  const keep = (list: Record<string, SignInSession>): Record<string, SignInSession> =>
    Object.fromEntries(Object.entries(list).filter(([key]) => !isGone(key)))
  set(storeAtom, keptSessionsKey, keep(get(keptSessionListAtom)))
  set(setSessionsAtom, keep(get(sessionsAtom)))
})
export const isOfNamespace =
  (namespace: ChainNamespace) =>
  (key: string): boolean =>
    key.startsWith(`${namespace}:`)
