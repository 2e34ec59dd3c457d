import type { AppKit as LoadedAppKit } from '../index.d.ts'

declare global {
  /** The object that the script tag of `loader.js` creates. */
  var AppKit: LoadedAppKit
  interface Window {
    AppKit: LoadedAppKit
  }
}
