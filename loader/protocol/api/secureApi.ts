import type { ChainNamespace } from '../caip/namespaces.ts'
import type { AccountState, CaipNetworkId } from './frameApi.ts'

/** The line between the modal's frame (F) and the secure frame (S). F asks and gives S its place; S decides and draws. */

export type SecureRpcRequest = { method: string; params?: unknown; chainId: string; chainNamespace: ChainNamespace }

/** How S has to look so that it can't be told from the card around it. Colours and lengths are checked by S. */
export type SecureLook = {
  theme: 'light' | 'dark'
  locale: string
  accent?: string
  radius?: number
  /** CSS pixels that the card gives S; its height is what S asks for in `SecureEvents.panel`. */
  width: number
}

/** The text of the card's header while the secure frame draws the body. */
export type SecurePanel = {
  view: SecureView
  /** CSS pixels. */
  height: number
}
export type SecureView =
  | 'verifyDevice'
  | 'verifyCode'
  /** A new wallet: what it is, and how it can be recovered. */
  | 'newWallet'
  /** A wallet that this browser can't unlock yet. */
  | 'recover'
  | 'approve'
  | 'settings'

/** Accounts of the embedded wallet, one state for each namespace that it speaks. `email` is for the visitor's eyes only. */
export type EmbeddedUser = {
  isConnected: boolean
  accounts: { [Namespace in ChainNamespace]?: AccountState }
  email?: string
}

/** Served by the secure frame, called by the frame. */
export type SecureApi = {
  /** The logins that this wallet offers. A login whose flag is false answers `LOGIN_NOT_AVAILABLE`. */
  capabilities(): { email: boolean; social: boolean }
  look(look: SecureLook): void
  /**
   * Starts a login. S then asks for its place by `SecureEvents.panel`, and says by `SecureEvents.user` when it is done.
   * Rejected with `EMAIL_COOLDOWN`, `INVALID_EMAIL`, `MAIL_NOT_SENT`.
   */
  connectEmail(email: string): { action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT' }
  /** Restores the session that this browser keeps, if there is one. */
  isConnected(): EmbeddedUser
  /** Reads are answered at once; what needs consent waits for the visitor in S. 4001 where they say no. */
  rpcRequest(request: SecureRpcRequest): unknown
  /** Rejects everything that waits for the visitor, with 4001. */
  rpcAbort(): void
  switchNetwork(caipNetworkId: CaipNetworkId): EmbeddedUser
  /** S draws its own page of devices, passkey, kit, export, idle lock. */
  openSettings(): void
  /** The visitor went back or closed the card while S drew a panel of login or settings: S forgets that attempt. */
  leave(): void
  signOut(): void
  /** Answers at once; a missed answer makes the frame shake hands again. */
  heartbeat(): void
}

/** Served by the frame, called by the secure frame. */
export type SecureEvents = {
  /** S needs the card's body, at this height; null gives it back. */
  panel(panel: SecurePanel | null): void
  user(user: EmbeddedUser): void
}
