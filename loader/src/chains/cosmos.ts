import { fromBase64, fromHex, toBase64 } from '../page/bytes.ts'
import { accountAddressOf, accountNetworkOf, type OnWalletFound } from '../page/wallet.ts'

type Key = { bech32Address: string; pubKey: Uint8Array; algo: string }
type SignDoc = { chainId: string; accountNumber: unknown; bodyBytes: Uint8Array; authInfoBytes: Uint8Array }
type Signed<Doc> = { signed: Doc; signature: unknown }
type Keplr = {
  enable(chainIds: string[]): Promise<void>
  disable?(chainIds?: string[]): Promise<void>
  getKey(chainId: string): Promise<Key>
  signArbitrary(chainId: string, signer: string, data: string): Promise<unknown>
  signAmino(chainId: string, signer: string, signDoc: object): Promise<Signed<object>>
  signDirect(chainId: string, signer: string, signDoc: SignDoc): Promise<Signed<SignDoc>>
  experimentalSuggestChain?(chain: object): Promise<void>
}

/** Wallets with Keplr's interface: the name of each in `window`, and its event for a changed account. */
const providers = [
  { name: 'Keplr', key: 'keplr', event: 'keplr_keystorechange' },
  { name: 'Leap', key: 'leap', event: 'leap_keystorechange' },
] as const

export const discoverCosmos = (found: OnWalletFound): void => {
  for (const { name, key, event } of providers) {
    const keplr = (window as unknown as Record<string, Keplr | undefined>)[key]
    if (!keplr?.enable) continue
    const chainOf = (account: string): string => accountNetworkOf(account).slice('cosmos:'.length)
    found({
      namespace: 'cosmos',
      name,
      icon: '',
      accounts: async ([network = '']) => {
        const chainId = network.slice('cosmos:'.length)
        await keplr.enable([chainId])
        const { bech32Address } = await keplr.getKey(chainId)
        return [`${network}:${bech32Address}`]
      },
      watch: (changed) => addEventListener(event, changed),
      leave: () => keplr.disable?.(),
      methods: {
        cosmos_getAccounts: async (_params, account) => {
          const { algo, bech32Address, pubKey } = await keplr.getKey(chainOf(account))
          return [{ algo, address: bech32Address, pubkey: toBase64(pubKey) }]
        },
        cosmos_signArbitrary: ({ data }, account) =>
          keplr.signArbitrary(chainOf(account), accountAddressOf(account), data),
        cosmos_signAmino: ({ signDoc }, account) =>
          keplr.signAmino(chainOf(account), accountAddressOf(account), signDoc),
        cosmos_signDirect: async ({ signDoc }, account) => {
          const doc = { ...signDoc, bodyBytes: read(signDoc.bodyBytes), authInfoBytes: read(signDoc.authInfoBytes) }
          const { signed, signature } = await keplr.signDirect(chainOf(account), accountAddressOf(account), doc)
          const { bodyBytes, authInfoBytes } = signed
          return {
            signature,
            signed: {
              ...signed,
              accountNumber: `${signed.accountNumber}`,
              bodyBytes: toBase64(bodyBytes),
              authInfoBytes: toBase64(authInfoBytes),
            },
          }
        },
        wallet_addNetwork: async ([chain]) => {
          // If the wallet can't add networks, it says so when it rejects the switch that follows.
          await keplr.experimentalSuggestChain?.(chain)
          return null
        },
      },
    })
  }
}

/** Pages send hex as WalletConnect does, or base64 as Keplr does. */
const read = (text: string): Uint8Array => (/^[\da-f]*$/i.test(text) ? fromHex(text) : fromBase64(text))
