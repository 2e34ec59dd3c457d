import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Nodes } from '../rpc/nodes.ts'
import type { AskChain } from './verify/verifier.ts'

/** What says nothing about the question, only about the nodes. */
const unanswered: ReadonlySet<number> = new Set(
  [
    commonErrors.METHOD_NOT_FOUND,
    commonErrors.METHOD_NOT_SUPPORTED,
    commonErrors.RESOURCE_NOT_FOUND,
    commonErrors.RESOURCE_UNAVAILABLE,
    commonErrors.TOO_MANY_REQUESTS,
    commonErrors.INTERNAL_ERROR,
  ].map(({ number }) => number),
)

/** One question to the nodes of a network. They keep to a time limit of their own. */
export const createAskChain =
  (nodes: Nodes | undefined): AskChain =>
  async (request) => {
    const [answer] = (await nodes?.ask([{ id: 1, ...request }], new AbortController().signal)) ?? []
    if (answer && 'result' in answer) return { result: answer.result }
    if (!answer || unanswered.has(answer.error.code)) throw new AppError(commonErrors.RESOURCE_UNAVAILABLE)
    return 'failed'
  }
