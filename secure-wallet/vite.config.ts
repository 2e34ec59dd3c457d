import { defineConfig } from 'vitest/config'
import { cssTarget, entries, offlinePage, secureTemplate } from './template.ts'

export default defineConfig({
  base: '/',
  plugins: [secureTemplate(), offlinePage()],
  build: {
    target: 'es2023',
    cssTarget,
    // The polyfill would be an inline script, which the document's policy forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    rolldownOptions: { input: entries },
  },
  // A module worker can import the word list on demand.
  worker: { format: 'es' },
  // Generous, so a busy machine fails no test.
  test: {
    include: ['src/**/*.test.ts', '*.test.ts'],
    setupFiles: ['../loader/protocol/test/waitForTimeout.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
