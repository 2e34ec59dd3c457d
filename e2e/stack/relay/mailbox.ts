import { createHash } from 'node:crypto'

/** An encrypted message. The relay knows its topic and not its content. */
export type Letter = {
  topic: string
  message: string
  tag: number
  /** An empty attestation also has a meaning: the client then looks none up. So it is forwarded too. */
  attestation?: string
  publishedAt: number
  expiresAt: number
  /** The publisher, which never receives its own message. */
  publisher: string
  /** The clients that have received it. */
  received: string[]
}

type Options = { now: () => number; maxPerTopic: number; letters?: readonly Letter[]; onChange?: () => void }
export type Mailbox = ReturnType<typeof createMailbox>

/** Keeps each message until its TTL ends, for clients that have not received it. */
export function createMailbox({ now, maxPerTopic, letters = [], onChange = () => {} }: Options) {
  const topics = new Map<string, Map<string, Letter>>()
  for (const letter of letters) shelf(letter.topic).set(letterId(letter), letter)

  function shelf(topic: string): Map<string, Letter> {
    const found = topics.get(topic) ?? new Map<string, Letter>()
    topics.set(topic, found)
    return found
  }

  function sweep(topic: string): void {
    const kept = topics.get(topic)
    for (const [id, { expiresAt }] of kept ?? []) if (expiresAt <= now()) kept?.delete(id)
    if (kept?.size === 0) topics.delete(topic)
  }

  return {
    /** Returns `known` if a client publishes the same message again, since it got no answer. */
    add(letter: Letter): 'new' | 'known' | 'full' {
      sweep(letter.topic)
      const kept = shelf(letter.topic)
      const id = letterId(letter)
      if (kept.has(id)) return 'known'
      if (kept.size >= maxPerTopic) return 'full'
      kept.set(id, letter)
      onChange()
      return 'new'
    },
    /** The messages that a client has not received, oldest first. */
    waitingFor(clientId: string, wanted: readonly string[]): Letter[] {
      for (const topic of wanted) sweep(topic)
      return wanted
        .flatMap((topic) => [...(topics.get(topic)?.values() ?? [])])
        .filter((letter) => isFor(letter, clientId))
        .sort((one, other) => one.publishedAt - other.publishedAt)
    },
    isWaiting: (letter: Letter, clientId: string): boolean => letter.expiresAt > now() && isFor(letter, clientId),
    receive(letter: Letter, clientId: string): void {
      if (letter.received.includes(clientId)) return
      letter.received.push(clientId)
      onChange()
    },
    letters(): Letter[] {
      for (const topic of [...topics.keys()]) sweep(topic)
      return [...topics.values()].flatMap((kept) => [...kept.values()])
    },
  }
}

const isFor = ({ publisher, received }: Letter, clientId: string): boolean =>
  publisher !== clientId && !received.includes(clientId)

const letterId = ({ topic, message }: Letter): string =>
  createHash('sha256')
    .update(topic + message)
    .digest('hex')
