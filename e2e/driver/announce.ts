import type { Page } from '@playwright/test'

type AnnouncedWallet = { rdns: string; name: string; icon?: string }

/** Announces wallets of the page before any script of the page runs. */
export const announceWallets = (page: Page, wallets: AnnouncedWallet[]): Promise<unknown> =>
  page.addInitScript(announce, wallets)

/** Announces a wallet of the page now. */
export const announceLateWallet = (page: Page, wallet: AnnouncedWallet): Promise<unknown> =>
  page.evaluate(announce, [wallet])

/** Runs in the page. The wallets never answer a request. */
function announce(wallets: AnnouncedWallet[]): void {
  for (const wallet of wallets) {
    const provider = { request: () => new Promise(() => {}), on: () => {}, removeListener: () => {} }
    const icon = `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle r='9'/></svg>`
    const info = { uuid: crypto.randomUUID?.() ?? wallet.rdns, icon, ...wallet }
    const detail = Object.freeze({ provider, info })
    const dispatch = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    addEventListener('eip6963:requestProvider', dispatch)
    dispatch()
  }
}
