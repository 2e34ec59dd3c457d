import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import type { CardAnswer } from '../../approval/approvals.ts'
import type { FrozenProposal, Proposal } from '../../approval/proposal.ts'
import { approvalText } from './approvalText.ts'
import { type SendFlowRequest, startFlow } from './flow.ts'
import { sealText } from './seal.ts'

export type ApprovalFlow = {
  url: string
  /**
   * Replaces the proposal that the window shows, or gives it the time of a newer estimate. Rejects with FLOW_NOT_FOUND
   * once the window has answered.
   */
  replace(frozen: FrozenProposal, signal: AbortSignal, madeAt?: number): Promise<void>
  /** Resolves with the answer to the latest proposal. */
  answer(signal: AbortSignal): Promise<CardAnswer>
  /** Ends a flow without an answer, so that its window says that the request has ended. */
  close(): Promise<void>
}
export type FlowClient = { start(frozen: FrozenProposal, signal: AbortSignal): Promise<ApprovalFlow> }

const flowAnswer = v.union([
  v.strictObject({ digest: v.string(), choiceId: v.string(), isApproved: v.literal(true) }),
  v.strictObject({ digest: v.string(), isApproved: v.literal(false) }),
])

export type FlowAnswer = v.InferOutput<typeof flowAnswer>

/** Starts flows that ask for an approval in a wallet window. */
export const createFlowClient = (ask: SendFlowRequest, pageUrl: (proposal: Proposal) => string): FlowClient => ({
  start: async (frozen, signal) => {
    const { flowId, key, answer } = await startFlow(ask, approvalText(frozen), signal)
    let latest = frozen
    let isAnswered = false
    /** One after the other, so that an older text never replaces a newer one. */
    let replacing: Promise<unknown> = Promise.resolve()
    return {
      url: `${pageUrl(frozen.proposal)}#flow=${flowId}&key=${key}`,
      replace: (next, ended, madeAt) => {
        const replaced = replacing.then(async () => {
          ended.throwIfAborted()
          const request = await sealText(key, flowId, 'request', approvalText(next, madeAt))
          await ask({ method: 'POST', path: `flows/${flowId}/request`, body: { request }, signal: ended })
          latest = next
        })
        replacing = replaced.catch(() => undefined)
        return replaced
      },
      answer: async (ended) => {
        const text = await answer(ended)
        isAnswered = true
        return readAnswer(text, latest)
      },
      close: async () => {
        if (isAnswered) return
        const rejection: FlowAnswer = { digest: latest.digest, isApproved: false }
        const result = await sealText(key, flowId, 'result', JSON.stringify(rejection))
        await ask({ method: 'POST', path: `flows/${flowId}/result`, body: { result } })
      },
    }
  },
})

/** Accepts only an answer that names the digest of this request. */
const readAnswer = (text: string, frozen: FrozenProposal): CardAnswer => {
  const answer = v.parse(flowAnswer, JSON.parse(text))
  if (answer.digest !== frozen.digest) throw new AppError(commonErrors.INTERNAL_ERROR)
  if (!answer.isApproved) throw new AppError(commonErrors.USER_REJECTED)
  return { digest: answer.digest, choiceId: answer.choiceId }
}
