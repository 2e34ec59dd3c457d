import { defineConfig } from 'vitest/config'
import { secureTemplate } from './template.ts'

export default defineConfig({
  base: '/',
  plugins: [secureTemplate()],
  build: {
    target: 'es2023',
    // The polyfill would be an inline script, which the document's policy forbids.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    reportCompressedSize: false,
    rolldownOptions: { input: 'src/main.ts' },
  },
  test: { include: ['src/**/*.test.ts', '*.test.ts'], restoreMocks: true },
})
