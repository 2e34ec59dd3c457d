import { signInModeAtom } from '../../../../features/signIn/signInAtoms.ts'
import type { ConnectorContext } from '../../connector.ts'
import type { Settled } from '../client.ts'
import type { Proposal } from '../proposal.ts'

/** Whether to ask a wallet for a signature beside the connection. Where a site wants none, its visitors load no code for it. */
export const createSignIn = (context: ConnectorContext) => {
  const load = () => import('./signInBeside.ts')
  const isWanted = () => context.store.get(signInModeAtom) !== 'none'
  // Together with the client, not after it; what fails here is asked for again when it is needed.
  if (isWanted()) load().catch(() => {})

  return async (proposal: Proposal) => {
    // The wallets' own standard for it knows no other namespace.
    const isEvmAlone = Object.keys(proposal).every((namespace) => namespace === 'eip155')
    if (!isWanted() || !isEvmAlone) return undefined
    try {
      const { acceptSignIn, signInRequest } = await load()
      const request = await signInRequest(context)
      return request && { request, accept: (settled: Settled) => acceptSignIn(context, settled, request) }
    } catch {
      // Connecting does not wait for it; the visitor is asked afterwards.
      return undefined
    }
  }
}
