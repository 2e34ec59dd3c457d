import type { AppKitState } from '../../index.d.ts'

/** The state that the page reads, without the theme, which is an option. */
export const appKitState: Omit<AppKitState, 'theme'> = {
  loading: false,
  accounts: {},
  open: false,
  activeNamespace: 'eip155',
}
