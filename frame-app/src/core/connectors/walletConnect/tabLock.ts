/** The browser functions by which the tabs of a site share one relay connection. */
export type TabEnvironment = {
  /** Origin of the host page. Pages of another origin on the same site share nothing. */
  hostOrigin: string
  /**
   * Undefined if the browser denies storage. Without storage each tab has its own WalletConnect keys and its own relay
   * connection.
   */
  locks: LockManager | undefined
  openChannel(name: string): BroadcastChannel
  /** A random id of this tab. */
  tab: string
}

export const readTabEnvironment = async (hostOrigin: string): Promise<TabEnvironment> => {
  let locks: LockManager | undefined = navigator.locks
  try {
    await locks.query()
  } catch {
    locks = undefined
  }
  return { hostOrigin, locks, openChannel: (name) => new BroadcastChannel(name), tab: crypto.randomUUID() }
}

/**
 * A Web Lock that is held until `release`. `onEnd` runs when another tab steals the lock or a request for the lock is
 * aborted.
 */
export const createTabLock = (name: string, manager: LockManager | undefined, onEnd: () => void) => {
  let release: (() => void) | undefined
  /** Resolves with true if the lock was granted. */
  const acquire = (options: LockOptions): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const hold = async (granted: Lock | null): Promise<void> => {
        const held = Promise.withResolvers<void>()
        if (granted) release = held.resolve
        else held.resolve()
        resolve(granted !== null)
        await held.promise
      }
      manager?.request(name, options, hold).catch((error: unknown) => {
        reject(error)
        onEnd()
      })
    })
  return {
    acquire,
    /**
     * Waits in the browser's queue for the lock. Calling `release` meanwhile leaves the queue, and this promise
     * rejects.
     */
    waitForTurn: async (): Promise<void> => {
      const waiting = new AbortController()
      release = () => waiting.abort()
      await acquire({ signal: waiting.signal })
    },
    release: () => release?.(),
  }
}
