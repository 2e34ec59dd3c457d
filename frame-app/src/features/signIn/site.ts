import type { SiteSignInFeatures, SiteSignInMethod } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { atom } from 'jotai/vanilla'
import { activeAccountAtom } from '../../core/state/accounts.ts'
import { showAlertAtom } from '../../core/state/notices.ts'
import { signInOptionNameAtom } from '../../core/state/options.ts'
import { hostAtom } from '../../core/state/peers.ts'
import { setSiteModeAtom } from './signInAtoms.ts'
import { readSiteSignIn } from './siteSession.ts'

/** The sign-in functions that the site itself provides, as they apply to one namespace. */
export type SiteFunctions = Omit<SiteSignInFeatures, 'functions' | 'isLegacy' | 'isRequired'> & {
  has(name: SiteSignInMethod): boolean
  /** Whether the site verifies signatures. Otherwise the server does. */
  verifies: boolean
  /** Whether the site stores sessions. Otherwise the frame and the page's storage store them. */
  storesSessions: boolean
}

export const noSiteFunctions: SiteFunctions = {
  has: () => false,
  verifies: false,
  storesSessions: false,
  staysSignedIn: false,
  inMemory: false,
}

export const callPageAtom = atom(
  null,
  async (get, _set, method: SiteSignInMethod, ...args: unknown[]): Promise<unknown> => {
    const host = get(hostAtom)
    if (!host) throw new AppError(commonErrors.DISCONNECTED)
    return host.siwx(method, args)
  },
)

/**
 * Reads from the page which sign-in functions it has. Asks on every call, because the page may register functions late.
 * `namespace` defaults to that of the active account.
 */
export const readSiteFunctionsAtom = atom(
  null,
  async (get, set, namespace?: ChainNamespace): Promise<SiteFunctions> => {
    if (get(signInOptionNameAtom) === null) return noSiteFunctions
    let description: SiteSignInFeatures
    try {
      description = readSiteSignIn(await set(callPageAtom, 'describe'))
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
  },
)
