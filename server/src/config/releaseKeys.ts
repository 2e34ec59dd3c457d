import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'

const howTo = {
  public: 'openssl pkey -in release.pem -pubout',
  private: 'openssl genpkey -algorithm ed25519 -out release.pem',
}

/**
 * Reads one half of the deploy's Ed25519 key, in PEM. Refuses the private half where the public one is asked for,
 * because a server process that has the private half could sign scripts for all others.
 */
export const readReleaseKey = (pem: string | undefined, variable: string, half: 'public' | 'private'): KeyObject => {
  let key: KeyObject | undefined
  try {
    if (pem && pem.includes('PRIVATE') === (half === 'private'))
      key = half === 'private' ? createPrivateKey(pem) : createPublicKey(pem)
  } catch {
    // Leave out the cause of the error, because its message may quote the key.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new Error(`${variable} must contain the ${half} half of an Ed25519 key in PEM: ${howTo[half]}`)
}
