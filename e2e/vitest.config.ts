import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))

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
          name: 'e2e',
          root: fileURLToPath(new URL('.', import.meta.url)),
          include: ['{commands,stack,bench,siwx,walletConnect,wallets}/**/*.test.ts'],
          // They start whole stacks.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
