import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { shortenClass } from './build/classNames.ts'
import { comlinkCaller } from './build/comlinkCaller.ts'
import { reactModules } from './build/reactModules.ts'
import { reactNames } from './build/reactNames.ts'
import { frameTemplate } from './build/template.ts'

/** Chunks that tests and logs find by name. */
const namedChunks = ['ui', 'remote']

export default defineConfig({
  base: '/',
  plugins: [react(), reactModules(), reactNames(), comlinkCaller(), frameTemplate()],
  resolve: {
    alias: { '@walletconnect/keyvaluestorage': fileURLToPath(new URL('build/keyValueStorage.ts', import.meta.url)) },
  },
  css: { modules: { generateScopedName: shortenClass } },
  build: {
    target: 'es2023',
    // The first browsers with light-dark() and :dir(). For older ones the build would expand both, at more bytes, and would
    // turn :dir() into a list of languages, which means something else.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // Chunks are preloaded by the document and by Vite's import wrapper; the polyfill would be an inline script.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Terser makes the bundle of every first visit half a kilobyte smaller than the default minifier does.
    minify: 'terser',
    terserOptions: {
      ecma: 2020,
      module: true,
      compress: { passes: 3, pure_getters: true, hoist_funs: true },
    },
    rolldownOptions: {
      input: 'src/main.ts',
      // Lets the bundler drop unused parts of React.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The first view contains the name of every later file. A smaller alphabet compresses better.
        hashCharacters: 'base36',
        chunkFileNames: ({ name }) => `assets/${namedChunks.includes(name) ? `${name}-` : ''}[hash:7].js`,
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // One file for the core and one for the first view, instead of a third one for their shared code.
            { name: 'core', tags: ['$initial'] },
            { name: 'ui', test: /\/src\/shell\/mount\.tsx$/ },
            // One file for small modules that several later views share, instead of one for each combination of views.
            {
              name: 'parts',
              test: /\/src\/(?:ui\/(?!qr)|features\/(?:\w+\/\w*messages|useDisconnect|useLivePairing)\.ts)/i,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  // Far above what any test takes, since a busy machine is no defect.
  test: {
    include: ['src/**/*.test.{ts,tsx}', '*.test.ts'],
    setupFiles: ['../loader/protocol/test/waitForTimeout.ts', 'test/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
