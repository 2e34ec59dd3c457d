import type { SignInMode, SignInSession } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { atom } from 'jotai/vanilla'
import { type Accounts, type ActiveAccount, accountsAtom, activeAccountAtom } from '../../core/state/accounts.ts'
import { connectionsMadeAtom } from '../../core/state/connections.ts'
import { activeNetworkAtom } from '../../core/state/networks.ts'
import { optionsAtom, siteSignInAtom } from '../../core/state/options.ts'
import { storedAtom } from '../../core/state/storage.ts'

/** Who signs in, and where: a session counts for one account on one network. */
export type SignInSubject = { key: string; account: ActiveAccount; network: Network }

/** How the visit with the modal began. */
type Visit = { mode: SignInMode | undefined; accounts: Accounts | null; connectionsMade: number }

/** What the frame keeps of sessions, by subject. They are secrets, and to be confirmed before anyone believes them. */
export const keptSessionsKey = 'siwx_sessions'

const visitAtom = atom<Visit>({ mode: undefined, accounts: null, connectionsMade: 0 })
const sessionsSourceAtom = atom<Record<string, SignInSession>>({})
const siteModeAtom = atom<SignInMode | null>(null)
const isWantedAtom = atom(false)

/** Each visit may ask for it in its own way; else it is what the project says. */
export const startSignInVisitAtom = atom(null, (get, set, mode: SignInMode | undefined) =>
  set(visitAtom, { mode, accounts: get(accountsAtom), connectionsMade: get(connectionsMadeAtom) }),
)

/** The page waits for the visitor to sign in, whatever the project says. */
export const isSignInWantedAtom = atom((get) => get(isWantedAtom))
export const wantSignInAtom = atom(null, (_get, set, isWanted: boolean) => set(isWantedAtom, isWanted))

export const signInModeAtom = atom((get): SignInMode => {
  const { signIn } = get(optionsAtom)
  const ofSite = get(siteSignInAtom) && signIn !== 'required' ? (get(siteModeAtom) ?? 'optional') : null
  const mode = get(visitAtom).mode ?? ofSite ?? signIn
  return mode === 'none' && get(isWantedAtom) ? 'optional' : mode
})
/** What the page's own functions ask for, once they have said so. */
export const setSiteModeAtom = atom(null, (_get, set, mode: SignInMode) => set(siteModeAtom, mode))
/** Whether the visitor is asked at once, also one who had been connected before. */
export const asksAtOnceAtom = atom(
  (get) => get(signInModeAtom) === 'required' || get(visitAtom).mode === 'optional' || get(isWantedAtom),
)

/** Null without a wallet, and on a network that is not ours. */
export const signInSubjectAtom = atom((get): SignInSubject | null => {
  const [account, network] = [get(activeAccountAtom), get(activeNetworkAtom)]
  return account && network ? { key: `${network.caipNetworkId}:${account.address}`, account, network } : null
})

/** How the visit began, for those who ask what is new in it. */
export const signInVisitAtom = atom((get) => get(visitAtom))

/** Confirmed sessions, by subject. */
export const sessionsAtom = atom((get) => get(sessionsSourceAtom))
export const setSessionsAtom = atom(null, (_get, set, sessions: Record<string, SignInSession>) =>
  set(sessionsSourceAtom, sessions),
)
export const sessionAtom = atom((get): SignInSession | null => {
  const subject = get(signInSubjectAtom)
  return (subject && get(sessionsSourceAtom)[subject.key]) ?? null
})
/** Whether the visitor signed in with another account or on another network of the same kind. */
export const hasSessionBesideAtom = atom((get) => {
  const namespace = get(activeAccountAtom)?.namespace
  return Object.keys(get(sessionsSourceAtom)).some((key) => key.startsWith(`${namespace}:`))
})

/** What an earlier visit left, unread. */
export const keptSessionsAtom = atom((get) => Object(get(storedAtom)(keptSessionsKey)) as Record<string, unknown>)
/** Only who asks can know that the visitor did not sign in before. */
export const mayHaveSessionAtom = atom((get) => {
  const key = get(signInSubjectAtom)?.key
  return get(siteSignInAtom) !== null || (key !== undefined && key in get(keptSessionsAtom))
})
export const signInViewAtom = atom((get) =>
  get(siteSignInAtom) === 'siweConfig' ? ('ConnectingSiwe' as const) : ('SIWXSignMessage' as const),
)

/** Whether there is anything to look after; the code that does comes only then. */
export const isSignInUsedAtom = atom(
  (get) =>
    get(activeAccountAtom) !== null &&
    (get(signInModeAtom) !== 'none' || Object.keys(get(keptSessionsAtom)).length > 0),
)
