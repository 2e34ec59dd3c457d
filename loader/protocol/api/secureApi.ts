import type { ChainNamespace } from '../caip/namespaces.ts'
import type { AccountState, CaipNetworkId } from './frameApi.ts'

/**
 * The channel between the modal's frame and the secure frame. The modal's frame sends requests and gives the secure
 * frame a position; the secure frame decides and draws.
 */

export type SecureRpcRequest = { method: string; params?: unknown; chainId: string; chainNamespace: ChainNamespace }

/**
 * The theme of the modal, so that the secure frame looks like a part of the modal. The secure frame validates colours
 * and lengths.
 */
export type SecureTheme = {
  theme: 'light' | 'dark'
  locale: string
  accent?: string
  radius?: number
  /**
   * The width that the modal gives the secure frame, in CSS pixels. The secure frame requests its height by
   * `SecureEvents.panel`.
   */
  width: number
}

/**
 * The panel that the secure frame draws in the body of the modal. The modal's frame chooses the text of the header by
 * `view`.
 */
export type SecurePanel = {
  view: SecureView
  /** The height of the panel in CSS pixels. */
  height: number
}
export type SecureView =
  | 'verifyCode'
  /** The login with a passkey. */
  | 'passkey'
  /** The view that explains a new wallet and how the visitor can recover it. */
  | 'newWallet'
  /** The view for a wallet that this browser can't unlock yet. */
  | 'recover'
  | 'approve'
  /** The button by which the visitor connects a disconnected site again. It is a part of the modal's connect view. */
  | 'return'
  | 'settings'

/**
 * Accounts of the embedded wallet, one state for each namespace that it supports. The modal's frame shows `email` to
 * the visitor and never sends it to the page.
 */
export type EmbeddedUser = {
  isConnected: boolean
  accounts: { [Namespace in ChainNamespace]?: AccountState }
  email?: string
}

/** Served by the secure frame, called by the modal's frame. */
export type SecureApi = {
  /**
   * Returns the login methods of the embedded wallet. A login whose flag is false rejects with `LOGIN_NOT_AVAILABLE`.
   */
  capabilities(): { email: boolean; social: boolean }
  look(theme: SecureTheme): void
  /**
   * Starts a login. The secure frame then requests its position by `SecureEvents.panel`, and reports the login by
   * `SecureEvents.user`. Rejects with `EMAIL_COOLDOWN`, `INVALID_EMAIL` or `MAIL_NOT_SENT`. `SOLVE_WORK`: the secure
   * frame solves a proof of work first, and its panels show the next step or the failure.
   */
  connectEmail(email: string): { action: 'SOLVE_WORK' | 'VERIFY_OTP' | 'CONNECT' }
  /**
   * Starts a login with a passkey, which needs no e-mail address. The panels of the secure frame show its end, also its
   * failure.
   */
  connectPasskey(): void
  /** Restores the session that this browser stored, if there is one. */
  isConnected(): EmbeddedUser
  /**
   * Answers a JSON-RPC request, at once if it is a read. A method that needs consent waits for the visitor in the
   * secure frame, and rejects with 4001 if they decline.
   */
  rpcRequest(request: SecureRpcRequest): unknown
  /** Rejects every request that waits for the visitor, with 4001. */
  rpcAbort(): void
  switchNetwork(caipNetworkId: CaipNetworkId): EmbeddedUser
  /** Makes the secure frame draw its settings: devices, passkey, backup, export and idle lock. */
  openSettings(): void
  /**
   * Reports that the visitor went back or closed the modal while the secure frame drew a login or settings panel. The
   * secure frame then ends the login, or leaves the settings.
   */
  leave(): void
  /**
   * Ends the connection of this site. This browser keeps the session and its device key, and only a press of the visitor
   * in the secure frame connects the site again.
   */
  disconnect(): void
  /**
   * Makes the secure frame draw the button by which the visitor connects this site again, with the panel `return`. False
   * if the site is not disconnected, or if the session has ended. The modal's frame learns nothing of the address.
   */
  offerReturn(): boolean
  /**
   * Shows that the channel works: the secure frame answers at once. If an answer is missing, the modal's frame repeats
   * the handshake.
   */
  heartbeat(): void
}

/** Served by the modal's frame, called by the secure frame. */
export type SecureEvents = {
  /** The secure frame needs the body of the modal at this height; null returns the body to the modal's frame. */
  panel(panel: SecurePanel | null): void
  user(user: EmbeddedUser): void
}
