import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { readOrMakeSecret } from './secretFile.ts'

/**
 * Protects rows, so that a stolen database alone reveals nothing.
 *
 * `seal` and `open` use AES-256-GCM with one data key per text, which the key provider wraps. `context` names the row
 * (`table|rowId|userId|…`) and is authenticated together with the key's version, so that a text moved to another row
 * does not open. `mac` is HMAC-SHA256 in base64url, with one key per purpose, for values that are only looked up or
 * compared.
 */
export type Secrets = {
  seal: (plain: Uint8Array, context: string) => Promise<string>
  open: (sealed: string, context: string) => Promise<Uint8Array<ArrayBuffer>>
  mac: (purpose: MacPurpose, text: string) => string
  keyIds: KeyIds
}
/** The ids of the keys. An id is public: it is the start of a hash, and every sealed text contains one. */
type KeyIds = {
  /** The variable that holds the keys, like WALLET_KEY. */
  name: string
  /** Where the keys came from: the variable, or the path of the key file. */
  source: string
  mac: string
  seal: string
  /** All keys, in the operator's order. */
  open: readonly string[]
}
type MacPurpose =
  | 'address'
  | 'code'
  | 'nonce'
  | 'site'
  | 'network'
  | 'browser'
  | 'envelope'
  | 'cancel'
  | 'confirm'
  | 'signingKey'
  | 'signInNonce'
  | 'analytics'
  | 'window'
  | 'work'
  | 'passkey'

/**
 * Wraps data keys. The wrapping keys are in this process (`createLocalKeyProvider`), or in a key service, which never
 * releases them.
 */
type KeyProvider = {
  /** The version of the wrapping key that `wrap` uses. `unwrap` also accepts earlier versions. */
  version: string
  versions: readonly string[]
  wrap: (dataKey: Uint8Array) => Promise<Uint8Array>
  /** Unwraps a data key. Rejects if the wrapping key is unknown or the bytes were changed. */
  unwrap: (wrapped: Uint8Array, version: string) => Promise<Uint8Array>
}

const keySize = 32
const ivSize = 12
const tagSize = 16
const sealedForm = /^1\.([\w-]{1,64})\.([\w-]+)\.([\w-]+)$/

/**
 * Makes the functions that protect rows. `macRoot` must never change, because the server finds stored e-mail addresses
 * by their MAC.
 */
export const createSecrets = ({
  keys,
  macRoot,
  name,
  source,
}: {
  keys: KeyProvider
  macRoot: Uint8Array
  name: string
  source: string
}): Secrets => {
  const macKeys = new Map<MacPurpose, Uint8Array>()
  const macKey = (purpose: MacPurpose): Uint8Array => {
    const key = macKeys.get(purpose) ?? derive(macRoot, `mac/${purpose}`)
    macKeys.set(purpose, key)
    return key
  }

  return {
    seal: async (plain, context) => {
      const dataKey = randomBytes(keySize)
      const { version } = keys
      const wrapped = await keys.wrap(dataKey)
      const data = encrypt(dataKey, plain, `${context}|${version}`)
      dataKey.fill(0)
      return ['1', version, base64url(wrapped), base64url(data)].join('.')
    },
    open: async (sealed, context) => {
      const [, version, wrapped, data] = sealedForm.exec(sealed) ?? []
      if (!version || !wrapped || !data) throw new Error('This is not sealed data.')
      const dataKey = await keys.unwrap(Buffer.from(wrapped, 'base64url'), version)
      return decrypt(dataKey, Buffer.from(data, 'base64url'), `${context}|${version}`)
    },
    mac: (purpose, text) => createHmac('sha256', macKey(purpose)).update(text).digest('base64url'),
    keyIds: { name, source, mac: versionOf(macRoot), seal: keys.version, open: keys.versions },
  }
}

/** Keeps the wrapping keys in this process. Wraps with the first key. After a rotation, the other keys only unwrap. */
export const createLocalKeyProvider = (roots: readonly Uint8Array[]): KeyProvider => {
  const known = new Map(roots.map((root) => [versionOf(root), derive(root, 'wrap')]))
  const [version = ''] = known.keys()
  const keyOf = (wanted: string): Uint8Array => {
    const key = known.get(wanted)
    if (!key) throw new Error(`The key ${wanted} is not known to this server.`)
    return key
  }
  return {
    version,
    versions: [...known.keys()],
    wrap: async (dataKey) => encrypt(keyOf(version), dataKey, version),
    unwrap: async (wrapped, wanted) => decrypt(keyOf(wanted), wrapped, wanted),
  }
}

/**
 * Reads the keys from the environment variable's value `given`, or from a file that the first start makes. Each key has
 * 32 bytes in base64url, and commas separate the keys. The first key seals, all keys open, and the last key makes the
 * MACs. To rotate, put a new key in front and keep the last.
 */
export const openSecrets = async (folder: string, given: string | undefined, name = 'WALLET_KEY'): Promise<Secrets> => {
  const path = join(folder, file)
  const source = given === undefined ? path : name
  const roots = readKeys(given ?? String(await readOrMakeSecret(path, () => base64url(randomBytes(keySize)))), source)
  const macRoot = roots.at(-1)
  if (!macRoot) throw new Error(`${name} holds no key.`)
  return createSecrets({ keys: createLocalKeyProvider(roots), macRoot, name, source })
}

const file = 'wallet.key'

const readKeys = (text: string, source: string): Uint8Array[] =>
  text
    .trim()
    .split(',')
    .map((part) => {
      // The error message never quotes the key, because a key with a typing error would reveal most of the right key.
      if (!/^[\w-]{43}$/.test(part.trim()))
        throw new Error(
          `${source} must contain 32 random bytes in base64url: openssl rand 32 | basenc --base64url | tr -d =`,
        )
      return Buffer.from(part.trim(), 'base64url')
    })

const derive = (root: Uint8Array, purpose: string): Uint8Array =>
  Buffer.from(hkdfSync('sha256', root, '', `appkit/1/${purpose}`, keySize))

const versionOf = (root: Uint8Array): string =>
  createHash('sha256').update('appkit/1/version').update(root).digest('base64url').slice(0, 8)

const encrypt = (key: Uint8Array, plain: Uint8Array, bound: string): Buffer => {
  const iv = randomBytes(ivSize)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(bound))
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (key: Uint8Array, data: Uint8Array, bound: string): Uint8Array<ArrayBuffer> => {
  if (data.length < ivSize + tagSize) throw new Error('The sealed data is too short.')
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, ivSize), { authTagLength: tagSize })
  decipher.setAAD(Buffer.from(bound)).setAuthTag(data.subarray(-tagSize))
  return new Uint8Array(Buffer.concat([decipher.update(data.subarray(ivSize, -tagSize)), decipher.final()]))
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
