import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The timeouts are far longer than any test takes, so that a busy machine fails no test.
  test: {
    environment: 'node',
    setupFiles: ['protocol/test/waitForTimeout.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
