import { signInModeAtom } from '../../../../features/signIn/signInAtoms.ts'
import type { ConnectorContext } from '../../connector.ts'
import type { Settled } from '../pairing.ts'
import type { Proposal } from '../proposal.ts'

/** Prepares a sign-in that the wallet signs while it connects. Sites without sign-in load no code for it. */
export const createLazySignIn = (context: ConnectorContext) => {
  const load = () => import('./oneClickSignIn.ts')
  const isWanted = () => context.store.get(signInModeAtom) !== 'none'
  // Loads in parallel with the client. A failed load is repeated below.
  if (isWanted()) load().catch(() => {})

  return async (proposal: Proposal) => {
    // CAIP-222 `wc_sessionAuthenticate` supports eip155 only.
    const isEvmAlone = Object.keys(proposal).every((namespace) => namespace === 'eip155')
    if (!isWanted() || !isEvmAlone) return undefined
    try {
      const { acceptSignIn, signInRequest } = await load()
      const request = await signInRequest(context)
      return request && { request, accept: (settled: Settled) => acceptSignIn(context, settled, request) }
    } catch {
      // The wallet connects without the sign-in, and the frame asks for the signature afterwards.
      return undefined
    }
  }
}
