import type { CaipNetworkId } from '../../../protocol/api/frameApi.ts'
import { fromBase64, toHex } from '../bytes.ts'
import { ownBitcoinId } from '../ownBitcoinWallet.ts'
import { accountAddressOf, type OnWalletFound } from '../wallet.ts'
import { bitcoinNetworkByName, bitcoinNetworkName } from './networks.ts'
import { paymentAccountsFirst } from './paymentFirst.ts'
import type { PsbtSignInput } from './signInput.ts'

type BtcProvider = { id: string; name: string; icon?: string }
type BtcRequest = {
  request(method: string, params?: object): Promise<{ result?: unknown; error?: unknown }>
  addListener?(listener: { eventName: string; cb: () => void }): unknown
}
type BtcAddress = { address: string; publicKey: string; purpose?: string; type?: string }
type Shared = { addresses: BtcAddress[]; network?: unknown }

/**
 * Discovers the wallets listed in `window.btc_providers` (WBIP-004) and calls them by Sats Connect's interface (Xverse,
 * Leather).
 */
export const discoverBtcProviders = (found: OnWalletFound): void => {
  const { btc_providers: listed } = window as unknown as { btc_providers?: BtcProvider[] }
  for (const { id, name, icon = '' } of listed ?? []) {
    // biome-ignore lint/suspicious/noExplicitAny: a path through what wallets put into the page
    const provider: BtcRequest | undefined = id.split('.').reduce((at: any, key) => at?.[key], window)
    if (!provider?.request || id === ownBitcoinId) continue
    let addresses: BtcAddress[] = []
    const ask = async (method: string, params?: object): Promise<unknown> => {
      const { result, error } = await provider.request(method, params)
      if (error) throw error
      return result
    }
    found({
      namespace: 'bip122',
      name,
      icon,
      accounts: async (wanted, silent) => {
        /** Reads the addresses and their network. A wallet that reports no network is on mainnet. */
        const share = async (): Promise<CaipNetworkId | undefined> => {
          // A wallet without a silent request rejects here. AppKit asks it again when the visitor chooses it.
          const answer = await (silent
            ? ask('wallet_getAccount')
            : ask('getAddresses', { purposes: ['payment', 'ordinals'] }))
          const { addresses: all, network = await ask('wallet_getNetwork').catch(() => {}) } = answer as Shared
          const name = Object(network).bitcoin?.name ?? 'Mainnet'
          addresses = all.filter(({ address }) => /^(?:bc1|[13])/.test(address) === (name === 'Mainnet'))
          return bitcoinNetworkByName(name)
        }
        let network = await share()
        if (!silent && !wanted.includes(`${network}`)) {
          await ask('wallet_changeNetwork', { name: bitcoinNetworkName(wanted[0]) })
          network = await share()
        }
        if (!network) return []
        return paymentAccountsFirst(addresses, isForOrdinals).map(({ address }) => `${network}:${address}`)
      },
      watch: (changed) => {
        for (const eventName of ['accountChange', 'networkChange', 'disconnect'])
          provider.addListener?.({ eventName, cb: changed })
      },
      leave: () => ask('wallet_disconnect'),
      methods: {
        getAccountAddresses: async () =>
          addresses.map((own) => ({
            address: own.address,
            publicKey: own.publicKey,
            intention: isForOrdinals(own) ? 'ordinal' : 'payment',
          })),
        signMessage: async ({ message, address, protocol }, account) => {
          const signer = address ?? accountAddressOf(account)
          // Without a protocol, the wallet chooses the protocol that fits the address.
          const params = { address: signer, message, ...(protocol && { protocol: protocol.toUpperCase() }) }
          const { signature } = (await ask('signMessage', params)) as { signature: string }
          return { address: signer, signature: toHex(fromBase64(signature)) }
        },
        signPsbt: async ({ psbt, signInputs = [], broadcast = false }) => {
          const inputs: Record<string, number[]> = {}
          for (const { address, index } of signInputs as PsbtSignInput[])
            inputs[address] = [...(inputs[address] ?? []), index]
          return ask('signPsbt', { psbt, signInputs: inputs, broadcast })
        },
        sendTransfer: async ({ recipientAddress: address, amount }) =>
          ask('sendTransfer', { recipients: [{ address, amount: Number(amount) }] }),
      },
    })
  }
}

const isForOrdinals = ({ purpose }: BtcAddress): boolean => purpose === 'ordinals'
