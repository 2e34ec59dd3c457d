import { createHmac, randomBytes } from 'node:crypto'
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { readOrMakeSecret } from '../config/secretFile.ts'
import type { Secrets } from '../config/secrets.ts'

const text = v.pipe(v.string(), v.maxLength(256))
const eventSchema = v.object({
  eventId: v.pipe(v.string(), v.uuid()),
  url: v.pipe(v.string(), v.maxLength(2_048), v.url()),
  domain: text,
  timestamp: v.pipe(v.number(), v.integer(), v.minValue(0)),
  props: v.object({
    type: v.literal('track'),
    event: v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,64}$/)),
    address: v.optional(text),
    properties: v.optional(
      v.pipe(
        v.record(v.pipe(v.string(), v.maxLength(64)), v.union([text, v.number(), v.boolean(), v.null()])),
        v.check((properties) => Object.keys(properties).length <= 24),
      ),
    ),
  }),
})
export type AnalyticsEvent = v.InferOutput<typeof eventSchema>

export const parseAnalyticsEvent = (body: string): AnalyticsEvent | null => {
  try {
    const parsed = v.safeParse(eventSchema, JSON.parse(body))
    // `MODAL_CREATED` says nothing about a visitor: the host page creates the modal before any visitor acts. So drop
    // this event.
    return parsed.success && parsed.output.props.event !== 'MODAL_CREATED' ? parsed.output : null
  } catch {
    return null
  }
}

/**
 * Prepares an event for storage: removes path and query of the URL, hashes the address, and cuts addresses and e-mail
 * addresses out of the properties.
 */
const cleanEvent = ({ eventId, url, timestamp, props }: AnalyticsEvent, hash: (address: string) => string) => ({
  eventId,
  origin: new URL(url).origin,
  timestamp,
  event: props.event,
  ...(props.address && { address: hash(props.address.toLowerCase()) }),
  properties: Object.fromEntries(
    Object.entries(props.properties ?? {}).map(([key, value]) => [
      key.replace(identifying, '…'),
      typeof value === 'string' ? value.replace(identifying, '…') : value,
    ]),
  ),
})

/**
 * Matches what may identify a visitor: hex of at least 20 bytes, base58 and bech32 as long as an address, e-mail
 * addresses, and queries of links.
 */
const identifying = /0x[0-9a-f]{40,}|\b[0-9a-z]{32,}\b|[^\s@]+@[^\s@]+\.[^\s@]+|\?\S+/gi

/** Hashes a visitor's address for an event. */
export type HashAddress = (address: string) => string

/** Makes the hash that several server processes share, so that an address has one hash in the files of all. */
export const createSharedAddressHash =
  ({ mac }: Pick<Secrets, 'mac'>): HashAddress =>
  (address) =>
    Buffer.from(mac('analytics', address), 'base64url').toString('hex')

/**
 * Writes events as JSON lines, one file per project and day, in the operator's own folder. The key of the hash is there
 * too, unless the server processes share a hash.
 */
export const openAnalytics = (dataDir: string, now: () => Date, sharedHash: HashAddress | null = null) => {
  const folder = join(dataDir, 'analytics')
  let opened: Promise<HashAddress> | undefined
  let writing: Promise<unknown> = Promise.resolve()

  const write = async (projectId: string, event: AnalyticsEvent): Promise<void> => {
    opened ??= openHash(folder, sharedHash)
    const hash = await opened
    const day = now().toISOString().slice(0, 10)
    await appendFile(join(folder, `${projectId}-${day}.jsonl`), `${JSON.stringify(cleanEvent(event, hash))}\n`)
  }

  return {
    /** Writes one event at a time, so that lines never mix. */
    add: (projectId: string, event: AnalyticsEvent): Promise<void> => {
      const next = writing.then(() => write(projectId, event))
      writing = next.catch(() => {
        // The caller of `add` gets the error. Forget the key, so that the next event reads it again.
        opened = undefined
      })
      return next
    },
  }
}

const keyBytes = 32

const openHash = async (folder: string, sharedHash: HashAddress | null): Promise<HashAddress> => {
  // Create the folder here: `readOrMakeSecret` would make it private, but other users may read the events.
  await mkdir(folder, { recursive: true })
  if (sharedHash) return sharedHash
  const file = join(folder, 'key')
  const key = await readOrMakeSecret(file, () => randomBytes(keyBytes))
  // A full disk may leave a shorter key file. A short key can be guessed, and then the hashes hide no address.
  if (key.length !== keyBytes)
    throw Object.assign(new Error(`${file} must hold ${keyBytes} bytes. Remove it to get a new key.`), {
      code: 'KEY_NOT_WHOLE',
    })
  // Use an HMAC, because an attacker can compute the plain hashes of all known addresses.
  return (address) => createHmac('sha256', key).update(address).digest('hex')
}
