import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import * as v from 'valibot'
import { workingPanel } from '../login/workingPanel.ts'
import type { ServerClient } from '../session/serverClient.ts'
import { flowAskerSchema, parseAnswer } from '../session/serverSchemas.ts'
import type { Session } from '../session/session.ts'
import { panelBody, panelIntro } from '../ui/parts.ts'
import type { WalletKeys } from '../unlock/keys.ts'
import type { CustodyApi } from '../worker/contract.ts'
import { messages } from './enrolMessages.ts'
import { enrolPanel } from './enrolPanel.ts'
import { type EnrolAnswer, type EnrolRequest, enrolmentNumber, enrolRequestSchema } from './flows/enrolment.ts'
import { answerFlow, type OpenedFlow, readFlow } from './flows/flowPage.ts'

export type Enrolment = { flow: OpenedFlow; request: EnrolRequest }

export const readEnrolment = async (server: ServerClient, fragment: URLSearchParams): Promise<Enrolment> => {
  const flow = await readFlow(server, fragment, 'enrol')
  return { flow, request: v.parse(enrolRequestSchema, JSON.parse(flow.text)) }
}

type Options = Enrolment & {
  wallet: { session: Session; keys: WalletKeys; custody: Pick<CustodyApi, 'giveKey'> }
  server: ServerClient
  show(root: HTMLElement): void
  /**
   * Origin of this wallet window. The window refuses a request from its own origin, because only a secure frame on a
   * site may ask.
   */
  origin: string
  /** Calls `approved` once the approval gates accept a press of the button and the visitor has typed a number. */
  confirm(panel: ReturnType<typeof enrolPanel>, approved: () => void): void
}

/**
 * Gives the wallet to a secure frame on a site that asks for it, if the visitor agrees. The server must report that the
 * frame's session belongs to the same account. The server and the frame must name the same site. A thief with access to
 * the mailbox can open such a session, but the visitor sees no frame that shows the thief's number.
 */
export const runEnrolment = async ({
  flow,
  request,
  wallet,
  server,
  show,
  origin,
  confirm,
}: Options): Promise<void> => {
  const { session, keys, custody } = wallet
  const asker = parseAnswer(flowAskerSchema, await session.ask({ method: 'GET', path: `flows/${flow.flowId}/asker` }))
  const known = session.facts()?.wallet
  const isSite = asker.host === request.host && asker.host !== origin
  if (known?.walletId !== request.walletId || !isSite) throw new AppError(walletErrors.FLOW_NOT_FOUND)
  const site = new URL(asker.host).host
  const number = await new Promise<string | null>((resolve) => {
    const panel = enrolPanel({ asker, address: known.accounts.eip155, refuse: () => resolve(null) })
    show(panel.root)
    confirm(panel, () => resolve(panel.number()))
  })
  const answer = (given: EnrolAnswer): Promise<void> => answerFlow(server, flow, given)
  if (number === null) {
    await answer({ isEnabled: false, why: 'refused' })
    return show(endPanel('stop', messages.refusedTitle, messages.done))
  }
  if (number !== enrolmentNumber(flow)) {
    // Each request allows the visitor one attempt at the number, so end the request.
    await answer({ isEnabled: false, why: 'wrongNumber' })
    return show(endPanel('stop', messages.wrongTitle, messages.wrong))
  }
  show(workingPanel(messages.working))
  await keys.unlock()
  await answer({ isEnabled: true, handover: await custody.giveKey(flow.flowId, request.publicKey) })
  show(endPanel('check', fillText(messages.doneTitle, { site }), messages.done))
}

export const requestGonePanel = (): HTMLElement => endPanel('clock', messages.goneTitle, messages.gone)

const endPanel = (picture: 'check' | 'stop' | 'clock', title: string, lead: string): HTMLElement =>
  panelBody(panelIntro({ picture, title, lead }))
