import type { CaipNetworkId } from '../../../protocol/api/frameApi.ts'
import { createAppKitError } from '../../bridge/refuse.ts'
import { fromBase64, toBase64, toHex } from '../bytes.ts'
import { accountAddressOf, accountNetworkOf, type NamespaceWallet, type WalletMethod } from '../wallet.ts'
import { type StandardAccount, type StandardWallet, watchStandardWallet } from '../walletStandard.ts'
import { bitcoinNetworkName } from './networks.ts'
import { paymentAccountsFirst } from './paymentFirst.ts'
import type { PsbtSignInput } from './signInput.ts'

/** Adapts a Wallet Standard wallet with Bitcoin's features. */
export const adaptBitcoinWallet = (wallet: StandardWallet): NamespaceWallet | undefined => {
  const { name, icon, chains, features } = wallet
  const connect = features['bitcoin:connect'] ?? features['standard:connect']
  if (!connect || !chains.some((chain) => chain.startsWith('bitcoin:'))) return undefined

  let accounts: readonly StandardAccount[] = []
  const accountOf = (address: string): StandardAccount => {
    const found = [...accounts, ...wallet.accounts].find((account) => account.address === address)
    if (!found) throw createAppKitError(4100, 'ACCOUNT_NOT_FOUND')
    return found
  }
  const offered: Record<string, WalletMethod> = {
    signMessage: async ({ message, address }, account) => {
      const signer = accountOf(address ?? accountAddressOf(account))
      const bytes = new TextEncoder().encode(message)
      const [{ signature }] = await features['bitcoin:signMessage'].signMessage({ account: signer, message: bytes })
      return { address: signer.address, signature: toHex(signature) }
    },
    signPsbt: async ({ psbt, signInputs = [], broadcast }, account) => {
      const inputsToSign = (signInputs as PsbtSignInput[]).map(({ address, index, sighashTypes }) => ({
        account: accountOf(address),
        signingIndexes: [index],
        ...(sighashTypes?.[0] && { sigHash: sighashTypes[0] }),
      }))
      if (broadcast) throw createAppKitError(4200, 'UNSUPPORTED_METHOD')
      const chain = chainOf(accountNetworkOf(account))
      const input = { psbt: fromBase64(psbt), inputsToSign, chain }
      const [{ signedPsbt }] = await features['bitcoin:signTransaction'].signTransaction(input)
      return { psbt: toBase64(signedPsbt) }
    },
  }
  const methods = Object.entries(offered).filter(([method]) => features[featureOf(method)])

  return {
    namespace: 'bip122',
    name,
    icon,
    accounts: async (wanted, silent) => {
      // Bitcoin's connect has no silent mode. The accounts that a wallet shared before appear in `accounts`, at once or
      // with an event.
      if (!silent) ({ accounts } = await connect.connect({ purposes: ['payment', 'ordinals'] }))
      else if (wallet.accounts.length) accounts = wallet.accounts
      const isOn = (id: string, account: StandardAccount) => account.chains.includes(chainOf(id))
      const network = wanted.find((id) => accounts.some((account) => isOn(id, account))) ?? wanted[0] ?? ''
      return paymentAccountsFirst(accounts, isForOrdinals)
        .filter((account) => isOn(network, account))
        .map(({ address }) => `${network}:${address}`)
    },
    watch: (changed) => watchStandardWallet(wallet, changed),
    leave: () => (features['bitcoin:disconnect'] ?? features['standard:disconnect'])?.disconnect(),
    methods: {
      ...Object.fromEntries(methods),
      getAccountAddresses: async () => accounts.map(describeAccount),
    },
  }
}

const describeAccount = (account: StandardAccount) => ({
  address: account.address,
  publicKey: toHex(account.publicKey),
  intention: isForOrdinals(account) ? 'ordinal' : 'payment',
})

const featureOf = (method: string): string => `bitcoin:${method === 'signPsbt' ? 'signTransaction' : method}`

const chainOf = (network: CaipNetworkId): string => `bitcoin:${bitcoinNetworkName(network).toLowerCase()}`

/**
 * True for an account that holds ordinals. The standard's accounts have no purpose, but the address type reveals it.
 */
const isForOrdinals = ({ address, purpose }: StandardAccount): boolean =>
  purpose ? purpose === 'ordinals' : /^(?:bc|tb|bcrt)1p/.test(address)
