import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a server of another company on its own port. `asked` records the requested paths. */
export const startForeignServer = async (answer: Answer) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    // Without a listener for `error`, a test that cuts the connection would end the process.
    response.on('error', () => undefined)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { origin: `http://127.0.0.1:${port}`, port, asked }
}

export const answerJson =
  (value: unknown): Answer =>
  (_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))

export const answerImage =
  (type: string, body: Buffer | string): Answer =>
  (_, response) =>
    response.writeHead(200, { 'Content-Type': type }).end(body)

/** Answers without `Content-Length`, and sends until the client closes the connection or `bytes` bytes are sent. */
export const answerEndlessly =
  (type: string, bytes: number): Answer =>
  (_, response) => {
    response.writeHead(200, { 'Content-Type': type })
    let sent = 0
    const send = (): void => {
      while (sent < bytes && !response.destroyed) {
        sent += 65_536
        if (!response.write(Buffer.alloc(65_536, 0x20))) return void response.once('drain', send)
      }
      response.end()
    }
    send()
  }

/** Answers with one byte and then stalls. */
export const answerAndStall =
  (type: string): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'Content-Type': type }).write('\x89')
