import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createLocalKeyProvider, createSecrets, type Secrets } from '../src/config/secrets.ts'

/** A random WALLET_KEY or GUARDIAN_KEY. */
export const makeTestKey = (): string => randomBytes(32).toString('base64url')

/** A random SIGNING_KEY, in PEM. */
export const makeTestSigningKey = (namedCurve = 'P-256'): string =>
  String(generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }))

/** Makes the secrets of a server whose WALLET_KEY is one key. */
export const makeTestSecrets = (root: Uint8Array): Secrets =>
  createSecrets({
    keys: createLocalKeyProvider([root]),
    macRoot: root,
    name: 'WALLET_KEY',
    source: 'WALLET_KEY',
  })
