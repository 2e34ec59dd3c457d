import type { Atom } from 'jotai/vanilla'
import type { Store } from '../effects/context.ts'

/** Resolves when the atom is true. */
export const whenTrue = (store: Store, condition: Atom<boolean>): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (!store.get(condition)) return
      stop()
      resolve()
    }
    const stop = store.sub(condition, check)
    check()
  })
