import type { EmbeddedUser } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { SolveCaptcha } from '../login/emailLogin.ts'
import type { SolveWork } from '../login/solveWork.ts'
import type { ClientKey } from '../session/clientKey.ts'
import type { ServerClient } from '../session/serverClient.ts'
import type { BrowserStorage } from '../session/storageClass.ts'
import type { GuardPress } from '../settings/confirmInPanel.ts'
import type { PanelSurface } from '../ui/surface.ts'
import type { PasskeyDevice } from '../unlock/passkeyDevice.ts'
import type { WalletOffer } from '../unlock/recovery/takeOffer.ts'
import type { CredentialsApi } from '../unlock/webauthn.ts'
import type { CustodyApi } from '../worker/contract.ts'

/** The parts that only a wallet window has. */
export type WalletWindow = {
  /** Returns the offer of the secure frame that opened this window. */
  offer(): WalletOffer | null
  /** Shows the panel with the seed phrase. */
  showPhrase(words: string, signal: AbortSignal): Promise<void>
  guardPress: GuardPress
}

/** The wallet's environment, which the secure frame or the wallet window passes. */
export type EmbeddedWalletOptions = {
  bootstrap: SecureBootstrap
  /** The origin of the host page, as the browser attested it. */
  host: string
  /** Origin of the top window: the host page, or the outermost page around a host page in a frame. */
  topOrigin: string
  origin: string
  /** Host name of the wallet's origin. */
  name: string
  storage: BrowserStorage
  custody: CustodyApi
  surface: PanelSurface
  connect(key: () => Promise<ClientKey>): ServerClient
  withLock<Result>(name: string, run: () => Promise<Result>): Promise<Result>
  reportUser(user: EmbeddedUser): void
  locale(): string
  /** Solves a proof of work before the server sends a mail. */
  solveWork: SolveWork
  /** Asks the visitor to solve the operator's CAPTCHA. Null without one. */
  solveCaptcha: SolveCaptcha | null
  /** Loads what protects the button by which a visitor connects a disconnected site again. */
  loadPressGuard(): Promise<GuardPress>
  deviceType: 'device' | 'vault'
  credentials: CredentialsApi | undefined
  /** Returns how to offer a passkey on this device, or null if its passkeys cannot unlock a wallet. */
  findPasskeyDevice(): Promise<PasskeyDevice | null>
  /** Opens a wallet window. Returns false if the browser blocked the window. */
  openWindow(path: string, fragment?: string): boolean
  /** Set only in the wallet window. */
  window?: WalletWindow
}
