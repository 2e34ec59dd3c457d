import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { bundleScript } from '../../wallets/page/bundle.ts'

/**
 * Adds a script of `e2e/host/` to each document that the page shows at the top. `then`: code that uses the script's
 * exports, which are in the variable `name`.
 */
export async function addHostScript(page: Page, file: string, name: string, then: string): Promise<void> {
  const entry = fileURLToPath(new URL(`../../host/${file}`, import.meta.url))
  const content = `if (window.top === window) { ${await bundleScript(entry, name)}\n ${then} }`
  await page.addInitScript({ content: `(() => { ${content} })()` })
}

/** Makes the page one that knows only Solana's wallet-adapter. */
export const addAdapterPage = (page: Page): Promise<void> =>
  addHostScript(page, 'walletAdapter.ts', 'adapter', 'window.adapterPage = adapter.startAdapterPage()')
