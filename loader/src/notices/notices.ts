import type { Hook, HookedScript } from '../hook.ts'

/** The English texts of the loader's error panel. */
export type NoticeText =
  | 'Retry'
  | 'Close'
  | 'You are offline'
  | 'The server cannot be reached'
  | 'Network Error - Could not load embedded wallet'
  | 'Blocked by this site'
  | 'Project ID Not Configured'
  | 'Invalid App Configuration'
  | 'Rate Limited'
  | 'Server Error'
  | 'Unsupported version'
  | 'Content-Security-Policy needs frame-src'
  | 'origin not allowed'
  | 'invalid project id'
  | 'project id not configured'
  | 'rate limited'
  | 'server error'
  | 'unsupported version'

/** The panel in one language. English needs no file, since the loader and the bridge have its texts. */
export type Notices = {
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  readonly texts: { readonly [text in NoticeText]: string }
}

/** Passes the texts to the bridge, which loaded the script. */
export const provide = (notices: Notices): void => {
  const script = globalThis.document?.currentScript as HookedScript<Hook, Notices> | null | undefined
  script?.appkit?.[1](notices)
}
