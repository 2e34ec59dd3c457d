import type { SecurePanel } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { atom } from 'jotai/vanilla'

/** As the page knows the wallet that this product brings along. */
export const embeddedId = 'embedded'

const panelSourceAtom = atom<SecurePanel | null>(null)

/** What the secure frame has to ask or to show; null while it needs no place. */
export const securePanelAtom = atom((get) => get(panelSourceAtom))
export const setSecurePanelAtom = atom(null, (_get, set, panel: SecurePanel | null) => set(panelSourceAtom, panel))

const emailSourceAtom = atom<string | null>(null)

/** Of the visitor who is logged in, for their own eyes: the page never hears it. */
export const loginEmailAtom = atom((get) => get(emailSourceAtom))
export const setLoginEmailAtom = atom(null, (_get, set, email: string | null) => set(emailSourceAtom, email))
