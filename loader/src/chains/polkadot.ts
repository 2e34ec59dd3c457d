import { toHex } from '../page/bytes.ts'
import { accountAddressOf, type OnWalletFound } from '../page/wallet.ts'

type InjectedAccount = { address: string; type?: string }
type Injected = {
  accounts: {
    get(): Promise<InjectedAccount[]>
    subscribe?(changed: (accounts: InjectedAccount[]) => void): unknown
  }
  signer: {
    signRaw(payload: { address: string; data: string; type: 'bytes' }): Promise<{ signature: string }>
    signPayload(payload: object): Promise<{ signature: string }>
  }
}
type Extension = { enable(origin: string): Promise<Injected> }

/** Discovers the extensions in `window.injectedWeb3`, as @polkadot/extension-inject defines it. */
export const discoverPolkadot = (found: OnWalletFound): void => {
  const { injectedWeb3 } = window as unknown as { injectedWeb3?: Record<string, Extension> }
  for (const [name, extension] of Object.entries(injectedWeb3 ?? {})) {
    let enabling: Promise<Injected> | undefined
    const enable = (): Promise<Injected> => {
      enabling ??= extension.enable(document.title || origin).catch((thrown) => {
        enabling = undefined
        throw thrown
      })
      return enabling
    }
    found({
      namespace: 'polkadot',
      name: titleOf(name),
      icon: '',
      accounts: async ([network]) => {
        const accounts = await (await enable()).accounts.get()
        // The extension may also hold keys of other chains.
        return accounts.filter(({ type }) => type !== 'ethereum').map(({ address }) => `${network}:${address}`)
      },
      watch: (changed) => {
        enable().then(
          ({ accounts }) => accounts.subscribe?.(changed),
          () => {},
        )
      },
      methods: {
        polkadot_signMessage: async ({ message }, account) => {
          const data = `0x${toHex(new TextEncoder().encode(message))}`
          const { signer } = await enable()
          const payload = { address: accountAddressOf(account), data, type: 'bytes' } as const
          const { signature } = await signer.signRaw(payload)
          return { signature }
        },
        polkadot_signTransaction: async ({ transactionPayload }, account) => {
          const { signer } = await enable()
          const { signature } = await signer.signPayload({ ...transactionPayload, address: accountAddressOf(account) })
          return { signature }
        },
      },
    })
  }
}

/** Names of known extensions. An unknown extension is listed by its key in `injectedWeb3`. */
const titles: Readonly<Record<string, string>> = {
  'polkadot-js': 'Polkadot.js',
  'subwallet-js': 'SubWallet',
  talisman: 'Talisman',
  'nova wallet': 'Nova Wallet',
}
const titleOf = (key: string): string => titles[key.toLowerCase()] ?? key
