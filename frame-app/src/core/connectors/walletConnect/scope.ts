/** One tab, and what it has of the browser to share a line with the others. */
export type Scope = {
  /** Of the page. Another origin of the same site has its own line, though it could reach this one. */
  hostOrigin: string
  /** Absent where the browser denies storage; then each tab is alone, with a key of its own. */
  locks: LockManager | undefined
  openChannel(name: string): BroadcastChannel
  /** Of this tab. */
  tab: string
}

export const readTab = async (hostOrigin: string): Promise<Scope> => {
  let locks: LockManager | undefined = navigator.locks
  try {
    await locks.query()
  } catch {
    locks = undefined
  }
  return { hostOrigin, locks, openChannel: (name) => new BroadcastChannel(name), tab: crypto.randomUUID() }
}
