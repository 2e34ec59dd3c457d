import { signInModeAtom } from '../../../../features/signIn/signInAtoms.ts'
import type { ConnectorContext } from '../../types.ts'
import type { SettledSession } from '../pairing.ts'
import type { Proposal } from '../proposal.ts'

/**
 * Prepares a sign-in message that the wallet signs while it connects. A site without sign-in loads no code for this.
 */
export const createLazySignIn = (context: ConnectorContext) => {
  const load = () => import('./oneClickSignIn.ts')
  const isWanted = () => context.store.get(signInModeAtom) !== 'none'
  // Loads the sign-in code in parallel with the client. If this load fails, a call of the returned function tries
  // again.
  if (isWanted()) load().catch(() => {})

  return async (proposal: Proposal) => {
    // The method `wc_sessionAuthenticate` of CAIP-222 supports eip155 only.
    const isEvmAlone = Object.keys(proposal).every((namespace) => namespace === 'eip155')
    if (!isWanted() || !isEvmAlone) return undefined
    try {
      const { acceptSignIn, signInRequest } = await load()
      const request = await signInRequest(context)
      return request && { request, accept: (settled: SettledSession) => acceptSignIn(context, settled, request) }
    } catch {
      // If the sign-in can't be prepared, the wallet only connects, and the frame asks for the signature afterwards.
      return undefined
    }
  }
}
