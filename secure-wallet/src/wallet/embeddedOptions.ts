import type { EmbeddedUser } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ClientKey } from '../session/clientKey.ts'
import type { ServerClient } from '../session/serverClient.ts'
import type { Storage } from '../session/storageClass.ts'
import type { Surface } from '../ui/surface.ts'
import type { Offer } from '../unlock/recovery/takeOffer.ts'
import type { Credentials } from '../unlock/webauthn.ts'
import type { Custody } from '../worker/contract.ts'

/** The wallet's environment. Its document passes it: the secure frame or the vault window. */
export type EmbeddedOptions = {
  bootstrap: SecureBootstrap
  /** The origin of the host page, as the browser attested it. */
  host: string
  origin: string
  /** Host name of this origin. */
  name: string
  storage: Storage
  custody: Custody
  surface: Surface
  connect(key: () => Promise<ClientKey>): ServerClient
  withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result>
  reportUser(user: EmbeddedUser): void
  locale(): string
  deviceType: 'device' | 'vault'
  credentials: Credentials | undefined
  /** False if the browser blocked the window. */
  openWindow(path: string, fragment?: string): boolean
  /**
   * Only in the vault window: the offer of the secure frame that opened it, and the panel that shows the seed phrase.
   */
  offer?: () => Offer | null
  showPhrase?: (words: string, signal: AbortSignal) => Promise<void>
}
