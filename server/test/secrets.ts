import { createLocalKeyProvider, createSecrets, type Secrets } from '../src/config/secrets.ts'

/** Makes the secrets of a server whose WALLET_KEY is one key. */
export const makeTestSecrets = (root: Uint8Array): Secrets =>
  createSecrets({
    keys: createLocalKeyProvider([root]),
    macRoot: root,
    name: 'WALLET_KEY',
    source: 'WALLET_KEY',
  })
