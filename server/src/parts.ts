import type { Directory } from '../directory/read.ts'
import type { Builds } from './builds.ts'
import type { Log } from './log.ts'
import type { Project } from './projects.ts'
import type { Settings } from './settings.ts'

/** What the server is made of. Tests pass small ones, `main.ts` the real ones. */
export type Parts = {
  settings: Settings
  projects: readonly Project[]
  directory: Directory
  builds: Builds
  log: Log
  /** Milliseconds, monotonic. */
  now: () => number
  isReady: () => boolean
}
