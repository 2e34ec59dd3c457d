import type { HostOptions } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { Bootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { atom } from 'jotai/vanilla'
import { type MergedOptions, mergeOptions } from '../domain/mergeOptions.ts'

const bootstrapSourceAtom = atom<Bootstrap | null>(null)
const hostOptionsAtom = atom<HostOptions>({})
const themeSourceAtom = atom<'light' | 'dark'>('light')
const localeSourceAtom = atom('en')
const legalAcceptedSourceAtom = atom(false)

export const bootstrapAtom = atom((get) => {
  const bootstrap = get(bootstrapSourceAtom)
  if (!bootstrap) throw new AppError(commonErrors.SERVER_ERROR, { values: { reason: 'no project data' } })
  return bootstrap
})
export const setBootstrapAtom = atom(null, (_get, set, bootstrap: Bootstrap) => set(bootstrapSourceAtom, bootstrap))

export const optionsAtom = atom((get): MergedOptions => {
  const { options, theme } = get(bootstrapAtom)
  return mergeOptions(options, theme, get(hostOptionsAtom))
})

/** CAIP-2 ids of the networks that the host chose, in the host's order. */
export const requestedNetworkIdsAtom = atom((get) => get(hostOptionsAtom).networks)

/**
 * The name of the host option that holds the page's sign-in functions. The functions stay in the page;
 * `features/signIn/site.ts` calls them.
 */
export const signInOptionNameAtom = atom((get) => {
  const { siwx, siweConfig } = get(hostOptionsAtom)
  return siweConfig ? 'siweConfig' : siwx ? 'siwx' : null
})

/** Applies options that the host sets. Options that a call omits keep their value. */
export const configureAtom = atom(null, (get, set, options: HostOptions) => {
  set(hostOptionsAtom, { ...get(hostOptionsAtom), ...options })
  if (options.locale !== undefined) set(localeSourceAtom, options.locale)
})

export const themeAtom = atom((get) => get(themeSourceAtom))
export const setThemeAtom = atom(null, (_get, set, theme: 'light' | 'dark') => set(themeSourceAtom, theme))

export const localeAtom = atom((get) => get(localeSourceAtom))
export const setLocaleAtom = atom(null, (_get, set, locale: string) => set(localeSourceAtom, locale))

/** Whether the visitor accepted the legal terms. Not stored, because changed terms need a new consent. */
export const isLegalAcceptedAtom = atom((get) => get(legalAcceptedSourceAtom))
export const acceptLegalAtom = atom(null, (_get, set, accepted: boolean) => set(legalAcceptedSourceAtom, accepted))
/** Whether the visitor must still check the box for the legal terms before connecting. */
export const isLegalConsentMissingAtom = atom((get) => get(optionsAtom).legalCheckbox && !get(legalAcceptedSourceAtom))
