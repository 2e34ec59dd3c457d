import type { AppKit } from '../index.d.ts'

type Options = { src?: string; integrity?: string; nonce?: string }

const origin = '%FRAME_ORIGIN%'
let loading: Promise<AppKit> | undefined

/** The classic loader, put into the page where it is not yet. Importing this does nothing, so a server may do it too. */
export const appKit = (options: Options = {}): Promise<AppKit> => (loading ??= load(options))

const load = async ({ src = `${origin}/loader.js`, integrity, nonce }: Options): Promise<AppKit> => {
  if (window.AppKit) return window.AppKit
  try {
    await new Promise((resolve, reject) => {
      const script = Object.assign(document.createElement('script'), { src, onload: resolve, onerror: reject })
      if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' })
      if (nonce) script.nonce = nonce
      document.head.append(script)
    })
    return window.AppKit
  } catch {
    // The next call tries again.
    loading = undefined
    throw Object.assign(new Error(`AppKit could not be loaded from ${src}`), {
      code: 4900,
      reason: 'SERVER_UNREACHABLE',
    })
  }
}
