import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'

const bodyLimit = 1024 * 1024

type Ask = { method: string; path: string; query: URLSearchParams; body: string }
export type JsonReply = { status?: number; text: string } | { status?: number; json: unknown }
export type JsonServer = { url: string; stop(): Promise<void> }

/** A small HTTP service on loopback. It allows all origins (CORS), as the public services that it replaces do. */
export async function startJsonServer(
  port: number,
  answer: (ask: Ask) => JsonReply | Promise<JsonReply>,
): Promise<JsonServer> {
  const server = createServer(async (request, response) => {
    const reply = request.method === 'OPTIONS' ? { text: '' } : await readAndAnswer(request, answer)
    const [type, body] = 'json' in reply ? ['application/json', JSON.stringify(reply.json)] : ['text/plain', reply.text]
    response.writeHead(reply.status ?? 200, {
      'Content-Type': type,
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': '*',
    })
    response.end(body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function readAndAnswer(
  request: IncomingMessage,
  answer: (ask: Ask) => JsonReply | Promise<JsonReply>,
): Promise<JsonReply> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > bodyLimit) return { status: 413, text: 'too large' }
    chunks.push(chunk)
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const body = Buffer.concat(chunks).toString()
  try {
    return await answer({ method: request.method ?? 'GET', path: pathname, query: searchParams, body })
  } catch (cause) {
    return { status: 500, text: cause instanceof Error ? cause.message : 'failed' }
  }
}
