import { AppError } from 'loader/protocol/errors.ts'
import * as v from 'valibot'
import type { Answer } from '../approval/approvals.ts'
import type { Frozen } from '../approval/proposal.ts'
import { createFlowId, createFlowKey, openText, sealText } from './seal.ts'

/** A request to this origin's server in the visitor's session. */
export type FlowAsk = (ask: {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  timeoutMs?: number
  signal?: AbortSignal
}) => Promise<unknown>

export type FlowClient = {
  start(frozen: Frozen, signal: AbortSignal): Promise<{ url: string; answer(signal: AbortSignal): Promise<Answer> }>
}

/** The server answers after 25 s at the latest. */
const pollMs = 30_000
const retryMs = 2_000

const polled = v.object({ result: v.nullable(v.object({ iv: v.string(), data: v.string() })) })
export const flowAnswer = v.union([
  v.strictObject({ digest: v.string(), choiceId: v.string(), isApproved: v.literal(true) }),
  v.strictObject({ digest: v.string(), isApproved: v.literal(false) }),
])

/** The key goes to the window in its address, behind `#`, which no server sees. */
export const createFlowClient = (ask: FlowAsk, pageUrl: () => string): FlowClient => ({
  start: async (frozen, signal) => {
    const [flowId, key] = [createFlowId(), createFlowKey()]
    const request = await sealText(key, flowId, 'request', frozen.text)
    await ask({ method: 'POST', path: 'flows', body: { flowId, request }, signal })
    return {
      url: `${pageUrl()}#flow=${flowId}&key=${key}`,
      answer: async (ended) => {
        for (;;) {
          ended.throwIfAborted()
          const { result } = await poll(ask, flowId, ended)
          if (result) return readAnswer(await openText(key, flowId, 'result', result), frozen)
        }
      },
    }
  },
})

const poll = async (ask: FlowAsk, flowId: string, signal: AbortSignal): Promise<v.InferOutput<typeof polled>> => {
  try {
    return v.parse(polled, await ask({ method: 'GET', path: `flows/${flowId}/result`, timeoutMs: pollMs, signal }))
  } catch (thrown) {
    signal.throwIfAborted()
    const isOver = thrown instanceof AppError && (thrown.code === 'FLOW_NOT_FOUND' || thrown.code === 'SESSION_REVOKED')
    if (isOver) throw thrown
    // A server that restarts, a line that is gone for a moment: the window may still answer.
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return { result: null }
  }
}

/** Only an answer to exactly what this frame asked. */
const readAnswer = (text: string, frozen: Frozen): Answer => {
  const answer = v.parse(flowAnswer, JSON.parse(text))
  if (answer.digest !== frozen.digest) throw new AppError('INTERNAL_ERROR')
  if (!answer.isApproved) throw new AppError('USER_REJECTED')
  return { digest: answer.digest, choiceId: answer.choiceId }
}
