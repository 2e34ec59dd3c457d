import type { Directory } from '../../directory/read.ts'
import type { Project } from '../config/projects.ts'
import type { Settings } from '../config/settings.ts'
import type { TokenLists } from '../data/tokenLists/tokenLists.ts'
import type { DatabaseProbe } from '../database/probe.ts'
import type { IconLoader } from '../directory/icons/icons.ts'
import type { Listing } from '../directory/listing.ts'
import type { SignInState } from '../signIn/openSignIn.ts'
import type { EmbeddedParts } from '../wallet/embeddedParts.ts'
import type { HashAddress } from './analytics.ts'
import type { PackageBuilds } from './documents/builds.ts'
import type { Releases } from './documents/releases.ts'
import type { Log } from './log.ts'

/** The parts on which the server depends, such as settings, directory and log. Tests pass small replacements. */
export type ServerParts = {
  settings: Settings
  projects: readonly Project[]
  directory: Directory
  /** Finds wallets in the directory, or in an upstream listing. If that listing fails, the directory replaces it. */
  listing: Listing
  icons: IconLoader
  /** Finds the tokens that the lists of a project name. */
  tokenLists: TokenLists
  builds: PackageBuilds
  /** Finds files of other builds. Null without a folder of releases. */
  releases: Releases | null
  signIn: SignInState
  /** Hashes addresses in analytics events. Null if the server has one process, whose data folder holds the hash's key. */
  sharedAddressHash: HashAddress | null
  /** Finds out whether the database can be used. Null on a server without a database. */
  probe: DatabaseProbe | null
  /** Null without a mail server, because nobody can log in to the embedded wallet without mails. */
  embedded: EmbeddedParts | null
  log: Log
  /** A monotonic clock in milliseconds, for durations. */
  now: () => number
  /** The current time in milliseconds since 1970, for dates. */
  clock: () => number
  isReady: () => boolean
}
