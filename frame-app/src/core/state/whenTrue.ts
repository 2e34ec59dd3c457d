import type { Atom, createStore } from 'jotai/vanilla'

/** Resolves when the atom is true. */
export const whenTrue = (store: ReturnType<typeof createStore>, condition: Atom<boolean>): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (!store.get(condition)) return
      stop()
      resolve()
    }
    const stop = store.sub(condition, check)
    check()
  })
