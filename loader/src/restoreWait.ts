/**
 * How long the page waits after a load until the hinted wallet announces itself, and for the answer of a wallet that it
 * disconnects. A wallet that announces itself later is still restored.
 */
export const announceMs = 3_000
/** How long a page waits after a load until its connection is back. */
export const restoreMs = 10_000

export const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
