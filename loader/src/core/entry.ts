import type { AppKit } from '../../index.d.ts'

type Attributes = { [name: string]: string }

let loading: Promise<AppKit> | undefined

/**
 * Adds the script tag of `loader.js` to the page once, and waits until the script has run. Importing this file has no
 * effect, so a server may import it too. `src` is by default the loader beside this file, which a bundler may have
 * moved.
 */
export const appKit = (attributes: Attributes = {}): Promise<AppKit> => (loading ??= load(attributes))

const load = async (attributes: Attributes): Promise<AppKit> => {
  if (window.AppKit) return window.AppKit
  const { src = new URL('loader.js', import.meta.url).href, integrity, nonce, ...data } = attributes
  const script = document.createElement('script')
  Object.assign(script.dataset, data)
  if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' })
  if (nonce) script.nonce = nonce
  try {
    await new Promise((resolve, reject) => {
      Object.assign(script, { src, onload: resolve, onerror: reject })
      document.head.append(script)
    })
    return window.AppKit
  } catch {
    // The loader failed to load. The next call tries again.
    loading = undefined
    script.remove()
    const message = `AppKit could not be loaded from ${src}`
    throw Object.assign(new Error(message), { code: 4900, reason: 'SERVER_UNREACHABLE' })
  }
}
