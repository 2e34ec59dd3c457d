import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

const e2e = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  // The timeouts are long, because these tests start whole stacks.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  setupFiles: ['../loader/protocol/test/waitForTimeout.ts'],
  expect: { poll: { timeout: 15_000 } },
}

/** One run over all packages; each keeps its own settings in its own vite.config.ts. */
export default defineConfig({
  root,
  test: {
    projects: [
      ...['loader', 'secure-wallet', 'server', 'frame-app'].filter((name) =>
        existsSync(`${root}/${name}/vite.config.ts`),
      ),
      {
        test: {
          ...e2e,
          name: 'e2e',
          include: ['{checks,commands,stack,bench,fixtures,mutate,npm,siwx,walletConnect,wallets}/**/*.test.ts'],
        },
      },
    ],
  },
})
