import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { cssBrowserTargets, entryScripts, offlinePage, secureTemplate } from './template.ts'

/** Lets micro-key-producer use the wallet's own copy of the @noble packages, of which npm installs a second one for it. */
const oneCopyOfNoble = (): Plugin => ({
  name: 'one-copy-of-noble',
  enforce: 'pre',
  resolveId(id, importer) {
    const isSecondCopy = id.startsWith('@noble/') && importer?.includes('/micro-key-producer/')
    return isSecondCopy ? this.resolve(id, import.meta.filename, { skipSelf: true }) : null
  },
})

export default defineConfig({
  base: '/',
  plugins: [secureTemplate(), offlinePage()],
  build: {
    target: 'es2023',
    cssTarget: cssBrowserTargets,
    // Vite's polyfill of module preload would be an inline script, which the document's policy forbids.
    modulePreload: {
      polyfill: false,
      // Panels on demand import what the wallet has loaded before them, so lists of their scripts would only cost bytes.
      resolveDependencies: (_file, dependencies, { hostId }) =>
        /\/open(?:Embedded|Requests)-/.test(hostId)
          ? dependencies.filter((each) => each.endsWith('.css'))
          : dependencies,
    },
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    rolldownOptions: { input: entryScripts },
  },
  // Only a module worker can import the word list of the seed phrase on demand.
  worker: { format: 'es', plugins: () => [oneCopyOfNoble()] },
  // The time limits are generous, so that no test fails on a busy machine.
  test: {
    include: ['src/**/*.test.ts', '*.test.ts'],
    setupFiles: ['../loader/protocol/test/waitForTimeout.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
