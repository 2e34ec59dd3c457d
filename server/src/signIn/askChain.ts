import { errorCatalogue } from '@appkit-frame/loader/protocol/errors/errorCatalogue.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/errors.ts'
import type { Nodes } from '../rpc/nodes.ts'
import type { AskChain } from './verify/verifier.ts'

/** What says nothing about the question, only about the nodes. */
const unanswered: ReadonlySet<number> = new Set(
  [
    errorCatalogue.METHOD_NOT_FOUND,
    errorCatalogue.METHOD_NOT_SUPPORTED,
    errorCatalogue.RESOURCE_NOT_FOUND,
    errorCatalogue.RESOURCE_UNAVAILABLE,
    errorCatalogue.TOO_MANY_REQUESTS,
    errorCatalogue.INTERNAL_ERROR,
  ].map(({ number }) => number),
)

/** One question to the nodes of a network. They keep to a time limit of their own. */
export const createAskChain =
  (nodes: Nodes | undefined): AskChain =>
  async (request) => {
    const [answer] = (await nodes?.ask([{ id: 1, ...request }], new AbortController().signal)) ?? []
    if (answer && 'result' in answer) return { result: answer.result }
    if (!answer || unanswered.has(answer.error.code)) throw new AppError('RESOURCE_UNAVAILABLE')
    return 'failed'
  }
