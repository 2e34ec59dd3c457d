import { atom } from 'jotai/vanilla'
import type { SignInMode, SignInSession } from 'loader/protocol/frameApi.ts'
import type { ChainNamespace } from 'loader/protocol/namespaces.ts'
import type { Network } from 'loader/protocol/serverApi.ts'
import { type Accounts, type ActiveAccount, accountsAtom, activeAccountAtom } from './accounts.ts'
import { connectionsMadeAtom } from './connections.ts'
import { activeNetworkAtom } from './networks.ts'
import { optionsAtom } from './options.ts'
import { storeAtom, storedAtom } from './storage.ts'

/** Who signs in, and where: a session counts for one account on one network. */
export type SignInSubject = { key: string; account: ActiveAccount; network: Network }

/** How the visit with the modal began. */
type Visit = { mode: SignInMode | undefined; accounts: Accounts | null; connectionsMade: number }

const tokensKey = 'siwx_auth_tokens'
/** Of a visitor with many accounts the oldest ones are asked again. */
const tokenLimit = 20

const visitAtom = atom<Visit>({ mode: undefined, accounts: null, connectionsMade: 0 })
const sessionsSourceAtom = atom<Record<string, SignInSession>>({})
const isWantedAtom = atom(false)

/** Each visit may ask for it in its own way; else it is what the project says. */
export const startSignInVisitAtom = atom(null, (get, set, mode: SignInMode | undefined) =>
  set(visitAtom, { mode, accounts: get(accountsAtom), connectionsMade: get(connectionsMadeAtom) }),
)

/** The page waits for the visitor to sign in, whatever the project says. */
export const isSignInWantedAtom = atom((get) => get(isWantedAtom))
export const wantSignInAtom = atom(null, (_get, set, isWanted: boolean) => set(isWantedAtom, isWanted))

export const signInModeAtom = atom((get): SignInMode => {
  const mode = get(visitAtom).mode ?? get(optionsAtom).signIn
  return mode === 'none' && get(isWantedAtom) ? 'optional' : mode
})
/** Whether the visitor is asked at once, also one who had been connected before. */
export const asksAtOnceAtom = atom(
  (get) => get(signInModeAtom) === 'required' || get(visitAtom).mode === 'optional' || get(isWantedAtom),
)

/** Null without a wallet, and on a network that is not ours. */
export const signInSubjectAtom = atom((get): SignInSubject | null => {
  const [account, network] = [get(activeAccountAtom), get(activeNetworkAtom)]
  return account && network ? { key: `${network.caipNetworkId}:${account.address}`, account, network } : null
})

/** The visitor connected this account just now, so what an earlier connection of it left behind is none of this one. */
export const isNewConnectionAtom = atom((get): boolean => {
  const account = get(activeAccountAtom)
  const { accounts, connectionsMade } = get(visitAtom)
  if (!account || connectionsMade === get(connectionsMadeAtom)) return false
  return accounts?.[account.namespace].caipAddress !== account.caipAddress
})

/** Sessions that the server has confirmed, by subject. */
export const sessionAtom = atom((get): SignInSession | null => {
  const subject = get(signInSubjectAtom)
  return (subject && get(sessionsSourceAtom)[subject.key]) ?? null
})
/** Whether the visitor signed in with another account or on another network of the same kind. */
export const hasSessionBesideAtom = atom((get) => {
  const namespace = get(activeAccountAtom)?.namespace
  return Object.keys(get(sessionsSourceAtom)).some((key) => key.startsWith(`${namespace}:`))
})

/** Where the same account is signed in, if not here. */
export const otherSessionNetworkAtom = atom((get): string | null => {
  const account = get(activeAccountAtom)
  const key = Object.keys(get(sessionsSourceAtom)).findLast(
    (other) => other.startsWith(`${account?.namespace}:`) && other.endsWith(`:${account?.address}`),
  )
  return key ? key.slice(0, key.lastIndexOf(':')) : null
})

/** Of the last visits, to be confirmed before anyone believes them. They are secrets. */
export const tokensAtom = atom((get): Record<string, string> => {
  const entries = Object.entries(Object(get(storedAtom)(tokensKey)) as Record<string, unknown>)
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
})
export const tokenAtom = atom((get): string | null => {
  const subject = get(signInSubjectAtom)
  return (subject && get(tokensAtom)[subject.key]) ?? null
})

export const saveSessionAtom = atom(null, (get, set, key: string, session: SignInSession) => {
  const others = Object.entries(get(tokensAtom)).filter(([other]) => other !== key)
  set(storeAtom, tokensKey, Object.fromEntries([...others, [key, session.token]].slice(-tokenLimit)))
  set(sessionsSourceAtom, { ...get(sessionsSourceAtom), [key]: session })
})

/** Those of one subject, or of all accounts and networks of a namespace. */
export const forgetSessionsAtom = atom(null, (get, set, isGone: (key: string) => boolean) => {
  const keep = <Value>(list: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(list).filter(([key]) => !isGone(key)))
  set(storeAtom, tokensKey, keep(get(tokensAtom)))
  set(sessionsSourceAtom, keep(get(sessionsSourceAtom)))
})
export const isOfNamespace =
  (namespace: ChainNamespace) =>
  (key: string): boolean =>
    key.startsWith(`${namespace}:`)

/** Whether there is anything to look after; the code that does comes only then. */
export const isSignInUsedAtom = atom(
  (get) =>
    get(activeAccountAtom) !== null && (get(signInModeAtom) !== 'none' || Object.keys(get(tokensAtom)).length > 0),
)
