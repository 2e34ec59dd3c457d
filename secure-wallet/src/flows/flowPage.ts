import { AppError } from 'loader/protocol/errors.ts'
import * as v from 'valibot'
import type { ServerLine } from '../session/serverLine.ts'
import type { flowAnswer } from './flowClient.ts'
import { openText, sealText } from './seal.ts'

export type OpenFlow = { flowId: string; key: string; text: string }

const stored = v.object({ request: v.object({ iv: v.string(), data: v.string() }) })
const place = v.object({ flow: v.pipe(v.string(), v.uuid()), key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) })

/** What the frame asks, from the server that can't read it, by the key that the server never saw. */
export const readFlow = async (line: ServerLine, hash: string): Promise<OpenFlow> => {
  const read = v.safeParse(place, Object.fromEntries(new URLSearchParams(hash.slice(1))))
  if (!read.success) throw new AppError('FLOW_NOT_FOUND')
  const { flow: flowId, key } = read.output
  const { request } = v.parse(stored, await line({ method: 'GET', path: `flows/${flowId}` }))
  return { flowId, key, text: await openText(key, flowId, 'request', request) }
}

export const answerFlow = async (
  line: ServerLine,
  { flowId, key }: OpenFlow,
  answer: v.InferOutput<typeof flowAnswer>,
): Promise<void> => {
  const result = await sealText(key, flowId, 'result', JSON.stringify(answer))
  await line({ method: 'POST', path: `flows/${flowId}/result`, body: { result } })
}
