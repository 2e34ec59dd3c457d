/** Durations that several runtimes share. A duration of one file stands in that file. */

/** A frame without a handshake within this time counts as failed. */
export const frameLoadMs = 20_000
/** Requests that start a login. */
export const connectRequestMs = 30_000
export const signOutMs = 3_000
/** JSON-RPC over HTTP, and every call over a channel without its own timeout. */
export const readMs = 10_000
/** How long a request waits for the visitor's answer in a wallet or an approval. */
export const approvalMs = 300_000
/** Sent only while the document is visible. After a missed answer the caller repeats the handshake. */
export const heartbeatMs = 5_000
/** How long the secure frame waits for the top window to prove itself. */
export const attestMs = 3_000
