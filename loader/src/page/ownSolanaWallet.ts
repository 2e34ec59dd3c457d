import type { AccountState } from '../../protocol/api/frameApi.ts'
import { createAppKitError } from '../bridge/refuse.ts'
import { appKitName } from '../origins.ts'
import { delay, restoreMs } from '../restoreWait.ts'
import type { SolanaSigning, SolanaSigningInput, SolanaSigningMethod } from '../solana/hook.ts'
import { fromBase58 } from './bytes.ts'
import { solanaClusterOf, solanaClusters } from './solana.ts'
import { accountAddressOf } from './wallet.ts'
import type { StandardAccount, StandardWallet } from './walletStandard.ts'

export type ConnectSolanaAccount = (options?: { silent?: boolean }) => Promise<{ accounts: readonly StandardAccount[] }>
type Options = {
  icon: string
  account: () => AccountState
  /** Resolves when the modal closes, with or without a connection. */
  open: () => Promise<unknown>
  /** Loads the signing code at its first use. */
  signing: (connect: ConnectSolanaAccount) => Promise<SolanaSigning>
  disconnect: () => Promise<unknown>
  subscribe: (changed: () => void) => void
}
type Change = { accounts: StandardAccount[]; chains: string[]; features: StandardWallet['features'] }

const signingNames = ['signMessage', 'signTransaction', 'signAndSendTransaction', 'signIn'] as const
const version = '1.0.0'

/**
 * AppKit as a wallet of the Wallet Standard, for pages that discover Solana wallets by themselves. It represents the
 * wallet that the visitor connects: a wallet of the page or one on another device.
 */
export const createOwnSolanaWallet = (options: Options): StandardWallet => {
  const { icon, account, open, signing, disconnect, subscribe } = options
  const listeners = new Set<(change: Change) => void>()
  // The code below adds the missing parts before any page sees the wallet.
  const wallet = { version, name: appKitName, icon } as object as StandardWallet
  let last: string | undefined

  /** The features follow the connected wallet. Without a connection all features are offered. */
  const read = (): void => {
    const { status, caipAddress, caipNetworkId = '', methods } = account()
    const now = (status === 'connected' && caipAddress) || ''
    if (now === last) return
    last = now
    const offered = Object.fromEntries(
      signingNames
        .filter((name) => !methods || methods.includes(`solana_${name}`))
        .map((name) => [`solana:${name}`, featureOf(name)]),
    )
    const chains = now ? [solanaClusterOf(caipNetworkId)] : Object.values(solanaClusters)
    const address = accountAddressOf(now)
    const known = { address, publicKey: fromBase58(address), chains, features: Object.keys(offered) }
    const change: Change = { accounts: now ? [known] : [], chains, features: { ...standard, ...offered } }
    Object.assign(wallet, change)
    for (const listener of listeners) listener(change)
  }
  const restored = async (): Promise<void> => {
    while (account().status === 'reconnecting') await new Promise<void>(subscribe)
  }
  const connect: ConnectSolanaAccount = async ({ silent = false } = {}) => {
    // A page that loads again may ask before the connection is back.
    await Promise.race([restored(), delay(restoreMs)])
    if (!silent && account().status !== 'connected') await open()
    read()
    if (!silent && !wallet.accounts[0]) throw createAppKitError(4001, 'USER_REJECTED')
    return { accounts: wallet.accounts }
  }
  const featureOf = (name: SolanaSigningMethod) => ({
    version,
    supportedTransactionVersions: ['legacy', 0],
    [name]: async (...inputs: SolanaSigningInput[]) => (await signing(connect))[name](inputs),
  })
  const standard = {
    'standard:connect': { version, connect },
    'standard:disconnect': {
      version,
      // Adapters also call this after a silent `connect` without an account. The visitor's attempt to connect must not
      // end then.
      disconnect: async () => account().status === 'connected' && disconnect(),
    },
    'standard:events': {
      version,
      on: (_event: 'change', listener: (change: Change) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
  subscribe(read)
  read()

  return wallet
}
