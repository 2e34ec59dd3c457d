import { createHash } from 'node:crypto'

/** A sealed message on its way: the relay knows for which topic it is, but not what it says. */
export type Letter = {
  topic: string
  message: string
  tag: number
  /** An empty one says that there is none to look up, so it must not get lost. */
  attestation?: string
  publishedAt: number
  expiresAt: number
  /** Never gets its own letter back. */
  publisher: string
  /** Client ids that have it. */
  received: string[]
}

type Options = { now: () => number; maxPerTopic: number; letters?: readonly Letter[]; onChange?: () => void }
export type Mailbox = ReturnType<typeof createMailbox>

/** Keeps each letter until its time is over, for every client that has not received it. */
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
    /** A client that heard no answer publishes the same once more: `known`. */
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
    /** What a client has yet to receive, oldest first. */
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
