import { createHash } from 'node:crypto'
import type { Mailbox, StoredMessage } from './mailbox.ts'
import { writeRequest } from './wire.ts'

/** One socket of a client. A client may have two for a moment, while it reconnects. */
export type ClientConnection = {
  clientId: string
  send(text: string): void
  /** The prefix of the relay's methods that this client uses: `irn`, or an older one. */
  prefix: string
  topics: Set<string>
  /** Messages that were sent and not yet acknowledged, by the id of the push. */
  pushed: Map<number, { stored: StoredMessage; timer: NodeJS.Timeout }>
}

export type MessageExchange = ReturnType<typeof createMessageExchange>

/** Keeps the subscribers of each topic and delivers messages to them. */
export function createMessageExchange({ mailbox, redeliveryMs }: { mailbox: Mailbox; redeliveryMs: number }) {
  const listeners = new Map<string, Set<ClientConnection>>()
  const nextPushId = createPushIds()

  function deliver(connection: ClientConnection, stored: StoredMessage): void {
    if (!mailbox.isWaiting(stored, connection.clientId)) return
    if ([...connection.pushed.values()].some((push) => push.stored === stored)) return
    push(connection, stored, nextPushId())
  }

  function push(connection: ClientConnection, stored: StoredMessage, id: number): void {
    const again = () => {
      connection.pushed.delete(id)
      if (mailbox.isWaiting(stored, connection.clientId)) push(connection, stored, id)
    }
    connection.pushed.set(id, { stored, timer: setTimeout(again, redeliveryMs).unref() })
    const { topic, message, publishedAt, tag, attestation } = stored
    const data = { topic, message, publishedAt, tag, ...(attestation === undefined ? {} : { attestation }) }
    const subscription = subscriptionId(topic, connection.clientId)
    connection.send(writeRequest(id, `${connection.prefix}_subscription`, { id: subscription, data }))
  }

  return {
    listen(connection: ClientConnection, topic: string): string {
      connection.topics.add(topic)
      listeners.set(topic, (listeners.get(topic) ?? new Set()).add(connection))
      return subscriptionId(topic, connection.clientId)
    },
    /** Delivers the waiting messages. Clients expect them after the answer to their subscription. */
    collect(connection: ClientConnection, topics: readonly string[]): void {
      for (const stored of mailbox.waitingFor(connection.clientId, topics)) deliver(connection, stored)
    },
    ignore(connection: ClientConnection, topic: string): void {
      connection.topics.delete(topic)
      const rest = listeners.get(topic)
      rest?.delete(connection)
      if (rest?.size === 0) listeners.delete(topic)
    },
    broadcast(stored: StoredMessage): void {
      for (const connection of listeners.get(stored.topic) ?? []) deliver(connection, stored)
    },
    receive(connection: ClientConnection, pushId: number): void {
      const push = connection.pushed.get(pushId)
      if (!push) return
      clearTimeout(push.timer)
      connection.pushed.delete(pushId)
      mailbox.receive(push.stored, connection.clientId)
    },
    leave(connection: ClientConnection): void {
      for (const topic of [...connection.topics]) this.ignore(connection, topic)
      for (const { timer } of connection.pushed.values()) clearTimeout(timer)
      connection.pushed.clear()
    },
  }
}

/** A push id stays below 2^53, since clients read a longer number as a bigint and answer with a string. */
const createPushIds = (): (() => number) => {
  let last = 0
  return () => {
    last = Math.max(last + 1, Date.now() * 1000)
    return last
  }
}

/** The id is a hash of topic and client id, because clients compute the id themselves and expect the same one. */
const subscriptionId = (topic: string, clientId: string): string =>
  createHash('sha256')
    .update(topic + clientId)
    .digest('hex')
