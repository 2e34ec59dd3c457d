import { showToastAtom } from '../../state/notices.ts'
import type { ConnectorContext } from '../connector.ts'

/** Specification 6. */
const notAllowedMs = 300

/**
 * The visitor sees that the site asked for a method that this wallet does not have. The secure frame takes the cards of
 * such a site away, so that none is left under the pointer.
 */
export const showRefusal = async (
  { store, host }: Pick<ConnectorContext, 'store' | 'host'>,
  /** Sends the method's name to the secure frame, which refuses it too. Its params stay here. */
  tellSecureFrame: () => Promise<unknown>,
): Promise<void> => {
  await tellSecureFrame().catch(() => {})
  await host.open()
  setTimeout(() => store.set(showToastAtom, { variant: 'error', word: 'notAllowed' }), notAllowedMs)
}
