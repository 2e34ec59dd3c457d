import type { Page } from '@playwright/test'
import { pageWalletPrefix, pageWalletRows } from './painted.ts'

/** Announces wallets by EIP-6963 before any script of the page runs. */
export const announceWallets = (page: Page): Promise<unknown> =>
  page.addInitScript(
    ({ prefix, count }) => {
      if (window !== window.top) return
      const icon = `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E%3Ccircle r='9'/%3E%3C/svg%3E`
      for (let index = 1; index <= count; index += 1) {
        const rdns = `${prefix}wallet${index}`
        const provider = { request: () => new Promise(() => {}), on: () => {}, removeListener: () => {} }
        // An insecure context has no `randomUUID`.
        const info = { uuid: `350670db-19fa-4704-a166-e52e178b59d${index}`, rdns, name: `Wallet ${index}`, icon }
        const detail = Object.freeze({ provider, info })
        const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
        addEventListener('eip6963:requestProvider', announce)
      }
    },
    { prefix: pageWalletPrefix, count: pageWalletRows.least },
  )
