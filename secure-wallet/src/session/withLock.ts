/**
 * Runs one task per name at a time, over all documents of this origin. Without Web Locks, only the tasks of this
 * document wait for each other.
 */
export const createWithLock = (locks: () => LockManager) => {
  const tails = new Map<string, Promise<unknown>>()
  const inDocument = <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
    const next = (tails.get(name) ?? Promise.resolve()).then(run, run)
    tails.set(name, next)
    return next
  }
  return async <Result>(name: string, run: () => Promise<Result>): Promise<Result> => {
    let hasStarted = false
    const start = (): Promise<Result> => {
      hasStarted = true
      return run()
    }
    try {
      return (await locks().request(name, start)) as Result
    } catch (thrown) {
      if (hasStarted) throw thrown
      // A browser that denies storage denies locks too. Its documents share nothing that a lock would protect.
      return inDocument(name, run)
    }
  }
}
