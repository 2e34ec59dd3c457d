/** Durations that more than one runtime keeps to. Those of one file stand in that file. */

/** A frame that has not shaken hands by then is said to have failed to load. */
export const frameLoadMs = 20_000
/** Requests that start a login. */
export const connectRequestMs = 30_000
export const signOutMs = 3_000
/** JSON-RPC over HTTP, and every call over the wire that says nothing else. */
export const readMs = 10_000
/** How long a request may wait for the visitor to answer it in a wallet or an approval. */
export const approvalMs = 300_000
/** Only while the document is visible; a missed answer makes the caller shake hands again. */
export const heartbeatMs = 5_000
/** How long the secure frame waits for the top window to prove itself. */
export const attestMs = 3_000
