import type { AppKit } from '../index.d.ts'

/** Ends a `loader.js` that no server has filled with its origins, so that the file itself says why nothing loads. */
const detail =
  'This loader.js was copied from a build, so it knows no origins. Load it from your AppKit server, for example https://modal.example.com/loader.js'
console.error(`AppKit: ${detail}`)
window.AppKit = Object.freeze<AppKit>({
  ...window.AppKit,
  diagnose: async () => [{ part: 'loader', ok: false, detail }],
})
