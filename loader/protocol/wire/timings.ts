/** Durations that several runtimes share. A duration that only one file uses is declared in that file. */

/** A frame that completes no handshake within this time counts as failed. */
export const frameLoadTimeoutMs = 20_000
/** The timeout of requests that start or restore a login, and of calls of a site's sign-in functions. */
export const loginStartTimeoutMs = 30_000
export const signOutTimeoutMs = 3_000
/** The timeout of JSON-RPC over HTTP, and of channel calls without a timeout of their own. */
export const readTimeoutMs = 10_000
/** How long a request waits for the visitor's answer in a wallet or an approval. */
export const approvalTimeoutMs = 300_000
/**
 * How often the modal's frame sends a heartbeat to the secure frame while the document is visible. If an answer is
 * missing, the modal's frame repeats the handshake.
 */
export const heartbeatIntervalMs = 5_000
/** How long the secure frame waits for the host page to prove its origin. */
export const attestationTimeoutMs = 3_000
