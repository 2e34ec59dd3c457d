import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { ServerClient } from '../../session/serverClient.ts'
import { readApprovalText } from './approvalText.ts'
import { type OpenedFlow, readFlow } from './flowPage.ts'

export type ApprovalRequest = { flow: OpenedFlow } & ReturnType<typeof readApprovalText>

/**
 * Reads the request that a secure frame wants approved. Anyone may craft a link to this window, and the text of the
 * request behind it. So the site in the request must be the host of the session that opened the flow. Both are full
 * origins, with scheme and port.
 */
export const readApprovalRequest = async (
  server: ServerClient,
  fragment: URLSearchParams,
): Promise<ApprovalRequest> => {
  const flow = await readFlow(server, fragment, 'flow')
  const { frozen, madeAt } = readApprovalText(flow.text)
  if (flow.host === undefined || frozen.proposal.facts.host !== flow.host)
    throw new AppError(walletErrors.FLOW_NOT_FOUND)
  return { flow, frozen, madeAt }
}
