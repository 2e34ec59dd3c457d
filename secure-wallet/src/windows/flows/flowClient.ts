import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import * as v from 'valibot'
import type { CardAnswer } from '../../approval/approvals.ts'
import type { FrozenProposal, Proposal } from '../../approval/proposal.ts'
import { type SendFlowRequest, startFlow } from './flow.ts'

export type FlowClient = {
  start(
    frozen: FrozenProposal,
    signal: AbortSignal,
  ): Promise<{ url: string; answer(signal: AbortSignal): Promise<CardAnswer> }>
}

const flowAnswer = v.union([
  v.strictObject({ digest: v.string(), choiceId: v.string(), isApproved: v.literal(true) }),
  v.strictObject({ digest: v.string(), isApproved: v.literal(false) }),
])

export type FlowAnswer = v.InferOutput<typeof flowAnswer>

/** Starts flows that ask for an approval in a wallet window. */
export const createFlowClient = (ask: SendFlowRequest, pageUrl: (proposal: Proposal) => string): FlowClient => ({
  start: async (frozen, signal) => {
    const { flowId, key, answer } = await startFlow(ask, frozen.text, signal)
    return {
      url: `${pageUrl(frozen.proposal)}#flow=${flowId}&key=${key}`,
      answer: async (ended) => readAnswer(await answer(ended), frozen),
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
