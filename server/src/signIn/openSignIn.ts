import type { ServerStorage } from '../database/openStorage.ts'
import { createLocalNonces, type SignInNonces } from './nonces.ts'
import { openRevocations, type Revocations } from './revocations.ts'
import { createSharedNonces, createSharedRevocations } from './sharedSignIn.ts'
import type { SigningKey } from './signingKey.ts'

/** The state of sign-ins: the key that signs session tokens, the nonces, and the revoked sessions. */
export type SignInState = { key: SigningKey; nonces: SignInNonces; revocations: Revocations }

type Parts = {
  dataDir: string
  key: SigningKey
  storage: ServerStorage | null
  /** A monotonic clock in milliseconds. */
  now: () => number
  /** The current time in milliseconds since 1970. */
  clock: () => number
}

/**
 * Opens the state of sign-ins. With a PostgreSQL, all server processes on it share the state. Otherwise the server has
 * one process, and keeps the state in its data folder and memory.
 */
export const openSignIn = async ({ dataDir, key, storage, now, clock }: Parts): Promise<SignInState> => {
  if (!storage?.isShared)
    return { key, nonces: createLocalNonces(now), revocations: await openRevocations(dataDir, clock) }
  const { database, secrets } = storage
  return {
    key,
    nonces: createSharedNonces({ database, secrets, clock }),
    revocations: createSharedRevocations(database),
  }
}
