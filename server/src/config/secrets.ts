import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrMakeSecret } from './secretFile.ts'

/**
 * What the server keeps so that its database alone tells nothing.
 *
 * `seal` and `open`: AES-256-GCM under a data key of its own for each text, which the key provider wraps. `place` says
 * where the text stands (`table|rowId|userId|…`): what was moved to another row does not open. The version of the
 * wrapping key is bound too. `open` throws where anything differs.
 * `mac`: HMAC-SHA256, base64url, with another key for each purpose; the same text has the same mac on every machine
 * with the same key. For what is looked up or compared and never read again.
 */
export type Secrets = {
  seal: (plain: Uint8Array, place: string) => Promise<string>
  open: (sealed: string, place: string) => Promise<Uint8Array<ArrayBuffer>>
  mac: (purpose: MacPurpose, text: string) => string
}
type MacPurpose = 'address' | 'code' | 'nonce' | 'network' | 'envelope' | 'cancel'

/** Whoever holds the wrapping keys: this process (`localKeys`), or a service that never gives them out. */
type KeyProvider = {
  /** Of the key that wraps now. Earlier versions still unwrap. */
  version: string
  wrap: (dataKey: Uint8Array) => Promise<Uint8Array>
  /** Rejected where the key is not known or the wrapped bytes were changed. */
  unwrap: (wrapped: Uint8Array, version: string) => Promise<Uint8Array>
}

const keySize = 32
const ivSize = 12
const tagSize = 16
const sealedForm = /^1\.([\w-]{1,64})\.([\w-]+)\.([\w-]+)$/

/** `macRoot` must stay as it is for as long as the database: addresses are found by it. */
export const createSecrets = ({ keys, macRoot }: { keys: KeyProvider; macRoot: Uint8Array }): Secrets => {
  const macKeys = new Map<MacPurpose, Uint8Array>()
  const macKey = (purpose: MacPurpose): Uint8Array => {
    const key = macKeys.get(purpose) ?? derive(macRoot, `mac/${purpose}`)
    macKeys.set(purpose, key)
    return key
  }

  return {
    seal: async (plain, place) => {
      const dataKey = randomBytes(keySize)
      const { version } = keys
      const wrapped = await keys.wrap(dataKey)
      const data = encrypt(dataKey, plain, `${place}|${version}`)
      dataKey.fill(0)
      return ['1', version, base64url(wrapped), base64url(data)].join('.')
    },
    open: async (sealed, place) => {
      const [, version, wrapped, data] = sealedForm.exec(sealed) ?? []
      if (!version || !wrapped || !data) throw new Error('This is nothing that was sealed.')
      const dataKey = await keys.unwrap(Buffer.from(wrapped, 'base64url'), version)
      return decrypt(dataKey, Buffer.from(data, 'base64url'), `${place}|${version}`)
    },
    mac: (purpose, text) => createHmac('sha256', macKey(purpose)).update(text).digest('base64url'),
  }
}

/** The first key wraps; the others open what they wrapped before the first came. */
export const localKeys = (roots: readonly Uint8Array[]): KeyProvider => {
  const known = new Map(roots.map((root) => [versionOf(root), derive(root, 'wrap')]))
  const [version = ''] = known.keys()
  const keyOf = (wanted: string): Uint8Array => {
    const key = known.get(wanted)
    if (!key) throw new Error(`The key ${wanted} is not known to this server.`)
    return key
  }
  return {
    version,
    wrap: async (dataKey) => encrypt(keyOf(version), dataKey, version),
    unwrap: async (wrapped, wanted) => decrypt(keyOf(wanted), wrapped, wanted),
  }
}

/**
 * Keys of 32 bytes in base64url, from `given` (environment) or else from a file that only this user may read, made at the
 * first start. Several, with commas between: the first seals, all open, and the last one is where macs come from. So a
 * new key is put in front, and the last stays.
 */
export const openSecrets = async (folder: string, given: string | undefined, name = 'WALLET_KEY'): Promise<Secrets> => {
  const path = join(folder, file)
  const roots =
    given === undefined
      ? readKeys(String(await readOrMakeSecret(path, () => base64url(randomBytes(keySize)))), path)
      : readKeys(given, name)
  const macRoot = roots.at(-1)
  if (!macRoot) throw new Error(`${name} holds no key.`)
  return createSecrets({ keys: localKeys(roots), macRoot })
}

const file = 'wallet.key'

const readKeys = (text: string, source: string): Uint8Array[] =>
  text
    .trim()
    .split(',')
    .map((part) => {
      // The text itself is never quoted: it is the key.
      if (!/^[\w-]{43}$/.test(part.trim()))
        throw new Error(
          `${source} has to hold 32 random bytes in base64url: openssl rand 32 | basenc --base64url | tr -d =`,
        )
      return Buffer.from(part.trim(), 'base64url')
    })

const derive = (root: Uint8Array, purpose: string): Uint8Array =>
  Buffer.from(hkdfSync('sha256', root, '', `appkit/1/${purpose}`, keySize))

const versionOf = (root: Uint8Array): string =>
  createHash('sha256').update('appkit/1/version').update(root).digest('base64url').slice(0, 8)

/** A fresh iv for each text. */
const encrypt = (key: Uint8Array, plain: Uint8Array, bound: string): Buffer => {
  const iv = randomBytes(ivSize)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (key: Uint8Array, data: Uint8Array, bound: string): Uint8Array<ArrayBuffer> => {
  if (data.length < ivSize + tagSize) throw new Error('This is too short to have been sealed.')
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, ivSize), { authTagLength: tagSize })
  decipher.setAAD(Buffer.from(bound)).setAuthTag(data.subarray(-tagSize))
  return new Uint8Array(Buffer.concat([decipher.update(data.subarray(ivSize, -tagSize)), decipher.final()]))
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
