import { AppError } from 'loader/protocol/errors.ts'
import { readMs } from 'loader/protocol/timings.ts'
import * as v from 'valibot'
import type { flowAnswer } from './flowClient.ts'
import { openText, sealText } from './seal.ts'

export type OpenFlow = { flowId: string; key: string; text: string }

const stored = v.object({ request: v.object({ iv: v.string(), data: v.string() }) })
const place = v.object({ flow: v.pipe(v.string(), v.uuid()), key: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) })

/** What the frame asks, from the server that can't read it, by the key that the server never saw. */
export const readFlow = async ({ origin, hash }: Pick<Location, 'origin' | 'hash'>): Promise<OpenFlow> => {
  const read = v.safeParse(place, Object.fromEntries(new URLSearchParams(hash.slice(1))))
  if (!read.success) throw new AppError('FLOW_NOT_FOUND')
  const { flow: flowId, key } = read.output
  const { request } = v.parse(stored, await send(`${origin}/v1/wallet/flows/${flowId}`, 'GET'))
  return { flowId, key, text: await openText(key, flowId, 'request', request) }
}

export const answerFlow = async (
  { flowId, key }: OpenFlow,
  answer: v.InferOutput<typeof flowAnswer>,
): Promise<void> => {
  const result = await sealText(key, flowId, 'result', JSON.stringify(answer))
  await send(`${location.origin}/v1/wallet/flows/${flowId}/result`, 'POST', { result })
}

const send = async (url: string, method: 'GET' | 'POST', content?: object): Promise<unknown> => {
  const response = await fetch(url, {
    method,
    ...(content && { body: JSON.stringify(content), headers: { 'Content-Type': 'application/json' } }),
    credentials: 'omit',
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(readMs),
  })
  if (!response.ok) throw new AppError('FLOW_NOT_FOUND')
  return response.status === 204 ? undefined : response.json()
}
