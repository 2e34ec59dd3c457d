import type { WebSocket } from 'ws'
import type { Connection, Exchange } from './exchange.ts'
import type { Mailbox } from './mailbox.ts'
import { answer } from './methods.ts'
import { readFrame, relayErrors, writeError, writeResult } from './wire.ts'

/** Faults that a test has switched on. */
export type Mood = { refusal: string | null; isHanging: boolean; opened: number }

type Options = {
  clientId: string
  exchange: Exchange
  mailbox: Mailbox
  mood: Mood
  pingMs: number
  now: () => number
}

/** One admitted client on one socket. */
export function serveSocket(socket: WebSocket, { clientId, exchange, mailbox, mood, pingMs, now }: Options): void {
  const send = (text: string) => {
    if (!mood.isHanging) socket.send(text)
  }
  const connection: Connection = { clientId, send, prefix: 'irn', topics: new Set(), pushed: new Map() }

  function hear(text: string): void {
    const frame = readFrame(text)
    if (frame.kind === 'reply') exchange.receive(connection, frame.id)
    else if (frame.kind === 'unreadable') send(writeError(frame.id, relayErrors.invalidParams))
    else {
      const said = answer({ connection, exchange, mailbox, now }, frame.method, frame.params)
      send('error' in said ? writeError(frame.id, said.error) : writeResult(frame.id, said.result))
      if ('collect' in said) exchange.collect(connection, said.collect)
    }
  }

  let isAlive = true
  const ping = setInterval(() => {
    if (!isAlive) socket.terminate()
    else if (!mood.isHanging) {
      isAlive = false
      socket.ping()
    }
  }, pingMs).unref()
  socket.on('pong', () => {
    isAlive = true
  })
  socket.on('message', (data) => {
    if (!mood.isHanging) hear(String(data))
  })
  socket.on('close', () => {
    clearInterval(ping)
    exchange.leave(connection)
  })
}
