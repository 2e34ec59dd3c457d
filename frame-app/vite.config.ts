import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunkLoader } from './build/chunkLoader.ts'
import { shortenClass } from './build/classNames.ts'
import { comlinkCaller } from './build/comlinkCaller.ts'
import { reactModules } from './build/reactModules.ts'
import { reactNames } from './build/reactNames.ts'
import { frameTemplate } from './build/template.ts'

/** The module of each chunk that has a name in its file name, so that tests and logs find it. */
const namedChunks = { ui: '/shell/mount.tsx', walletConnect: '/connectors/walletConnect/connector.ts' }

const chunkFileName = ({ moduleIds }: { moduleIds: string[] }): string => {
  const named = Object.entries(namedChunks).find(([, module]) => moduleIds.some((id) => id.endsWith(module)))
  return `assets/${named ? `${named[0]}-` : ''}[hash:7].js`
}

export default defineConfig({
  base: '/',
  plugins: [react(), reactModules(), reactNames(), comlinkCaller(), chunkLoader(), frameTemplate()],
  resolve: {
    alias: { '@walletconnect/keyvaluestorage': fileURLToPath(new URL('build/keyValueStorage.ts', import.meta.url)) },
  },
  css: { modules: { generateScopedName: shortenClass } },
  build: {
    target: 'es2023',
    // These are the first browsers with light-dark() and :dir(). For older ones the build would expand light-dark() at
    // the cost of bytes. It would also turn :dir() into a list of languages, which is not the same.
    cssTarget: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // The document and Vite's import wrapper preload the chunks. Vite's polyfill would be an inline script, which the
    // CSP forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Terser makes the code of every first visit half a kilobyte smaller than the default minifier does.
    minify: 'terser',
    terserOptions: {
      ecma: 2020,
      module: true,
      compress: { passes: 3, pure_getters: true, hoist_funs: true },
    },
    rolldownOptions: {
      input: 'src/main.ts',
      // Tells the bundler that reading a member of React has no side effects, so that it drops unused members.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The code of the first view contains the names of all later files. Names from a smaller alphabet compress better.
        hashCharacters: 'base36',
        chunkFileNames: chunkFileName,
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Puts the core into one file and the first view into another, without a third file for the code that both
            // share.
            { name: 'core', tags: ['$initial'] },
            { name: 'ui', test: /\/src\/shell\/mount\.tsx$/ },
            // A language needs all error texts. In one file they are one request, and the first view has fewer names.
            { name: 'errors', test: /\/(?:errors\/(?:chain|relay|siwx|wallet)Errors|languages\/translateErrors)\.ts$/ },
            // Puts all small modules that several later views share into one file. Otherwise the bundler would make one
            // file for each combination of views.
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
  // The timeouts are far above the time that any test takes, because a slow machine is not a defect.
  test: {
    include: ['src/**/*.test.{ts,tsx}', '*.test.ts'],
    setupFiles: ['../loader/protocol/test/waitForTimeout.ts', 'test/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
