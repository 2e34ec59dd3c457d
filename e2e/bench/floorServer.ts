import { once } from 'node:events'
import { createServer } from 'node:http'
import type { BenchContext } from './row.ts'

/** Serves the hand-written pages that the product is compared with. */
export async function startFloorServer(): Promise<{ floor: BenchContext['floor']; stop(): void }> {
  const pages = new Map<string, string>()
  const server = createServer((request, response) => {
    const html = pages.get(request.url ?? '')
    response.writeHead(html === undefined ? 404 : 200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    floor: {
      add: (path, html) => void pages.set(path, html),
      url: (host, path) => `http://${host}.localhost:${port}${path}`,
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
