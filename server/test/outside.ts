import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** A foreign server on its own port, which records the requested paths. */
export const startOutside = async (answer: Answer) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    // Some tests cut connections, which this server must survive.
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

export const json =
  (value: unknown): Answer =>
  (_, response) =>
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))

export const image =
  (type: string, body: Buffer | string): Answer =>
  (_, response) =>
    response.writeHead(200, { 'Content-Type': type }).end(body)

/** Sends until the client closes the connection, or after `bytes` bytes. */
export const flood =
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

/** Sends one byte and then stalls. */
export const stall =
  (type: string): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'Content-Type': type }).write('\x89')
