import type { Bootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { LanguageCode } from '@appkit-frame/loader/protocol/messages/languages.ts'
import { createStore } from 'jotai/vanilla'
import type { Store } from '../core/effects/context.ts'
import { setIsPhoneAtom } from '../core/state/device.ts'
import { setBootstrapAtom, setLocaleAtom, setThemeAtom } from '../core/state/options.ts'
import { loadRareParts } from '../features/connect/ConnectView.tsx'
import { loadLanguageAtom } from '../features/languages/languages.ts'

/** The facts that decide the prerendered first view. Visitors with equal facts get the same document. */
export type FirstViewInputs = {
  bootstrap: Bootstrap
  theme: 'light' | 'dark'
  language: LanguageCode
  isPhone: boolean
}

/** Creates a store with the state of a new document. Server and browser render equal markup from such a store. */
export const createFirstViewStore = async ({
  bootstrap,
  theme,
  language,
  isPhone,
}: FirstViewInputs): Promise<Store> => {
  const store = createStore()
  store.set(setBootstrapAtom, bootstrap)
  store.set(setThemeAtom, theme)
  store.set(setLocaleAtom, language)
  store.set(setIsPhoneAtom, isPhone)
  await store.set(loadLanguageAtom, false)
  if (bootstrap.options.collapseWallets) await loadRareParts()
  return store
}
