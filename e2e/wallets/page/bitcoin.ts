import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import type { IdentifierString, Wallet, WalletAccount } from '@wallet-standard/base'
import type { StandardEventsListeners } from '@wallet-standard/features'
import { ReadonlyWalletAccount, registerWallet } from '@wallet-standard/wallet'
import { type BitcoinAddress, type BitcoinKey, type BitcoinOptions, createBitcoinKey } from './bitcoinKey.ts'
import { createWalletControl, type PageWalletHandle, type WalletControl } from './control.ts'
import { discIcon } from './icon.ts'
import { createSatsConnect, satsConnectListing } from './satsConnect.ts'
import { createUnisat } from './unisat.ts'

type SignMessageInput = { account: WalletAccount; message: Uint8Array }
type SignTransactionInput = {
  psbt: Uint8Array
  chain: IdentifierString
  inputsToSign: { account: WalletAccount; signingIndexes: number[]; sigHash?: number }[]
}

const features = ['bitcoin:connect', 'bitcoin:signMessage', 'bitcoin:signTransaction'] as const
/** Sats Connect's wallets reject through the Wallet Standard with a message and no code. */
const declined = () => new Error('User rejected the request.')

export function startPageWallet(options: BitcoinOptions): PageWalletHandle {
  const control = createWalletControl('bitcoin', sessionStorage)
  if (options.interfaces.includes('standard')) registerWallet(createBitcoinWallet(options, control))
  if (options.interfaces.includes('unisat')) Object.assign(window, { unisat: createUnisat(options, control) })
  if (options.interfaces.includes('satsConnect')) {
    const { btc_providers: listed = [] } = window as unknown as { btc_providers?: object[] }
    const TestPebbleProviders = { BitcoinProvider: createSatsConnect(options, control) }
    Object.assign(window, { btc_providers: [...listed, satsConnectListing], TestPebbleProviders })
  }
  return control.handle
}

/** The Wallet Standard with Bitcoin's features, as ExodusMovement/bitcoin-wallet-standard and MetaMask have them. */
export function createBitcoinWallet({ secrets, network }: BitcoinOptions, control: WalletControl): Wallet {
  const chain: IdentifierString = `bitcoin:${network}`
  const keys = secrets.map((secret) => createBitcoinKey(secret, network))
  const owned = keys.flatMap((key) =>
    key.addresses.map((address) => ({ key, address, account: toAccount(address, chain) })),
  )
  const listeners = new Set<StandardEventsListeners['change']>()
  let accounts = currentAccounts()

  /** Both addresses of the active key. */
  function currentAccounts(): WalletAccount[] {
    if (!control.isOpen()) return []
    return owned.filter(({ key }) => key === keys[control.active()]).map(({ account }) => account)
  }

  control.onChange(() => {
    const next = currentAccounts()
    if (next.length === accounts.length && next.every((account, index) => account === accounts[index])) return
    accounts = next
    for (const listener of listeners) listener({ accounts })
  })

  const ownerOf = ({ address }: WalletAccount): { key: BitcoinKey; address: BitcoinAddress } => {
    const owner = accounts.length > 0 && owned.find(({ account }) => account.address === address)
    if (!owner) throw new Error('The account is not connected.')
    return owner
  }

  return {
    version: '1.0.0',
    name: 'Test Stone',
    icon: discIcon('#8a8f98'),
    chains: [chain],
    get accounts() {
      return accounts
    },
    features: {
      'bitcoin:connect': {
        version: '1.0.0',
        async connect({ purposes }: { purposes: BitcoinAddress['purpose'][] }) {
          if (control.isOpen()) control.note('bitcoin:connect', { purposes })
          else await control.show('bitcoin:connect', { purposes }, declined)
          control.permit()
          const active = keys[control.active()]
          const wanted = purposes.map((purpose) => active?.addresses.find((address) => address.purpose === purpose))
          return {
            accounts: wanted.flatMap((address) =>
              owned.flatMap((owner) => (owner.address === address ? [owner.account] : [])),
            ),
          }
        },
      },
      'bitcoin:disconnect': {
        version: '1.0.0',
        async disconnect() {
          control.note('bitcoin:disconnect')
          control.leave()
        },
      },
      'bitcoin:events': {
        version: '1.0.0',
        on(_event: 'change', listener: StandardEventsListeners['change']) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'bitcoin:signMessage': {
        version: '1.0.0',
        async signMessage(...inputs: SignMessageInput[]) {
          const outputs: { signedMessage: Uint8Array; signature: Uint8Array }[] = []
          for (const { account, message } of inputs) {
            const { key, address } = ownerOf(account)
            await control.show('bitcoin:signMessage', { address: account.address, message }, declined)
            const text = new TextDecoder().decode(message)
            // Taproot has no ECDSA message signature.
            const signature = address.purpose === 'payment' ? key.signEcdsa(text) : key.signBip322(text, address)
            outputs.push({ signedMessage: message, signature: base64.decode(signature) })
          }
          return outputs
        },
      },
      'bitcoin:signTransaction': {
        version: '1.0.0',
        async signTransaction(...inputs: SignTransactionInput[]) {
          const outputs: { signedPsbt: Uint8Array }[] = []
          for (const input of inputs) {
            const { psbt, inputsToSign } = input
            const named = inputsToSign.map(({ account, ...rest }) => ({ address: account.address, ...rest }))
            await control.show('bitcoin:signTransaction', { psbt, chain: input.chain, inputsToSign: named }, declined)
            const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true })
            for (const { account, signingIndexes, sigHash } of inputsToSign)
              ownerOf(account).key.signInputs(transaction, signingIndexes, sigHash)
            outputs.push({ signedPsbt: transaction.toPSBT() })
          }
          return outputs
        },
      },
    },
  }
}

const toAccount = ({ address, publicKey }: BitcoinAddress, chain: IdentifierString): WalletAccount =>
  // The cast is needed, because the class declares `label: string | undefined` and its interface makes `label`
  // optional.
  new ReadonlyWalletAccount({ address, publicKey, chains: [chain], features }) as WalletAccount
