import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { calculateJwkThumbprint, type JWK } from 'jose'
import { deriveP256Key } from '../config/derivedKey.ts'
import { OperatorError } from '../config/operatorError.ts'
import { readOrMakeSecret } from '../config/secretFile.ts'
import type { Secrets } from '../config/secrets.ts'
import { writeWholeFile } from '../config/wholeFile.ts'
import { recordKeys } from '../database/keyChecks.ts'
import { keyChecks } from '../database/keyTables.ts'
import type { Database } from '../database/open.ts'

export type SigningKey = {
  privateKey: KeyObject
  publicKey: KeyObject
  jwk: JWK & { kid: string }
  /** Where the key came from: SIGNING_KEY, the path of the key file, or the source of the key from which it is derived. */
  source: string
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Opens the P-256 key that signs session tokens, in PEM (PKCS#8): from SIGNING_KEY, or from the data folder, where the
 * first start creates it. A changed key ends all sessions, so the data folder also stores the id of the key.
 */
export const openSigningKey = async (
  dataDir: string,
  { SIGNING_KEY: given, SIGNING_KEY_REPLACES: replaces }: Environment = {},
): Promise<SigningKey> => {
  const key = await (given === undefined ? readKeyFile(dataDir) : parseKey(given, 'SIGNING_KEY'))
  await checkStoredId(dataDir, { id: key.jwk.kid, source: key.source, replaces })
  return key
}

/**
 * Opens the key that several server processes share: from SIGNING_KEY, or derived from WALLET_KEY, which all of them
 * have. A process that had the database for itself before keeps the key of its data folder. The database then refuses
 * processes with another key. The data folder stores no id: a process can't know whether another one replaced the key.
 */
export const openSharedSigningKey = async (
  dataDir: string,
  { SIGNING_KEY: given }: Environment,
  secrets: Secrets,
): Promise<SigningKey> => {
  if (given !== undefined) return parseKey(given, 'SIGNING_KEY')
  if (existsSync(signingKeyFile(dataDir))) return readKeyFile(dataDir)
  const { jwk } = deriveP256Key((text) => secrets.mac('signingKey', text))
  return toSigningKey(createPrivateKey({ key: jwk, format: 'jwk' }), secrets.keyIds.source)
}

const signingKeyFile = (dataDir: string): string => join(dataDir, 'sign-in', 'signing-key.pem')
const keyIdFile = (dataDir: string): string => join(dataDir, 'sign-in', 'signing-key.id')

const readKeyFile = async (dataDir: string): Promise<SigningKey> => {
  const path = signingKeyFile(dataDir)
  return parseKey(String(await readOrMakeSecret(path, makeKey)), path)
}

const toSigningKey = async (privateKey: KeyObject, source: string): Promise<SigningKey> => {
  const publicKey = createPublicKey(privateKey)
  const jwk = publicKey.export({ format: 'jwk' }) as JWK
  const kid = await calculateJwkThumbprint(jwk)
  return { privateKey, publicKey, jwk: { ...jwk, kid, use: 'sig', alg: 'ES256' }, source }
}

type KeyToCheck = {
  /** The public key's thumbprint, which is also in each session token. */
  id: string
  source: string
  /** The id of an earlier key that the operator gives up. */
  replaces: string | undefined
}

/**
 * Compares the key that signs session tokens with the one that this database knows, because all servers on one database
 * have to sign with the same key. A new database knows none, so `storedId` of the data folder counts.
 */
export const checkSigningKey = async (
  database: Database,
  { storedId, ...key }: KeyToCheck & { storedId?: string | undefined },
  now: number,
): Promise<void> =>
  recordKeys(database, 'SIGNING_KEY', now, async (inside, [known]) => {
    compareSigningKeys(known?.keyId ?? storedId, key)
    await inside.delete(keyChecks).where(eq(keyChecks.name, 'SIGNING_KEY'))
    return [{ use: 'sign', keyId: key.id }]
  })

/** Compares the signing key with the id that an earlier start has stored. Throws KEY_REFUSED if they differ. */
const compareSigningKeys = (known: string | undefined, { id, source, replaces }: KeyToCheck): void => {
  if (known === undefined || known === id || known === replaces) return
  throw new OperatorError(
    'KEY_REFUSED',
    `The sign-in sessions of this server are signed with the key ${known}, but ${source} holds ${id}. Restore the ` +
      'first in SIGNING_KEY or in the data folder. Or, to end all sessions and sign with the second, start with ' +
      `SIGNING_KEY_REPLACES=${known}.`,
  )
}

/** Reads the id of the key that this data folder's server signed with while it shared no database, if there is one. */
export const readStoredKeyId = async (dataDir: string): Promise<string | undefined> => {
  const text = await readFile(keyIdFile(dataDir), 'utf8').catch((cause) => {
    if (Object(cause).code === 'ENOENT') return undefined
    throw cause
  })
  return text?.trim()
}

const checkStoredId = async (dataDir: string, key: KeyToCheck): Promise<void> => {
  const path = keyIdFile(dataDir)
  const known = await readStoredKeyId(dataDir)
  compareSigningKeys(known, key)
  if (known === key.id) return
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeWholeFile(path, `${key.id}\n`, 0o600)
}

const parseKey = (pem: string, source: string): Promise<SigningKey> => {
  const problem = `${source} must contain a P-256 private key in PEM: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256`
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    // Leave out the cause of the error, because its message may quote the key.
    throw new Error(problem)
  }
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error(problem)
  return toSigningKey(key, source)
}

const makeKey = (): string =>
  String(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }))
