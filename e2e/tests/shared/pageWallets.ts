import type { Page } from '@playwright/test'
import type { NonEvmNamespace } from '../../driver/namespaces.ts'
import type { StackAddresses } from '../../stack/stack.ts'
import { installPageWallet } from '../../wallets/page/install.ts'

type OtherChains = NonNullable<StackAddresses['otherChains']>
export type InstalledWallet = Awaited<ReturnType<typeof installPageWallet>>

/** The networks that have a local chain in the stack. */
export const localNetworkIds = {
  solana: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  bip122: 'bip122:00000008819873e925422c1ff0f99f7c',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  cosmos: 'cosmos:cosmoshub-4',
} as const satisfies Record<NonEvmNamespace, string>

/** The network of wallets that support only Bitcoin's mainnet. */
const mainnet = 'bip122:000000000019d6689c085ae165831e93'

/**
 * The accounts of the test wallets, which other software derived from their secrets: ed25519, P2WPKH and P2TR on
 * signet, sr25519, secp256k1.
 */
export const pageWalletAddresses = {
  solana: ['AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9', '9hSR6S7WPtxmTojgo6GG3k4yDPecgJY292j7xrsUGWBu'],
  bip122: ['tb1q0xcqpzrky6eff2g52qdye53xkk9jxkvraulyla', 'tb1qa0qwuze2h85zw7nqpsj3ga0z9geyrgwptrz29s'],
  /** The mainnet addresses: P2WPKH and P2TR of the first secret, P2WPKH of the second secret. */
  mainnet: [
    'bc1q0xcqpzrky6eff2g52qdye53xkk9jxkvrh6yhyw',
    'bc1p33wm0auhr9kkahzd6l0kqj85af4cswn276hsxg6zpz85xe2r0y8syx4e5t',
    'bc1qa0qwuze2h85zw7nqpsj3ga0z9geyrgwpp9ee7r',
  ],
  ordinals: [
    'tb1p33wm0auhr9kkahzd6l0kqj85af4cswn276hsxg6zpz85xe2r0y8snwrkwy',
    'tb1p5e6v9v2j5wp3y6c79gaqdqltq7jdv45fswnnm7exmmp2020mqepsvssqqw',
  ],
  polkadot: ['5CcyqxXnJucaCnQQvvUg5EPzj1uoNAxACZvzArHw5aVDvgNH', '5CfCr47V5Dte6bwxNBE8K9oNnQd9fiay6aDEEkgYtFv7w4Fq'],
  cosmos: ['cosmos10xcqpzrky6eff2g52qdye53xkk9jxkvrpq6uqr', 'cosmos1a0qwuze2h85zw7nqpsj3ga0z9geyrgwphl8j6w'],
} as const

type PageWallet = {
  namespace: NonEvmNamespace
  /** The wallet's current network. */
  network: string
  /** The wallet's name in the modal's list of wallets. */
  name: string
  /**
   * `asksFor` is the wallet interface's method that requests accounts, `leaves` its method for a disconnect, if any.
   */
  asksFor: string
  leaves?: string
  /**
   * `accounts` are all addresses that the wallet gives while its first account is active. `second` is the active
   * address after the wallet switched to its second account.
   */
  accounts: readonly string[]
  second: string
  install(page: Page, chains: OtherChains): Promise<InstalledWallet>
}

/** One test wallet for each interface of page wallets, except EVM wallets. */
export const pageWallets = {
  'Wallet Standard, Solana': {
    namespace: 'solana',
    name: 'Test Sun',
    network: localNetworkIds.solana,
    asksFor: 'standard:connect',
    leaves: 'standard:disconnect',
    accounts: pageWalletAddresses.solana,
    second: pageWalletAddresses.solana[1],
    install: (page, { solana }) => installPageWallet(page, 'solana', { chains: ['solana:devnet'], rpcUrl: solana }),
  },
  'Wallet Standard, Bitcoin': {
    namespace: 'bip122',
    name: 'Test Stone',
    network: localNetworkIds.bip122,
    asksFor: 'bitcoin:connect',
    leaves: 'bitcoin:disconnect',
    accounts: [pageWalletAddresses.bip122[0], pageWalletAddresses.ordinals[0]],
    second: pageWalletAddresses.bip122[1],
    install: (page, { esplora }) => installPageWallet(page, 'bitcoin', { esploraUrl: esplora }),
  },
  Unisat: {
    namespace: 'bip122',
    name: 'UniSat',
    network: localNetworkIds.bip122,
    asksFor: 'requestAccounts',
    leaves: 'disconnect',
    accounts: [pageWalletAddresses.bip122[0]],
    second: pageWalletAddresses.bip122[1],
    install: (page, { esplora }) => installPageWallet(page, 'bitcoin', { interfaces: ['unisat'], esploraUrl: esplora }),
  },
  'Sats Connect': {
    namespace: 'bip122',
    name: 'Test Pebble',
    network: mainnet,
    asksFor: 'getAddresses',
    leaves: 'wallet_disconnect',
    accounts: [pageWalletAddresses.mainnet[0], pageWalletAddresses.mainnet[1]],
    second: pageWalletAddresses.mainnet[2],
    install: (page) => installPageWallet(page, 'bitcoin', { interfaces: ['satsConnect'], network: 'mainnet' }),
  },
  'Sats Connect, signet': {
    namespace: 'bip122',
    name: 'Test Pebble',
    network: localNetworkIds.bip122,
    asksFor: 'getAddresses',
    leaves: 'wallet_disconnect',
    accounts: [pageWalletAddresses.bip122[0], pageWalletAddresses.ordinals[0]],
    second: pageWalletAddresses.bip122[1],
    install: (page) => installPageWallet(page, 'bitcoin', { interfaces: ['satsConnect'], network: 'signet' }),
  },
  injectedWeb3: {
    namespace: 'polkadot',
    name: 'test-dot',
    network: localNetworkIds.polkadot,
    asksFor: 'enable',
    accounts: pageWalletAddresses.polkadot,
    second: pageWalletAddresses.polkadot[1],
    install: (page) => installPageWallet(page, 'polkadot'),
  },
  Keplr: {
    namespace: 'cosmos',
    name: 'Keplr',
    network: localNetworkIds.cosmos,
    asksFor: 'enable',
    leaves: 'disable',
    accounts: [pageWalletAddresses.cosmos[0]],
    second: pageWalletAddresses.cosmos[1],
    install: (page) => installPageWallet(page, 'cosmos'),
  },
} as const satisfies Record<string, PageWallet>
