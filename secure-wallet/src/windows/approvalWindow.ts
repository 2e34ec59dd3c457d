import type { FrozenProposal } from '../approval/proposal.ts'
import type { ServerClient } from '../session/serverClient.ts'
import { type ApprovalRequest, readApprovalRequest } from './flows/approvalRequest.ts'
import type { FlowAnswer } from './flows/flowClient.ts'
import { isFlowEnd } from './flows/flowEnd.ts'
import { answerFlow } from './flows/flowPage.ts'

/** How often an open window reads its request again. */
const readAgainMs = 2_000
/** How often an answer is given again, if only the time of the estimate became newer or the response got lost. */
const answerLimit = 3

type Card = {
  /** Shows the time of a newer estimate that has the same effects. */
  showEstimate(madeAt: number): void
  /** Ignores every further press. */
  end(): void
}
type Options = {
  /** Shows a new card in place of the last one. `answer` gets the picked choice, or null for a rejection. */
  draw(frozen: FrozenProposal, answer: (choiceId: string | null) => void): Card
  answered(choiceId: string | null): void
  gone(): void
}

const answerOf = ({ frozen: { digest } }: ApprovalRequest, choiceId: string | null): FlowAnswer =>
  choiceId === null ? { digest, isApproved: false } : { digest, choiceId, isApproved: true }

/**
 * Shows the request of a wallet window until the visitor answers it, and keeps the card as true as one in the frame
 * (SECURITY-MODEL.md 3.6). The secure frame asks the node and replaces the request: if the effects became worse, a new
 * card starts from the beginning. Rejects if there is no request to show.
 */
export const runApprovalWindow = async (
  server: ServerClient,
  fragment: URLSearchParams,
  { draw, answered, gone }: Options,
): Promise<void> => {
  let request = await readApprovalRequest(server, fragment)
  let isAnswering = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = (): Card => {
    const made = draw(request.frozen, (choiceId) => void answer(choiceId))
    if (request.madeAt !== undefined) made.showEstimate(request.madeAt)
    isAnswering = false
    readLater()
    return made
  }
  /** Rejects if the request has ended. Resolves with null if the server does not answer. */
  const read = async (): Promise<ApprovalRequest | null> => {
    try {
      return await readApprovalRequest(server, fragment)
    } catch (thrown) {
      if (isFlowEnd(thrown)) throw thrown
      return null
    }
  }
  /**
   * Resolves with whether the answer counts. It does not if the request was replaced or has ended. Resolves with null if
   * the response got lost, because nobody knows then.
   */
  const send = (choiceId: string | null): Promise<boolean | null> =>
    answerFlow(server, request.flow, answerOf(request, choiceId)).then(
      () => true,
      (thrown) => (isFlowEnd(thrown) ? false : null),
    )
  const replaceCard = (): void => {
    card.end()
    card = show()
  }
  const end = (): void => {
    card.end()
    gone()
  }
  /** Takes the latest text of the request. Returns whether the proposal is still the same. */
  const take = (latest: ApprovalRequest): boolean => {
    const isSame = latest.frozen.digest === request.frozen.digest
    request = latest
    return isSame
  }
  const readAgain = async (): Promise<void> => {
    const latest = await read()
    if (isAnswering) return
    if (latest && !take(latest)) return replaceCard()
    if (latest?.madeAt !== undefined) card.showEstimate(latest.madeAt)
    readLater()
  }
  const readLater = (): void => {
    timer = setTimeout(() => {
      readAgain().catch(() => isAnswering || end())
    }, readAgainMs)
  }
  const answer = async (choiceId: string | null): Promise<void> => {
    isAnswering = true
    clearTimeout(timer)
    let isUnsure = false
    try {
      for (let tries = 0; tries < answerLimit; tries++) {
        const isTaken = await send(choiceId)
        if (isTaken) return answered(choiceId)
        isUnsure ||= isTaken === null
        const latest = await read()
        // A rejection counts for any card of this request, but an approval only for the card that was pressed.
        if (latest && !take(latest) && choiceId !== null) return replaceCard()
      }
      replaceCard()
    } catch {
      // The request has ended. If an answer got lost on its way back, that answer ended the request.
      if (isUnsure) answered(choiceId)
      else gone()
    }
  }
  let card = show()
}
