import type { AppKit } from '../../index.d.ts'
import { addLoader, type LoaderTag } from './addLoader.ts'

let loading: Promise<AppKit> | undefined

/**
 * Adds the script tag of `loader.js` to the page once, and waits until the script has run. Importing this file has no
 * effect, so a server may import it too. `src` is by default the loader beside this file.
 */
export const appKit = (tag: Partial<LoaderTag> = {}): Promise<AppKit> => {
  loading ??= addLoader({ src: new URL('loader.js', import.meta.url).href, ...tag }).catch((thrown) => {
    // The loader failed to load. The next call tries again.
    loading = undefined
    throw thrown
  })
  return loading
}
