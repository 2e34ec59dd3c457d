import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { type Frozen, freeze, type Proposal } from '../../approval/proposal.ts'
import type { ServerClient } from '../../session/serverClient.ts'
import { type OpenFlow, readFlow } from './flowPage.ts'

/**
 * What a frame asks the visitor to approve. Whoever makes a link to the window writes its text too: the site that it names
 * has to be the one of the session that opened it, which the server let in for that site alone. Both `host`s are whole
 * origins: the same name by another scheme or at another port is another site.
 */
export const readApproval = async (
  server: ServerClient,
  fragment: URLSearchParams,
): Promise<{ flow: OpenFlow; frozen: Frozen }> => {
  const flow = await readFlow(server, fragment, 'flow')
  const frozen = freeze(JSON.parse(flow.text) as Proposal)
  if (flow.host === undefined || frozen.proposal.facts.host !== flow.host)
    throw new AppError(walletErrors.FLOW_NOT_FOUND)
  return { flow, frozen }
}
