import type { AccountState, JsonRpcRequest } from '../../protocol/frameApi.ts'
import { refuse } from '../bridge/refuse.ts'
import { fromBase58, fromBase64, toBase58, toBase64 } from './bytes.ts'
import { clusterOf, clusters, signaturePlace } from './solana.ts'
import { addressOf } from './wallet.ts'
import type { StandardAccount, StandardWallet } from './walletStandard.ts'

type Options = {
  icon: string
  account: () => AccountState
  /** Resolves when the modal is done, with or without a connection. */
  open: () => Promise<unknown>
  request: (request: JsonRpcRequest) => Promise<unknown>
  disconnect: () => Promise<unknown>
  subscribe: (changed: () => void) => void
}
type Input = { account: StandardAccount; transaction: Uint8Array; message: Uint8Array; options?: unknown }
type Change = { accounts: StandardAccount[]; chains: string[]; features: StandardWallet['features'] }

/**
 * AppKit as a wallet of the Wallet Standard, for pages that discover solana wallets by themselves. Behind it is whatever
 * wallet the visitor connects: one of the page, or one on another device.
 */
export const createOwnSolanaWallet = (options: Options): StandardWallet => {
  const { icon, account, open, request, disconnect, subscribe } = options
  const listeners = new Set<(change: Change) => void>()
  // What is missing here is put in before anybody sees it.
  const wallet = { version: '1.0.0', name: 'AppKit', icon } as object as StandardWallet
  let last: string | undefined

  /** What it is changes with the wallet behind it; until there is one it may be any. */
  const read = (): void => {
    const { status, caipAddress, caipNetworkId = '', methods } = account()
    const now = (status === 'connected' && caipAddress) || ''
    if (now === last) return
    last = now
    const isThere = ([feature]: [string, object]) => !methods || methods.includes(feature.replace(':', '_'))
    const offered = Object.fromEntries(Object.entries(signing).filter(isThere))
    const chains = now ? [clusterOf(caipNetworkId)] : Object.values(clusters)
    const address = addressOf(now)
    const known = { address, publicKey: fromBase58(address), chains, features: Object.keys(offered) }
    const change: Change = { accounts: now ? [known] : [], chains, features: { ...standard, ...offered } }
    Object.assign(wallet, change)
    for (const listener of listeners) listener(change)
  }
  const each = async <Output>(inputs: Input[], run: (input: Input) => Promise<Output>): Promise<Output[]> => {
    const outputs: Output[] = []
    // A wallet asks about one thing at a time.
    for (const input of inputs) outputs.push(await run(input))
    return outputs
  }
  const ask = (method: string, params: object) => request({ method, params }) as Promise<Record<string, string>>
  const signTransaction = async ({ transaction, account: { publicKey } }: Input) => {
    const { signature = '', transaction: signed } = await ask('solana_signTransaction', {
      transaction: toBase64(transaction),
    })
    if (signed) return { signedTransaction: fromBase64(signed) }
    // Some wallets on other devices answer with their signature alone.
    const signedTransaction = transaction.slice()
    signedTransaction.set(fromBase58(signature), signaturePlace(transaction, publicKey))
    return { signedTransaction }
  }
  const supportedTransactionVersions = ['legacy', 0]
  const standard = {
    'standard:connect': {
      version: '1.0.0',
      connect: async ({ silent = false } = {}) => {
        if (!silent && account().status !== 'connected') await open()
        read()
        if (!silent && !wallet.accounts[0]) throw refuse(4001, 'USER_REJECTED')
        return { accounts: wallet.accounts }
      },
    },
    'standard:disconnect': { version: '1.0.0', disconnect },
    'standard:events': {
      version: '1.0.0',
      on: (_event: 'change', listener: (change: Change) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
  const signing = {
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs: Input[]) =>
        each(inputs, async ({ message, account: { address } }) => {
          const params = { message: toBase58(message), pubkey: address }
          const { signature = '' } = await ask('solana_signMessage', params)
          return { signedMessage: message, signature: fromBase58(signature) }
        }),
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      signTransaction: (...inputs: Input[]) => each(inputs, signTransaction),
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions,
      signAndSendTransaction: (...inputs: Input[]) =>
        each(inputs, async ({ transaction, options: sendOptions }) => {
          const params = { transaction: toBase64(transaction), sendOptions }
          const { signature = '' } = await ask('solana_signAndSendTransaction', params)
          return { signature: fromBase58(signature) }
        }),
    },
  }
  subscribe(read)
  read()

  return wallet
}
