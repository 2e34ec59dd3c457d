import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { BitcoinOptions } from './bitcoinKey.ts'
import { bundleScript } from './bundle.ts'
import type { PageWalletHandle } from './control.ts'
import type { CosmosOptions } from './cosmos.ts'
import type { PolkadotOptions } from './polkadot.ts'
import type { SolanaOptions } from './solana.ts'

/** The options of each wallet; the seeds are public. */
const presets = {
  solana: {
    seeds: ['01'.repeat(32), '02'.repeat(32)],
    chains: ['solana:mainnet', 'solana:devnet'],
  } as SolanaOptions,
  bitcoin: {
    secrets: ['01'.repeat(32), '02'.repeat(32)],
    network: 'signet',
    interfaces: ['standard'],
  } as BitcoinOptions,
  polkadot: { seeds: ['01'.repeat(32), '02'.repeat(32)] } as PolkadotOptions,
  cosmos: {
    secrets: ['01'.repeat(32), '02'.repeat(32)],
    chains: { 'cosmoshub-4': 'cosmos', 'osmosis-1': 'osmo' },
  } as CosmosOptions,
}
type PageWalletName = keyof typeof presets
type Options<Name extends PageWalletName> = Partial<(typeof presets)[Name]>

declare global {
  interface Window {
    pageWallets: { [name in PageWalletName]?: PageWalletHandle }
  }
}

/** Adds a wallet to every page of the test before the page's own code, as an extension does. */
export async function installPageWallet<Name extends PageWalletName>(
  page: Page,
  name: Name,
  options: Options<Name> = {},
) {
  const script = await bundleScript(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), 'pageWallet')
  const settings = JSON.stringify({ ...presets[name], ...options })
  const content = `if (window.top === window) {
    ${script}
    window.pageWallets = { ...window.pageWallets, ${name}: pageWallet.startPageWallet(${settings}) }
  }`
  await page.addInitScript({ content: `(() => { ${content} })()` })
  const control = <Method extends keyof PageWalletHandle>(method: Method) => {
    type Args = Parameters<PageWalletHandle[Method]>
    return (...args: Args): Promise<ReturnType<PageWalletHandle[Method]>> =>
      page.evaluate(
        ([wallet, called, list]) => {
          const handle = window.pageWallets[wallet as PageWalletName]
          if (!handle) throw new Error(`No ${wallet} wallet in this page`)
          return (handle[called as Method] as (...values: unknown[]) => never)(...(list as unknown[]))
        },
        [name, method, args] as const,
      )
  }
  return {
    requests: control('requests'),
    rejectNext: control('rejectNext'),
    switchAccount: control('switchAccount'),
    lock: control('lock'),
    unlock: control('unlock'),
    forgetSite: control('forgetSite'),
  }
}
