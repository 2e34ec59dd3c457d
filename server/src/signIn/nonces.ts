import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { base58 } from '@scure/base'

/** A nonce is valid once, for 5 minutes. */
export const nonceLifetimeMs = 300_000
const timeSize = 4
const randomSize = 8
const sealSize = 12
const headSize = timeSize + randomSize

export type SignInNonces = {
  make: (site: string) => string
  /** Uses up a nonce. Resolves to true only for the first use of a valid nonce. */
  use: (nonce: string, site: string) => Promise<boolean>
}

/**
 * Makes and checks nonces. Each nonce contains its creation time and a MAC over time and site. Therefore new nonces take
 * no memory, and only used nonces are stored until they expire.
 */
export const createNonces = ({
  now,
  mac,
  useUp,
}: {
  now: () => number
  mac: (head: Uint8Array, site: string) => Uint8Array
  /**
   * Stores a used nonce until `endsAt`. Returns true only for the first call with a nonce, so that no two requests can
   * both succeed.
   */
  useUp: (nonce: string, endsAt: number) => boolean | Promise<boolean>
}): SignInNonces => {
  const seal = (head: Uint8Array, site: string): Uint8Array => mac(head, site).subarray(0, sealSize)

  return {
    make: (site) => {
      const head = Buffer.alloc(headSize)
      head.writeUInt32BE(Math.floor(now() / 1_000))
      randomBytes(randomSize).copy(head, timeSize)
      return base58.encode(Buffer.concat([head, seal(head, site)]))
    },
    use: async (nonce, site) => {
      const bytes = decode(nonce)
      if (!bytes || !timingSafeEqual(bytes.subarray(headSize), seal(bytes.subarray(0, headSize), site))) return false
      const endsAt = bytes.readUInt32BE() * 1_000 + nonceLifetimeMs
      return endsAt > now() && useUp(nonce, endsAt)
    },
  }
}

/** The nonces of a server with one process, which keeps their key and the used nonces in its memory. */
export const createLocalNonces = (now: () => number, usedLimit = 200_000): SignInNonces => {
  const key = randomBytes(32)
  const used = new Map<string, number>()

  const dropEnded = (): void => {
    for (const [nonce, endsAt] of used) if (endsAt <= now()) used.delete(nonce)
  }

  return createNonces({
    now,
    mac: (head, site) => createHmac('sha256', key).update(head).update(site).digest(),
    // This function is synchronous, so nothing runs between its check and its write.
    useUp: (nonce, endsAt) => {
      if (used.has(nonce)) return false
      if (used.size >= usedLimit) dropEnded()
      // If the list forgot a used nonce that is still valid, a request could use it again. So refuse sign-ins until
      // some nonces expire.
      if (used.size >= usedLimit) return false
      used.set(nonce, endsAt)
      return true
    },
  })
}

const decode = (nonce: string): Buffer | undefined => {
  if (!/^[1-9A-HJ-NP-Za-km-z]{24,34}$/.test(nonce)) return undefined
  const bytes = Buffer.from(base58.decode(nonce))
  return bytes.length === headSize + sealSize ? bytes : undefined
}
