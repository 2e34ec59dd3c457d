import type { ChainNamespace } from './namespaces.ts'

/** The line between the modal's frame and the secure frame. The frame can ask; the secure frame decides and draws. */

export type SecureRpcRequest = { method: string; params?: unknown; chainId: string; chainNamespace: ChainNamespace }

/** Served by the secure frame, called by the frame. */
export type SecureApi = {
  /** What this wallet can do today. A flag that is false answers `LOGIN_NOT_AVAILABLE`. */
  capabilities(): { email: boolean; social: boolean }
  connectEmail(email: string): { action: 'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT' }
  isConnected(): { isConnected: boolean }
  rpcRequest(request: SecureRpcRequest): unknown
  signOut(): void
  /** Answers at once; a missed answer makes the frame shake hands again. */
  heartbeat(): void
}
