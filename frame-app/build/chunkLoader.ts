import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const source = fileURLToPath(new URL('../src/shell/loadChunk.ts', import.meta.url))

/**
 * Replaces the helper that Vite calls around each `import()`. Vite's helper is four times larger, and never requests a
 * style sheet again that failed to load.
 */
export const chunkLoader = (): Plugin => ({
  name: 'chunk-loader',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: (code) => {
      if (!code.includes('export const __vitePreload =')) throw new Error('Vite’s helper has another form than in 8.3')
      return `export { loadChunk as __vitePreload } from ${JSON.stringify(source)}`
    },
  },
})
