import { once } from 'node:events'
import { createServer, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { admitClient, wantsCloseFrame } from './admission.ts'
import { createMessageExchange } from './exchange.ts'
import { createMailbox } from './mailbox.ts'
import { openSnapshot } from './snapshot.ts'
import { type RelayFaults, serveSocket } from './socket.ts'

/** The close code that tells a client not to connect again. */
const refusedCode = 3000
const maxFrameBytes = 1 << 20

export type RelayOptions = {
  port: number
  projectIds: readonly string[]
  /** The sites whose pages may connect. Clients outside browsers send no origin. */
  allowedOrigins: readonly string[]
  /** The file in which messages outlive the process. Without it a restart drops them. */
  persistPath?: string
  /** Node clients give up on a silent relay after 35 s. */
  pingMs?: number
  redeliveryMs?: number
  maxPerTopic?: number
  now?: () => number
}

export type RelayRun = { open(): number; closeAll(reason: string): void; end(): Promise<void> }

/** One run of the relay, from its start to its end. */
export async function startRelayRun(options: RelayOptions, faults: RelayFaults): Promise<RelayRun> {
  const { port, projectIds, allowedOrigins, persistPath, pingMs = 30_000, redeliveryMs = 5_000 } = options
  const { maxPerTopic = 1_000, now = Date.now } = options
  const snapshot = persistPath ? await openSnapshot(persistPath) : undefined
  const mailbox = createMailbox({
    now,
    maxPerTopic,
    messages: snapshot?.messages ?? [],
    onChange: () => snapshot?.save(mailbox.messages),
  })
  const exchange = createMessageExchange({ mailbox, redeliveryMs })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes })
  const streams = new Set<Duplex>()

  const server = createServer((request, response) => {
    const isHealth = request.url === '/health'
    response.writeHead(isHealth ? 200 : 404, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isHealth ? { status: 'ok', sockets: sockets.clients.size } : {}))
  })
  server.on('upgrade', (request, stream, head) => {
    faults.opened++
    streams.add(stream.on('close', () => streams.delete(stream)).on('error', () => stream.destroy()))
    if (faults.isHanging) return
    const admission =
      faults.refusal === null
        ? admitClient(request, { projectIds, allowedOrigins, now: now() })
        : { status: 401, refusal: faults.refusal }
    if ('refusal' in admission && !wantsCloseFrame(request)) {
      refuseUpgrade(stream, admission.status, admission.refusal)
      return
    }
    sockets.handleUpgrade(request, stream, head, (socket) => {
      // A malformed or too long frame closes the socket, and needs no further handling.
      socket.on('error', () => {})
      if ('refusal' in admission) socket.close(refusedCode, admission.refusal)
      else serveSocket(socket, { clientId: admission.clientId, exchange, mailbox, faults, pingMs, now })
    })
  })

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    open: () => sockets.clients.size,
    closeAll(reason) {
      for (const socket of sockets.clients) socket.close(refusedCode, reason)
    },
    async end() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      for (const stream of streams) stream.destroy()
      await closed
      await snapshot?.flush()
    },
  }
}

function refuseUpgrade(stream: Duplex, status: number, reason: string): void {
  const body = JSON.stringify({ status: 'FAILED', reasons: [{ name: 'auth', message: reason }] })
  const headers = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close`
  stream.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}\r\n\r\n${body}`)
}
