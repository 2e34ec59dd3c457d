import type { SiteMethod, SiteSignIn } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { atom } from 'jotai/vanilla'
import { activeAccountAtom } from '../../core/state/accounts.ts'
import { showAlertAtom } from '../../core/state/notices.ts'
import { siteSignInAtom } from '../../core/state/options.ts'
import { hostAtom } from '../../core/state/peers.ts'
import { setSiteModeAtom } from './signInAtoms.ts'
import { readSite } from './siteSession.ts'

/** The site's own sign-in functions for the active account. */
export type Site = Omit<SiteSignIn, 'functions' | 'isLegacy' | 'isRequired'> & {
  has(name: SiteMethod): boolean
  /** The site verifies signatures; otherwise the server does. */
  verifies: boolean
  /** The site stores sessions; otherwise the frame and the page's storage do. */
  storesSessions: boolean
}

export const noSite: Site = {
  has: () => false,
  verifies: false,
  storesSessions: false,
  staysSignedIn: false,
  inMemory: false,
}

export const callPageAtom = atom(null, async (get, _set, method: SiteMethod, ...args: unknown[]): Promise<unknown> => {
  const host = get(hostAtom)
  if (!host) throw new AppError(commonErrors.DISCONNECTED)
  return host.siwx(method, args)
})

/**
 * Asks the page on every call, because the page may register its functions late. `namespace` defaults to that of the
 * active account.
 */
export const readSiteAtom = atom(null, async (get, set, namespace?: ChainNamespace): Promise<Site> => {
  if (get(siteSignInAtom) === null) return noSite
  let description: SiteSignIn
  try {
    description = readSite(await set(callPageAtom, 'describe'))
  } catch (error) {
    set(showAlertAtom, error)
    throw error
  }
  const { isLegacy, isRequired, staysSignedIn, inMemory } = description
  const isElsewhere = isLegacy && (namespace ?? get(activeAccountAtom)?.namespace) !== 'eip155'
  const functions = new Set(isElsewhere ? [] : description.functions)
  set(setSiteModeAtom, isRequired ? 'required' : functions.size > 0 ? 'optional' : 'none')
  return {
    has: (name) => functions.has(name),
    verifies: functions.has('verifyMessage') || functions.has('addSession'),
    storesSessions: functions.has('getSessions'),
    staysSignedIn,
    inMemory,
  }
})
