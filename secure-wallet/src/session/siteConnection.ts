import type { Store } from './store.ts'

/**
 * `left`: the site was disconnected, and only a press of the visitor connects it again. `returned`: such a press came,
 * and the wallet has not opened since.
 */
const states = ['left', 'returned'] as const
type State = (typeof states)[number]

/**
 * Whether this site is connected to the wallet whose session this browser keeps. A site that was never disconnected has
 * no entry.
 */
export const createSiteConnection = (store: Store, scope: string) => {
  const name = `connection ${scope}`
  let state: State | undefined
  const change = async (next: State): Promise<void> => {
    state = next
    await store.put(name, next)
  }
  return {
    isLeft: (): boolean => state === 'left',
    hasReturned: (): boolean => state === 'returned',
    /**
     * Reads what another tab stored. A missing entry changes nothing: whoever deletes this site's data connects no
     * site.
     */
    read: async (): Promise<void> => {
      const stored = await store.get(name).catch(() => undefined)
      state = states.find((each) => each === stored) ?? state
    },
    leave: (): Promise<void> => change('left'),
    return: (): Promise<void> => change('returned'),
    /** The visitor has logged in, or confirmed the return with a passkey or a code. */
    settle: async (): Promise<void> => {
      state = undefined
      await store.remove(name)
    },
  }
}

export type SiteConnection = ReturnType<typeof createSiteConnection>
