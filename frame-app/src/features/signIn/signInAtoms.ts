import type { SignInMode, SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { atom } from 'jotai/vanilla'
import {
  type AccountsByNamespace,
  type ActiveAccount,
  accountsAtom,
  activeAccountAtom,
} from '../../core/state/accounts.ts'
import { connectionsMadeAtom } from '../../core/state/connections.ts'
import { activeNetworkAtom } from '../../core/state/networks.ts'
import { optionsAtom, signInOptionNameAtom } from '../../core/state/options.ts'
import { readStorageAtom } from '../../core/state/storage.ts'

/** The account and network that a sign-in is for. A session is valid for exactly one of these pairs. */
export type SignInSubject = { key: string; account: ActiveAccount; network: Network }

/** The sign-in mode, accounts and connections at the start of a visit with the modal. */
type Visit = { mode: SignInMode | undefined; accounts: AccountsByNamespace | null; connectionsMade: number }

/**
 * The storage key of the SIWX sessions, which are secrets. There is one session for each pair of account and network.
 * The server or the page confirms each session before use.
 */
export const storedSessionsKey = 'siwx_sessions'

const visitAtom = atom<Visit>({ mode: undefined, accounts: null, connectionsMade: 0 })
const sessionsSourceAtom = atom<Record<string, SignInSession>>({})
const siteModeAtom = atom<SignInMode | null>(null)
const requestedModeAtom = atom<SignInMode>('none')

/**
 * Starts a visit with the modal. If the visit has its own sign-in mode (`none`, `optional` or `required`), that mode
 * overrides the mode of the project.
 */
export const startSignInVisitAtom = atom(null, (get, set, mode: SignInMode | undefined) =>
  set(visitAtom, { mode, accounts: get(accountsAtom), connectionsMade: get(connectionsMadeAtom) }),
)

/**
 * `optional` while the page waits for its call of `signIn`, so that the modal asks for a sign-in even if the project
 * wants none. While the modal asks again after a change of account or network, the mode of the visit that asked first.
 */
export const requestSignInAtom = atom(null, (_get, set, mode: SignInMode) => set(requestedModeAtom, mode))

export const signInModeAtom = atom((get): SignInMode => {
  const { signIn } = get(optionsAtom)
  const siteMode = get(signInOptionNameAtom) && signIn !== 'required' ? (get(siteModeAtom) ?? 'optional') : null
  const mode = get(visitAtom).mode ?? siteMode ?? signIn
  const requested = get(requestedModeAtom)
  return mode === 'none' || requested === 'required' ? requested : mode
})
/** Stores the mode that the site's own sign-in functions declare. */
export const setSiteModeAtom = atom(null, (_get, set, mode: SignInMode) => set(siteModeAtom, mode))
/** True if the modal opens with the sign-in, even if the visitor was already connected. */
export const opensWithSignInAtom = atom(
  (get) =>
    get(signInModeAtom) === 'required' || get(visitAtom).mode === 'optional' || get(requestedModeAtom) !== 'none',
)

/** The account and network that a sign-in is for now. Null without a wallet and on an unsupported network. */
export const signInSubjectAtom = atom((get): SignInSubject | null => {
  const [account, network] = [get(activeAccountAtom), get(activeNetworkAtom)]
  return account && network ? { key: `${network.caipNetworkId}:${account.address}`, account, network } : null
})

export const signInVisitAtom = atom((get) => get(visitAtom))

/** The sessions that the server or the page has confirmed, by the key of their account and network. */
export const signInSessionsAtom = atom((get) => get(sessionsSourceAtom))
export const setSignInSessionsAtom = atom(null, (_get, set, sessions: Record<string, SignInSession>) =>
  set(sessionsSourceAtom, sessions),
)
export const signInSessionAtom = atom((get): SignInSession | null => {
  const subject = get(signInSubjectAtom)
  return (subject && get(sessionsSourceAtom)[subject.key]) ?? null
})
/** True if any account of the active namespace is signed in. */
export const hasNamespaceSessionAtom = atom((get) => {
  const namespace = get(activeAccountAtom)?.namespace
  return Object.keys(get(sessionsSourceAtom)).some((key) => key.startsWith(`${namespace}:`))
})

/** The stored sessions of earlier visits, not validated yet. */
export const storedSessionsAtom = atom(
  (get) => Object(get(readStorageAtom)(storedSessionsKey)) as Record<string, unknown>,
)
/**
 * Whether the active account may have a session on the active network. If the site stores the sessions, only a call to
 * the page can tell.
 */
export const mayHaveSessionAtom = atom((get) => {
  const key = get(signInSubjectAtom)?.key
  return get(signInOptionNameAtom) !== null || (key !== undefined && key in get(storedSessionsAtom))
})
export const signInViewAtom = atom((get) =>
  get(signInOptionNameAtom) === 'siweConfig' ? ('ConnectingSiwe' as const) : ('SIWXSignMessage' as const),
)

/**
 * True if the chunk with the sign-in effects has to load: an account is connected, and either the project wants a
 * sign-in or there are stored sessions.
 */
export const areSignInEffectsNeededAtom = atom(
  (get) =>
    get(activeAccountAtom) !== null &&
    (get(signInModeAtom) !== 'none' || Object.keys(get(storedSessionsAtom)).length > 0),
)
