import type { EmbeddedUser } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ClientKey } from '../session/clientKey.ts'
import type { ServerLine } from '../session/serverLine.ts'
import type { Storage } from '../session/storageClass.ts'
import type { Surface } from '../ui/surface.ts'
import type { Offer } from '../unlock/recovery/takeOffer.ts'
import type { Credentials } from '../unlock/webauthn.ts'
import type { Custody } from '../worker/contract.ts'

/** What the wallet is given by the document that it lives in, a frame or a window of this origin. */
export type EmbeddedOptions = {
  bootstrap: SecureBootstrap
  /** Attested. */
  host: string
  origin: string
  /** Host name of this origin. */
  name: string
  storage: Storage
  custody: Custody
  surface: Surface
  connect(key: () => Promise<ClientKey>): ServerLine
  withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result>
  tell(user: EmbeddedUser): void
  locale(): string
  /** Of this browser's set, for the list of devices. */
  label: string
  deviceType: 'device' | 'vault'
  credentials: Credentials | undefined
  /** False where the browser blocked it. */
  openWindow(path: string, fragment?: string): boolean
  /** In a window of this origin: what the frame that opened it offers, and the words of the seed. */
  offer?: () => Offer | null
  showWords?: (words: string, signal: AbortSignal) => Promise<void>
}
