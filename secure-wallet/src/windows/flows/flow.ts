import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import * as v from 'valibot'
import { isFlowEnd } from './flowEnd.ts'
import { createFlowId, createFlowKey, openSealedText, sealText } from './seal.ts'

/** Sends a request to this origin's server, with the visitor's session. */
export type SendFlowRequest = (ask: {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  timeoutMs?: number
  signal?: AbortSignal
}) => Promise<unknown>

export type Flow = { flowId: string; key: string; answer(signal: AbortSignal): Promise<string> }

/** The time limit of one poll. The server answers after 25 s at the latest. */
const pollMs = 30_000
const retryMs = 2_000

const polled = v.object({ result: v.nullable(v.object({ iv: v.string(), data: v.string() })) })

/**
 * Starts a flow: sends a text to a wallet window and waits for its answer (SECURITY-MODEL.md 3.9). The window gets
 * `key` in the fragment of its URL, and browsers send no fragment to a server. So the server can neither read nor
 * change the texts.
 */
export const startFlow = async (ask: SendFlowRequest, text: string, signal: AbortSignal): Promise<Flow> => {
  const [flowId, key] = [createFlowId(), createFlowKey()]
  const request = await sealText(key, flowId, 'request', text)
  await ask({ method: 'POST', path: 'flows', body: { flowId, request }, signal })
  return {
    flowId,
    key,
    answer: async (ended) => {
      for (;;) {
        const { result } = await poll(ask, flowId, ended)
        ended.throwIfAborted()
        if (result) return openSealedText(key, flowId, 'result', result)
      }
    },
  }
}

const poll = async (
  ask: SendFlowRequest,
  flowId: string,
  signal: AbortSignal,
): Promise<v.InferOutput<typeof polled>> => {
  try {
    return v.parse(polled, await ask({ method: 'GET', path: `flows/${flowId}/result`, timeoutMs: pollMs, signal }))
  } catch (thrown) {
    signal.throwIfAborted()
    const isRevoked = thrown instanceof AppError && thrown.code === 'SESSION_REVOKED'
    if (isRevoked || isFlowEnd(thrown)) throw thrown
    // The request failed, perhaps because the server restarts. The window may still answer, so poll again.
    await new Promise((resolve) => setTimeout(resolve, retryMs))
    return { result: null }
  }
}
