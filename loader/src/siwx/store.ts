import type { SignInSession } from '../../protocol/api/frameApi.ts'

/** Of the page's storage: a list of sessions. */
const key = '@appkit/siwx'

/** Sessions belong to the site, so they are kept where its own code finds them. */
export const createStore = (isInMemory: () => boolean) => ({
  write: (sessions: SignInSession[]): void => {
    try {
      if (isInMemory() || sessions.length === 0) localStorage.removeItem(key)
      else localStorage[key] = JSON.stringify(sessions)
    } catch {
      // A page without storage forgets.
    }
  },
  find: (caipAddress: unknown): SignInSession | null => {
    try {
      if (isInMemory()) return null
      const sessions: SignInSession[] = JSON.parse(localStorage[key] ?? '[]')
      return sessions.find((session) => session.caipAddress === caipAddress) ?? null
    } catch {
      // Not what was written here, or a page without storage.
      return null
    }
  },
})
