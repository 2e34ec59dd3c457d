import type { SecurePanel } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { atom } from 'jotai/vanilla'

/** The connector id of the embedded wallet. */
export const embeddedConnectorId = 'embedded'

const panelSourceAtom = atom<SecurePanel | null>(null)

/** The panel that the secure frame draws. Null while the secure frame is hidden. */
export const securePanelAtom = atom((get) => get(panelSourceAtom))
export const setSecurePanelAtom = atom(null, (_get, set, panel: SecurePanel | null) => set(panelSourceAtom, panel))

const emailSourceAtom = atom<string | null>(null)

/** E-mail of the logged-in visitor. It is never sent to the page. */
export const loginEmailAtom = atom((get) => get(emailSourceAtom))
export const setLoginEmailAtom = atom(null, (_get, set, email: string | null) => set(emailSourceAtom, email))
