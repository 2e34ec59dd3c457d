import type { RpcRequest } from './requests.ts'

/** The longest answer of a node, because a longer one could fill the memory of a small machine. */
const answerLimit = 16 * 1024 * 1024

export type NodeAnswer = { result: unknown } | { error: { code: number; message: string; data?: unknown } }

/**
 * Sends requests to one node and returns its answers in order, with undefined for a missing answer. Throws without a
 * connection, after a timeout, for the status 429 or a status above 499, or if the response contains no JSON-RPC.
 */
export const askNode = async (
  url: string,
  requests: readonly RpcRequest[],
  signal: AbortSignal,
): Promise<(NodeAnswer | undefined)[]> => {
  // Replace the client's ids, because two requests may have the same id, which would mix up their answers.
  const messages = requests.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params: params ?? [] }))
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(messages.length === 1 ? messages[0] : messages),
    redirect: 'error',
    signal,
  })
  if (response.status === 429 || response.status >= 500) {
    await response.body?.cancel()
    throw new Error(`status ${response.status}`)
  }
  const json: unknown = JSON.parse(await readAnswer(response))
  const answers = new Map<unknown, NodeAnswer>()
  for (const item of Array.isArray(json) ? json : [json]) {
    const answer = readNodeAnswer(item)
    if (answer) answers.set(Object(item).id, answer)
  }
  if (answers.size === 0) throw new Error('no JSON-RPC in the answer')
  return messages.map(({ id }) => answers.get(id))
}

const readAnswer = async (response: Response): Promise<string> => {
  if (!response.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of response.body) {
    size += chunk.byteLength
    if (size > answerLimit) throw new Error('the answer is too large')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

const readNodeAnswer = (item: unknown): NodeAnswer | undefined => {
  if (typeof item !== 'object' || item === null) return undefined
  if ('error' in item && item.error) {
    const { code, message, data } = Object(item.error) as Record<string, unknown>
    if (typeof code !== 'number' || typeof message !== 'string') return undefined
    return { error: { code, message, ...(data !== undefined && { data }) } }
  }
  return 'result' in item ? { result: item.result } : undefined
}
