import type { AppKit } from '../../index.d.ts'

/** The URL of `loader.js`, its integrity hash and nonce, and the `data-*` attributes of its tag in camel case. */
export type LoaderTag = { src: string; integrity?: string | undefined; nonce?: string | undefined } & {
  [name: string]: string | undefined
}

/** Adds the script tag of `loader.js` to the page, and waits until the script has run. */
export const addLoader = async ({ src, integrity, nonce, ...data }: LoaderTag): Promise<AppKit> => {
  if (window.AppKit) {
    shareLoader(window.AppKit, data)
    return window.AppKit
  }
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

/** The attributes that only a tag's own script reads. */
const tagOnly = ['projectId', 'warm']

/** Gives the AppKit of an earlier tag these options, and warns of those that only its own tag can set. */
const shareLoader = (kit: AppKit, data: Record<string, string | undefined>): void => {
  const tag = [...document.scripts].find(({ src }) => src.endsWith('/loader.js'))
  const given = Object.entries(data).filter(([, value]) => value)
  const late = given.filter(([name, value]) => tagOnly.includes(name) && value !== tag?.dataset[name])
  const names = late.map(([name]) => name).join(', ')
  if (names) console.warn(`AppKit: this page has AppKit already, so ${names} must be set where it is loaded first`)
  kit.configure(Object.fromEntries(given.filter(([name]) => !tagOnly.includes(name))))
}
