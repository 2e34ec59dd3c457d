/** Durations that several runtimes share. A duration that only one file uses is declared in that file. */

/** A frame without a handshake within this time counts as failed. */
export const frameLoadMs = 20_000
/** The timeout of requests that start a login. */
export const connectRequestMs = 30_000
export const signOutMs = 3_000
/** The timeout of JSON-RPC over HTTP, and of channel calls without a timeout of their own. */
export const readMs = 10_000
/** How long a request waits for the visitor's answer in a wallet or an approval. */
export const approvalMs = 300_000
/**
 * How often the caller sends a heartbeat while the document is visible. If an answer is missing, the caller repeats the
 * handshake.
 */
export const heartbeatMs = 5_000
/** How long the secure frame waits for the top window to prove itself. */
export const attestMs = 3_000
