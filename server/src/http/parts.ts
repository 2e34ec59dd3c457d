import type { Directory } from '../../directory/read.ts'
import type { Project } from '../config/projects.ts'
import type { Settings } from '../config/settings.ts'
import type { Pictures } from '../directory/icons/pictures.ts'
import type { Listing } from '../directory/listing.ts'
import type { Revocations } from '../signIn/revocations.ts'
import type { SigningKey } from '../signIn/signingKey.ts'
import type { EmbeddedParts } from '../wallet/embeddedParts.ts'
import type { Builds } from './documents/builds.ts'
import type { Log } from './log.ts'

/** What the server is made of. Tests pass small ones, `main.ts` the real ones. */
export type Parts = {
  settings: Settings
  projects: readonly Project[]
  directory: Directory
  /** Where wallets are looked up: the directory alone, or an upstream with the directory behind it. */
  listing: Listing
  pictures: Pictures
  builds: Builds
  /** What the sessions of visitors rest on. */
  signIn: { key: SigningKey; revocations: Revocations }
  /** Of the embedded wallet; null where the server has no mail. */
  embedded: EmbeddedParts | null
  log: Log
  /** Milliseconds, monotonic. */
  now: () => number
  /** Milliseconds since 1970. */
  clock: () => number
  isReady: () => boolean
}
