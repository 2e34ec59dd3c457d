/** One at a time over all documents of this origin; where the browser has no locks for us, over this document. */
export const createTurns = (locks: () => LockManager) => {
  const lines = new Map<string, Promise<unknown>>()
  const own = <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
    const next = (lines.get(name) ?? Promise.resolve()).then(run, run)
    lines.set(name, next)
    return next
  }
  return async <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
    let started = false
    const once = (): Promise<Result> => {
      started = true
      return run()
    }
    try {
      return (await locks().request(name, once)) as Result
    } catch (thrown) {
      if (started) throw thrown
      // Denied together with storage: there is no other document to wait for.
      return own(name, run)
    }
  }
}
