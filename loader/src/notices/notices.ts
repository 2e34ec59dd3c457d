import type { Hook, HookedScript, Notices } from '../hook.ts'

/** Passes the texts to the bridge, which loaded the script. */
export const provideNotices = (notices: Notices): void => {
  const script = globalThis.document?.currentScript as HookedScript<Hook, Notices> | null | undefined
  script?.appkit?.[1](notices)
}
