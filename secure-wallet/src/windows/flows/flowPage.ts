import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import * as v from 'valibot'
import type { ServerClient } from '../../session/serverClient.ts'
import { parseAnswer } from '../../session/serverSchemas.ts'
import { openSealedText, sealText } from './seal.ts'

/** `host` is the site of the session that opened the flow, as the server knows it. */
export type OpenedFlow = {
  flowId: string
  key: string
  text: string
  host?: string | undefined
  /** The `iv` of the request that was read. An answer with it counts only while the request has not been replaced. */
  requestIv?: string
}
/** The purpose of a flow. The window's URL fragment has the flow's id under this name. */
type FlowName = 'flow' | 'kit' | 'enrol' | 'offer' | 'code'

const stored = v.object({ request: v.object({ iv: v.string(), data: v.string() }), host: v.optional(v.string()) })
const fragmentFields = v.object({
  flowId: v.pipe(v.string(), v.uuid()),
  key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
})

/** Loads and decrypts the request of the secure frame that opened this window. */
export const readFlow = async (
  server: ServerClient,
  fragment: URLSearchParams,
  name: FlowName,
): Promise<OpenedFlow> => {
  const parsed = v.safeParse(fragmentFields, { flowId: fragment.get(name), key: fragment.get('key') })
  if (!parsed.success) throw new AppError(walletErrors.FLOW_NOT_FOUND)
  const { flowId, key } = parsed.output
  const { request, host } = parseAnswer(stored, await server({ method: 'GET', path: `flows/${flowId}` }))
  const text = await openSealedText(key, flowId, 'request', request)
  return { flowId, key, host, text, requestIv: request.iv }
}

/** Rejects with FLOW_NOT_FOUND if the flow has ended, or if its request is no longer the one that was read. */
export const answerFlow = async (
  server: ServerClient,
  { flowId, key, requestIv }: OpenedFlow,
  answer: object,
): Promise<void> => {
  const result = await sealText(key, flowId, 'result', JSON.stringify(answer))
  await server({ method: 'POST', path: `flows/${flowId}/result`, body: { result, requestIv } })
}
