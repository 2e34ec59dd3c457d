import type { ServerResponse } from 'node:http'
import { startForeignServer } from './foreignServer.ts'

type Call = { id: number; method: string; params: unknown }
type Answer = (call: Call) => unknown

export const answerRpcResult = (value: unknown) => (call: Call) => ({ jsonrpc: '2.0', id: call.id, result: value })
export const answerRpcError = (code: number, message: string, data?: unknown) => (call: Call) => ({
  jsonrpc: '2.0',
  id: call.id,
  error: { code, message, data },
})

/** The answer of a node that limits requests. */
export const tooManyRequests = Symbol('too many requests')
/** The answer of a node that stalls. */
export const noAnswer = Symbol('no answer')

/** Starts an RPC node on its own port, which records its requests. */
export const startRpcNode = async (answer: Answer) => {
  const calls: Call[] = []
  const url = await listen((body, response) => {
    const json: Call | Call[] = JSON.parse(body)
    calls.push(...[json].flat())
    const answers = Array.isArray(json) ? json.map(answer) : answer(json)
    if (answers === tooManyRequests) response.writeHead(429, { 'Retry-After': '60' }).end()
    else if (answers !== noAnswer) response.end(JSON.stringify(answers))
  })
  return { url, calls }
}

/** Starts an RPC node whose HTTP response the test writes, for answers that are not JSON-RPC. */
export const startBrokenRpcNode = async (respond: (response: ServerResponse) => void) => ({
  url: await listen((_, response) => respond(response)),
})

const listen = async (answer: (body: string, response: ServerResponse) => void): Promise<string> => {
  const { origin } = await startForeignServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    answer(body, response)
  })
  return `${origin}/key-0123456789abcdef`
}
