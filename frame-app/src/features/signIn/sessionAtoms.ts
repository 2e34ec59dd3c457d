import type { SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { atom } from 'jotai/vanilla'
import { accountsAtom, activeAccountAtom } from '../../core/state/accounts.ts'
import { connectionsMadeAtom } from '../../core/state/connections.ts'
import { storeAtom } from '../../core/state/storage.ts'
import { keptSessionsAtom, keptSessionsKey, sessionsAtom, setSessionsAtom, signInVisitAtom } from './signInAtoms.ts'
import { askPageAtom } from './site.ts'
import { readKeptSession } from './siteSession.ts'

/** Of a visitor with many accounts the oldest ones are asked again. */
const keptLimit = 20

/** The visitor connected this account just now, so what an earlier connection of it left behind is none of this one. */
export const isNewConnectionAtom = atom((get): boolean => {
  const account = get(activeAccountAtom)
  const { accounts, connectionsMade } = get(signInVisitAtom)
  if (!account || connectionsMade === get(connectionsMadeAtom)) return false
  return accounts?.[account.namespace].caipAddress !== account.caipAddress
})

/** Where the same account is signed in, if not here. */
export const otherSessionNetworkAtom = atom((get): string | null => {
  const account = get(activeAccountAtom)
  const key = Object.keys(get(sessionsAtom)).findLast(
    (other) => other.startsWith(`${account?.namespace}:`) && other.endsWith(`:${account?.address}`),
  )
  return key ? key.slice(0, key.lastIndexOf(':')) : null
})

/** Those of the connected accounts. */
export const activeSessionsAtom = atom((get) => {
  const sessions = get(sessionsAtom)
  return Object.fromEntries(
    Object.entries(get(accountsAtom)).flatMap(([namespace, { status, caipAddress = '' }]) => {
      const session = status === 'connected' && sessions[caipAddress]
      return session ? [[namespace, session]] : []
    }),
  ) as { [namespace in ChainNamespace]?: SignInSession }
})

/** What stands there may be anybody's. */
export const keptSessionListAtom = atom((get): Record<string, SignInSession> => {
  const entries = Object.entries(get(keptSessionsAtom)).flatMap(([key, value]) => {
    const session = readKeptSession(value)
    return session ? [[key, session] as const] : []
  })
  return Object.fromEntries(entries)
})

/** Where there are none and were none, nothing is told. */
const sentSessionsAtom = atom('[[],{}]')
const sendingAtom = atom<Promise<unknown> | null>(null)
/** Sessions are the site's. Resolves once the page has what there is now; a page that is gone needs nothing. */
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

/** `isKept`: also for the next visit, which is not for us to do where the site keeps its sessions or wants none kept. */
export const saveSessionAtom = atom(null, (get, set, key: string, session: SignInSession, isKept: boolean) => {
  const others = Object.entries(get(keptSessionListAtom)).filter(([other]) => other !== key)
  const kept = isKept ? [...others, [key, session] as const] : others
  set(storeAtom, keptSessionsKey, Object.fromEntries(kept.slice(-keptLimit)))
  set(setSessionsAtom, { ...get(sessionsAtom), [key]: session })
})

/** Those of one subject, or of all accounts and networks of a namespace. */
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
