import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { element, on } from '../ui/element.ts'
import { icon } from '../ui/icon.ts'
import { button, notice, panelBody, panelIntro, sentenceWithValues } from '../ui/parts.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { ApprovalFlow, FlowClient } from '../windows/flows/flowClient.ts'
import { isFlowEnd } from '../windows/flows/flowEnd.ts'
import type { CardAnswer, QueueTurn } from './approvals.ts'
import { approvalFoot } from './card.ts'
import { deedHeading, factList, limitDependentParts, siteHeading } from './cardParts.ts'
import { messages } from './messages.ts'
import type { FrozenProposal } from './proposal.ts'
import type { ShowWorth } from './showWorth.ts'

export type AskInWindow = (frozen: FrozenProposal, turn: QueueTurn, surface: PanelSurface) => Promise<CardAnswer>
type Options = {
  flows: FlowClient
  /** Host name of the wallet's origin, for the visitor to compare with the window's address bar. */
  name: string
  open: (url: string) => unknown
  showWorth?: ShowWorth
}

/** The flow of a request, which `ended` names, and whether the visitor has opened its window. */
type OpenFlow = { flow: ApprovalFlow; ended: AbortSignal; isOpened: boolean }

/** Another card of the same request goes to the flow of the first, unless that flow has ended. */
const createFlowFinder = (flows: FlowClient) => {
  let last: OpenFlow | undefined
  return async (frozen: FrozenProposal, { signal, ended }: QueueTurn): Promise<OpenFlow> => {
    if (last?.ended === ended && (await isReplaced(last.flow, frozen, signal))) return last
    const found = { flow: await flows.start(frozen, signal), ended, isOpened: false }
    const close = (): void => void (found.isOpened && found.flow.close().catch(() => undefined))
    ended.addEventListener('abort', close, { once: true })
    last = found
    return found
  }
}

/**
 * Shows the panel "Continue in the wallet window". The window's answer comes sealed through the server, and names the
 * proposal that it answers.
 */
export const createWindowCard = ({ flows, name, open, showWorth }: Options): AskInWindow => {
  const findFlow = createFlowFinder(flows)
  return async (frozen, turn, surface) => {
    // Starts the flow before the visitor clicks, because browsers let only the click itself open a window.
    const shown = await findFlow(frozen, turn)
    // The request may have ended meanwhile. A panel that nobody removes would then hide the next card.
    turn.signal.throwIfAborted()
    const { flow } = shown
    const cancelled = new AbortController()
    const root = element('div', { class: 'approve' })
    const cancel = (): void => cancelled.abort(new AppError(commonErrors.USER_REJECTED))
    on(root, {
      keydown: (event) => {
        if (event.key === 'Escape' && !event.repeat) cancel()
      },
    })
    const problem = element('div', { role: 'status' })
    let newestAt = frozen.proposal.estimatedAt
    /** Only a window that is open shows the time of the estimate. */
    const tellTime = (): void => {
      if (shown.isOpened && newestAt !== frozen.proposal.estimatedAt)
        void flow.replace(frozen, turn.signal, newestAt).catch(() => undefined)
    }
    const openIt = (): void => {
      const opened = open(flow.url)
      if (opened === null) {
        problem.replaceChildren(notice('warn', 'warn', messages.blocked))
        return
      }
      shown.isOpened = true
      tellTime()
      showWaiting()
    }
    const showWaiting = (): void => {
      const reopen = button(messages.reopen, openIt, 'plain', 'open')
      root.replaceChildren(...waitingParts(reopen, cancel))
      reopen.focus({ preventScroll: true })
    }
    const start = button(messages.openWindow, openIt, 'primary')
    start.prepend(icon('open'))
    root.append(
      requestBody(frozen, problem, showWorth),
      approvalFoot(
        start,
        button(messages.cancel, cancel, 'quiet'),
        element('p', { class: 'legal' }, sentenceWithValues(messages.continueLead, { name })),
      ),
    )
    const answered = flow.answer(AbortSignal.any([turn.signal, cancelled.signal]))
    answered.catch(() => undefined)
    if (shown.isOpened) showWaiting()
    turn.followEstimate?.((madeAt) => {
      if (newestAt === undefined || madeAt <= newestAt) return
      newestAt = madeAt
      tellTime()
    })
    await surface.show('approve', root)
    return await answered
  }
}

/** The parts of the panel while the window is open. */
const waitingParts = (reopen: HTMLElement, cancel: () => void): HTMLElement[] => [
  panelBody(panelIntro({ picture: 'clock', title: messages.waitingTitle, lead: messages.waitingLead })),
  approvalFoot(reopen, button(messages.cancelRequest, cancel, 'quiet')),
]

/** The request without its details. `problem` shows that the browser opened no window. */
const requestBody = ({ proposal }: FrozenProposal, problem: HTMLElement, showWorth?: ShowWorth): HTMLElement => {
  const { site, facts, limits = [] } = proposal
  const parts = limitDependentParts(false, showWorth)
  // Warns of the limit that the site asks for, because the visitor may pick it in the window.
  parts.show(limits.at(-1)?.facts ?? facts)
  return panelBody(
    siteHeading(new URL(facts.host).host, site),
    deedHeading(facts),
    parts.notices,
    parts.changes,
    factList(facts.rows.filter(({ isDetail }) => !isDetail)),
    problem,
  )
}

/** Returns false only for a flow that has ended. After any other failure its window may still be open. */
const isReplaced = async (flow: ApprovalFlow, frozen: FrozenProposal, signal: AbortSignal): Promise<boolean> => {
  try {
    await flow.replace(frozen, signal)
    return true
  } catch (thrown) {
    if (isFlowEnd(thrown)) return false
    throw thrown
  }
}
