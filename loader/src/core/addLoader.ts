import type { AppKit } from '../../index.d.ts'

/** The URL of `loader.js`, its integrity hash and nonce, and the `data-*` attributes of its tag in camel case. */
export type LoaderTag = { src: string; integrity?: string | undefined; nonce?: string | undefined } & {
  [name: string]: string | undefined
}

/** Adds the script tag of `loader.js` to the page, and waits until the script has run. */
export const addLoader = async ({ src, integrity, nonce, ...data }: LoaderTag): Promise<AppKit> => {
  if (window.AppKit) return window.AppKit
  const script = document.createElement('script')
  for (const [name, value] of Object.entries(data)) if (value) script.dataset[name] = value
  if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' })
  if (nonce) script.nonce = nonce
  try {
    await new Promise((resolve, reject) => {
      Object.assign(script, { src, onload: resolve, onerror: reject })
      document.head.append(script)
    })
    return window.AppKit
  } catch {
    script.remove()
    const message = `AppKit could not be loaded from ${src}`
    throw Object.assign(new Error(message), { code: 4900, reason: 'SERVER_UNREACHABLE' })
  }
}
