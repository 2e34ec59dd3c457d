import { createHash } from 'node:crypto'

/** An encrypted message. The relay knows its topic and not its content. */
export type StoredMessage = {
  topic: string
  message: string
  tag: number
  /**
   * The attestation that the sender attached. An empty one is forwarded too, because it tells the receiver not to look
   * for an attestation elsewhere.
   */
  attestation?: string
  publishedAt: number
  expiresAt: number
  /** The publisher, which never receives its own message. */
  publisher: string
  /** The clients that have received the message. */
  received: string[]
}

type Options = { now: () => number; maxPerTopic: number; messages?: readonly StoredMessage[]; onChange?: () => void }
export type Mailbox = ReturnType<typeof createMailbox>

/** Keeps each message until its TTL ends, for clients that have not received it. */
export function createMailbox({ now, maxPerTopic, messages = [], onChange = () => {} }: Options) {
  const topics = new Map<string, Map<string, StoredMessage>>()
  for (const stored of messages) messagesOf(stored.topic).set(messageId(stored), stored)

  function messagesOf(topic: string): Map<string, StoredMessage> {
    const found = topics.get(topic) ?? new Map<string, StoredMessage>()
    topics.set(topic, found)
    return found
  }

  function sweep(topic: string): void {
    const messages = topics.get(topic)
    for (const [id, { expiresAt }] of messages ?? []) if (expiresAt <= now()) messages?.delete(id)
    if (messages?.size === 0) topics.delete(topic)
  }

  return {
    /**
     * Stores a message. Returns `known` if the mailbox already has it: a client that got no answer publishes its
     * message again.
     */
    add(stored: StoredMessage): 'new' | 'known' | 'full' {
      sweep(stored.topic)
      const messages = messagesOf(stored.topic)
      const id = messageId(stored)
      if (messages.has(id)) return 'known'
      if (messages.size >= maxPerTopic) return 'full'
      messages.set(id, stored)
      onChange()
      return 'new'
    },
    /** The messages that a client has not received, oldest first. */
    waitingFor(clientId: string, wanted: readonly string[]): StoredMessage[] {
      for (const topic of wanted) sweep(topic)
      return wanted
        .flatMap((topic) => [...(topics.get(topic)?.values() ?? [])])
        .filter((stored) => isFor(stored, clientId))
        .sort((one, other) => one.publishedAt - other.publishedAt)
    },
    isWaiting: (stored: StoredMessage, clientId: string): boolean =>
      stored.expiresAt > now() && isFor(stored, clientId),
    receive(stored: StoredMessage, clientId: string): void {
      if (stored.received.includes(clientId)) return
      stored.received.push(clientId)
      onChange()
    },
    messages(): StoredMessage[] {
      for (const topic of [...topics.keys()]) sweep(topic)
      return [...topics.values()].flatMap((messages) => [...messages.values()])
    },
  }
}

const isFor = ({ publisher, received }: StoredMessage, clientId: string): boolean =>
  publisher !== clientId && !received.includes(clientId)

const messageId = ({ topic, message }: StoredMessage): string =>
  createHash('sha256')
    .update(topic + message)
    .digest('hex')
