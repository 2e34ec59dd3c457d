import { defineConfig } from 'vitest/config'

export default defineConfig({
  // Far above what any test takes, since a busy machine is no defect.
  test: {
    environment: 'node',
    setupFiles: ['protocol/test/waitForTimeout.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
})
