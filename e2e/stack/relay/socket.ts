import type { WebSocket } from 'ws'
import type { ClientConnection, MessageExchange } from './exchange.ts'
import type { Mailbox } from './mailbox.ts'
import { answerRequest } from './methods.ts'
import { parseRelayMessage, relayErrors, writeError, writeResult } from './wire.ts'

/** Faults that a test has switched on. */
export type RelayFaults = { refusal: string | null; isHanging: boolean; opened: number }

type Options = {
  clientId: string
  exchange: MessageExchange
  mailbox: Mailbox
  faults: RelayFaults
  pingMs: number
  now: () => number
}

/** Serves one admitted client on one socket. */
export function serveSocket(socket: WebSocket, { clientId, exchange, mailbox, faults, pingMs, now }: Options): void {
  const send = (text: string) => {
    if (!faults.isHanging) socket.send(text)
  }
  const connection: ClientConnection = { clientId, send, prefix: 'irn', topics: new Set(), pushed: new Map() }

  function handle(text: string): void {
    const frame = parseRelayMessage(text)
    if (frame.kind === 'reply') exchange.receive(connection, frame.id)
    else if (frame.kind === 'unreadable') send(writeError(frame.id, relayErrors.invalidParams))
    else {
      const reply = answerRequest({ connection, exchange, mailbox, now }, frame.method, frame.params)
      send('error' in reply ? writeError(frame.id, reply.error) : writeResult(frame.id, reply.result))
      if ('collect' in reply) exchange.collect(connection, reply.collect)
    }
  }

  let isAlive = true
  const ping = setInterval(() => {
    if (!isAlive) socket.terminate()
    else if (!faults.isHanging) {
      isAlive = false
      socket.ping()
    }
  }, pingMs).unref()
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('message', (data) => {
    if (!faults.isHanging) handle(String(data))
  })
  socket.on('close', () => {
    clearInterval(ping)
    exchange.leave(connection)
  })
}
