import type { AppKit as AppKitType } from '../index.d.ts'

/**
 * The ES entry: puts the classic loader of the same folder into the page and waits for it. Options may stand in its
 * address (`loader.mjs?projectId=shop&theme=dark`), as they would on the tag. On a server, where there is no page, it
 * does nothing and `AppKit` is undefined.
 */
const load = (): Promise<AppKitType> =>
  new Promise((resolve, reject) => {
    const { searchParams, href } = new URL(import.meta.url)
    const script = document.createElement('script')
    for (const [name, value] of searchParams) script.dataset[name] = value
    script.onload = () => resolve(window.AppKit)
    script.onerror = () => reject(new Error(`${script.src} could not be loaded`))
    script.src = new URL('loader.js', href).href
    document.head.append(script)
  })

const isServer = typeof document === 'undefined'
// The type is that of the page, where it is used; importing it on a server only has to be harmless.
export const AppKit = (isServer ? undefined : (window.AppKit ?? (await load()))) as AppKitType
