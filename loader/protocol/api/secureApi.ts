import type { ChainNamespace } from '../caip/namespaces.ts'
import type { AccountState, CaipNetworkId } from './frameApi.ts'

/**
 * The channel between the modal's frame (F) and the secure frame (S). F sends requests and gives S a position; S
 * decides and draws.
 */

export type SecureRpcRequest = { method: string; params?: unknown; chainId: string; chainNamespace: ChainNamespace }

/** The theme of the card, so that S looks like a part of the card. S validates colours and lengths. */
export type SecureTheme = {
  theme: 'light' | 'dark'
  locale: string
  accent?: string
  radius?: number
  /** The width that the card gives S, in CSS pixels. S requests its height by `SecureEvents.panel`. */
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
  /** Explains a new wallet and how the visitor can recover it. */
  | 'newWallet'
  /** A wallet that this browser can't unlock yet. */
  | 'recover'
  | 'approve'
  | 'settings'

/**
 * Accounts of the embedded wallet, one state for each namespace that it supports. F shows `email` to the visitor and
 * never sends it to the page.
 */
export type EmbeddedUser = {
  isConnected: boolean
  accounts: { [Namespace in ChainNamespace]?: AccountState }
  email?: string
}

/** Served by the secure frame, called by the frame. */
export type SecureApi = {
  /** The login methods of this wallet. A login whose flag is false rejects with `LOGIN_NOT_AVAILABLE`. */
  capabilities(): { email: boolean; social: boolean }
  look(theme: SecureTheme): void
  /**
   * Starts a login. S then requests its position by `SecureEvents.panel`, and reports the login by `SecureEvents.user`.
   * Rejects with `EMAIL_COOLDOWN`, `INVALID_EMAIL` or `MAIL_NOT_SENT`.
   */
  connectEmail(email: string): { action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT' }
  /** Restores the session that this browser stored, if there is one. */
  isConnected(): EmbeddedUser
  /**
   * Answers reads at once. A method that needs consent waits for the visitor in S, and rejects with 4001 if they
   * decline.
   */
  rpcRequest(request: SecureRpcRequest): unknown
  /** Rejects every request that waits for the visitor, with 4001. */
  rpcAbort(): void
  switchNetwork(caipNetworkId: CaipNetworkId): EmbeddedUser
  /** S draws its settings: devices, passkey, recovery kit, export and idle lock. */
  openSettings(): void
  /** The visitor went back or closed the card while S drew a login or settings panel. S ends that attempt. */
  leave(): void
  signOut(): void
  /** Answers at once. If an answer is missing, the frame repeats the handshake. */
  heartbeat(): void
}

/** Served by the frame, called by the secure frame. */
export type SecureEvents = {
  /** S needs the card's body at this height; null returns the body to F. */
  panel(panel: SecurePanel | null): void
  user(user: EmbeddedUser): void
}
