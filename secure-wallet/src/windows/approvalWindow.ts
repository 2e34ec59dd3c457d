import type { FrozenProposal } from '../approval/proposal.ts'
import type { ApprovalRequest } from './flows/approvalRequest.ts'
import type { FlowAnswer } from './flows/flowClient.ts'

/** How often an open window reads its request again. */
const readAgainMs = 2_000
/** An answer to a text that only has an older time is given again, but at most this often. */
const answerLimit = 3

type Card = {
  /** Shows the time of a newer estimate that has the same effects. */
  showEstimate(madeAt: number): void
  /** Ignores every later press. */
  end(): void
}
type Options = {
  /** Rejects if the request has ended. Resolves with null if the server does not answer. */
  read(): Promise<ApprovalRequest | null>
  /** Resolves with whether the answer counts. It does not if the request was replaced or has ended. */
  send(request: ApprovalRequest, answer: FlowAnswer): Promise<boolean>
  /** Shows a new card in place of the last one. `answer` gets the picked choice, or null for a rejection. */
  draw(frozen: FrozenProposal, answer: (choiceId: string | null) => void): Card
  answered(choiceId: string | null): void
  gone(): void
}

/**
 * Shows the request of a wallet window until the visitor answers it, and keeps the card as true as one in the frame
 * (SECURITY-MODEL.md 3.6). The secure frame asks the node and replaces the request: if the effects became worse, a new
 * card starts from the beginning.
 */
export const runApprovalWindow = (first: ApprovalRequest, { read, send, draw, answered, gone }: Options): void => {
  let request = first
  let isAnswering = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = (): Card => {
    const made = draw(request.frozen, (choiceId) => void answer(choiceId))
    if (request.madeAt !== undefined) made.showEstimate(request.madeAt)
    isAnswering = false
    readLater()
    return made
  }
  const end = (): void => {
    isAnswering = true
    clearTimeout(timer)
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
    if (latest && !take(latest)) {
      card.end()
      card = show()
      return
    }
    if (latest?.madeAt !== undefined) card.showEstimate(latest.madeAt)
    readLater()
  }
  const readLater = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      readAgain().catch(() => isAnswering || end())
    }, readAgainMs)
  }
  const answer = async (choiceId: string | null): Promise<void> => {
    isAnswering = true
    clearTimeout(timer)
    try {
      for (let tries = 0; tries < answerLimit; tries++) {
        const { digest } = request.frozen
        const given: FlowAnswer =
          choiceId === null ? { digest, isApproved: false } : { digest, choiceId, isApproved: true }
        if (await send(request, given)) return answered(choiceId)
        const latest = await read()
        // A rejection counts for any card of this request, but an approval only for the card that was pressed.
        if (latest && !take(latest) && choiceId !== null) {
          card = show()
          return
        }
      }
      gone()
    } catch {
      gone()
    }
  }
  let card = show()
}
