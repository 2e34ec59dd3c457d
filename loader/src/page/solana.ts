import type { CaipAddress, CaipNetworkId } from '../../protocol/api/frameApi.ts'
import { createAppKitError } from '../bridge/refuse.ts'
import { fromBase58, fromBase64, toBase58, toBase64 } from './bytes.ts'
import { accountAddressOf, accountNetworkOf, type NamespaceWallet, type WalletMethod } from './wallet.ts'
import { type StandardAccount, type StandardWallet, watchStandardWallet } from './walletStandard.ts'

/** The Wallet Standard names clusters; CAIP-2 uses the first 32 characters of their genesis hash. */
export const solanaClusters: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}
/** Returns the cluster of a network. Any unknown network is a local cluster. */
export const solanaClusterOf = (network: CaipNetworkId): string => solanaClusters[network] ?? 'solana:localnet'

export const adaptSolanaWallet = (wallet: StandardWallet): NamespaceWallet | undefined => {
  const { name, icon, chains, features } = wallet
  if (!features['standard:connect'] || !chains.some((chain) => chain.startsWith('solana:'))) return undefined

  const accountOf = (account: CaipAddress): StandardAccount => {
    const found = wallet.accounts.find(({ address }) => address === accountAddressOf(account))
    if (!found) throw createAppKitError(4100, 'ACCOUNT_NOT_FOUND')
    return found
  }
  const chainOf = (account: CaipAddress): string => solanaClusterOf(accountNetworkOf(account))
  const list: WalletMethod = async (_params, account) =>
    wallet.accounts
      .map(({ address }) => ({ pubkey: address }))
      .sort(({ pubkey }) => (account.endsWith(pubkey) ? -1 : 0))

  /** The wallet has a method only if it has the feature of the same name. */
  const offered: Record<string, WalletMethod> = {
    signMessage: async ({ message }, account) => {
      const input = { account: accountOf(account), message: fromBase58(message) }
      const [{ signature }] = await features['solana:signMessage'].signMessage(input)
      return { signature: toBase58(signature) }
    },
    signTransaction: async ({ transaction }, account) => {
      const signer = accountOf(account)
      const input = { account: signer, chain: chainOf(account), transaction: fromBase64(transaction) }
      const [{ signedTransaction }] = await features['solana:signTransaction'].signTransaction(input)
      const signature = toBase58(signatureOf(signedTransaction, signer.publicKey))
      return { signature, transaction: toBase64(signedTransaction) }
    },
    signAllTransactions: async ({ transactions }, account) => {
      const inputs = transactions.map((transaction: string) => ({
        account: accountOf(account),
        chain: chainOf(account),
        transaction: fromBase64(transaction),
      }))
      const signed: { signedTransaction: Uint8Array }[] = await features['solana:signTransaction'].signTransaction(
        ...inputs,
      )
      return { transactions: signed.map(({ signedTransaction }) => toBase64(signedTransaction)) }
    },
    signAndSendTransaction: async ({ transaction, sendOptions: options }, account) => {
      const input = {
        account: accountOf(account),
        chain: chainOf(account),
        transaction: fromBase64(transaction),
        options,
      }
      const [{ signature }] = await features['solana:signAndSendTransaction'].signAndSendTransaction(input)
      return { signature: toBase58(signature) }
    },
    signIn: async (params) => {
      const [{ account, signedMessage, signature }] = await features['solana:signIn'].signIn(params)
      return { address: account.address, message: toBase58(signedMessage), signature: toBase58(signature) }
    },
  }
  const featureOf = (method: string) => `solana:${method === 'signAllTransactions' ? 'signTransaction' : method}`
  const methods = Object.entries(offered)
    .filter(([method]) => features[featureOf(method)])
    .map(([method, run]) => [`solana_${method}`, run])

  return {
    namespace: 'solana',
    name,
    icon,
    accounts: async (networks, silent) => {
      const { accounts } = await features['standard:connect'].connect(silent ? { silent } : undefined)
      const known = (accounts as StandardAccount[]).filter(({ chains }) =>
        chains.some((chain) => /^solana:/.test(chain)),
      )
      const network =
        networks.find((id) => known.some(({ chains }) => chains.includes(solanaClusterOf(id)))) ?? networks[0]
      return known.map(({ address }) => `${network}:${address}`)
    },
    watch: (changed) => watchStandardWallet(wallet, changed),
    leave: () => features['standard:disconnect']?.disconnect(),
    methods: { ...Object.fromEntries(methods), solana_getAccounts: list, solana_requestAccounts: list },
  }
}

const signatureOf = (transaction: Uint8Array, publicKey: Uint8Array): Uint8Array => {
  const offset = solanaSignatureOffset(transaction, publicKey)
  return transaction.slice(offset, offset + 64)
}

/**
 * The offset of the signer's signature. Signatures have the order of the first accounts in the transaction's message.
 */
export const solanaSignatureOffset = (transaction: Uint8Array, publicKey: Uint8Array): number => {
  let at = 0
  const readLength = (): number => {
    let length = 0
    for (let shift = 0; ; shift += 7) {
      const byte = transaction[at++] ?? 0
      length |= (byte & 0x7f) << shift
      if (byte < 0x80) return length
    }
  }
  const count = readLength()
  const signatures = at
  at += count * 64
  // A message starts with three counts, and before them with a version byte unless it is a legacy message.
  at += (transaction[at] ?? 0) >= 0x80 ? 4 : 3
  readLength()
  for (let index = 0; index < count; index++) {
    const key = transaction.subarray(at + index * 32, at + index * 32 + 32)
    if (key.every((byte, position) => byte === publicKey[position])) return signatures + index * 64
  }
  // The account is not a signer of this transaction.
  throw createAppKitError(4100, 'ACCOUNT_NOT_FOUND')
}
