import type { CaipAddress, CaipNetworkId } from '../../protocol/frameApi.ts'
import { fromBase64, fromHex, toBase64, toHex } from './bytes.ts'
import { addressOf, type Found, type Method, type NamespaceWallet, networkOf } from './wallet.ts'
import { type StandardAccount, type StandardWallet, watchStandard } from './walletStandard.ts'

/** The first of CAIP-2's reference, and what the interfaces below call each network. */
const networks: Readonly<Record<CaipNetworkId, { standard: string; unisat: string }>> = {
  'bip122:000000000019d6689c085ae165831e93': { standard: 'bitcoin:mainnet', unisat: 'BITCOIN_MAINNET' },
  'bip122:000000000933ea01ad0ee984209779ba': { standard: 'bitcoin:testnet', unisat: 'BITCOIN_TESTNET' },
  'bip122:00000008819873e925422c1ff0f99f7c': { standard: 'bitcoin:signet', unisat: 'BITCOIN_SIGNET' },
}

type SignInput = { address: string; index: number; sighashTypes?: number[] }

/** Wallet Standard with the features of bitcoin. */
export const readBitcoin = (wallet: StandardWallet): NamespaceWallet | undefined => {
  const { name, icon, chains, features } = wallet
  const connect = features['bitcoin:connect'] ?? features['standard:connect']
  if (!connect || !chains.some((chain) => chain.startsWith('bitcoin:'))) return undefined

  let accounts: readonly StandardAccount[] = []
  const accountOf = (address: string): StandardAccount => {
    const found = [...accounts, ...wallet.accounts].find((account) => account.address === address)
    if (!found) throw Object.assign(new Error('The wallet has left this account'), { code: 4100 })
    return found
  }
  const offered: Record<string, Method> = {
    signMessage: async ({ message, address }, account) => {
      const signer = accountOf(address ?? addressOf(account))
      const bytes = new TextEncoder().encode(message)
      const [{ signature }] = await features['bitcoin:signMessage'].signMessage({ account: signer, message: bytes })
      return { address: signer.address, signature: toHex(signature) }
    },
    signPsbt: async ({ psbt, signInputs = [], broadcast }, account) => {
      const inputsToSign = (signInputs as SignInput[]).map(({ address, index, sighashTypes }) => ({
        account: accountOf(address),
        signingIndexes: [index],
        ...(sighashTypes?.[0] && { sigHash: sighashTypes[0] }),
      }))
      if (broadcast) throw Object.assign(new Error('This wallet signs and does not send'), { code: 4200 })
      const chain = networks[networkOf(account)]?.standard
      const input = { psbt: fromBase64(psbt), inputsToSign, chain }
      const [{ signedPsbt }] = await features['bitcoin:signTransaction'].signTransaction(input)
      return { psbt: toBase64(signedPsbt) }
    },
  }
  const needed: Record<string, string> = { signMessage: 'bitcoin:signMessage', signPsbt: 'bitcoin:signTransaction' }
  const methods = Object.entries(offered).filter(([method]) => features[needed[method] ?? ''])

  return {
    namespace: 'bip122',
    name,
    icon,
    accounts: async (wanted, silent) => {
      // It has no silent way: what it shared before is what it tells.
      if (!silent) ({ accounts } = await connect.connect({ purposes: ['payment', 'ordinals'] }))
      else if (wallet.accounts.length) accounts = wallet.accounts
      const isOn = (id: string, account: StandardAccount) => account.chains.includes(networks[id]?.standard ?? '')
      const network = wanted.find((id) => accounts.some((account) => isOn(id, account))) ?? wanted[0] ?? ''
      return accounts
        .filter((account) => isOn(network, account))
        .sort((one, other) => Number(isForOrdinals(one)) - Number(isForOrdinals(other)))
        .map(({ address }) => `${network}:${address}`)
    },
    watch: (changed) => watchStandard(wallet, changed),
    leave: () => (features['bitcoin:disconnect'] ?? features['standard:disconnect'])?.disconnect(),
    methods: {
      ...Object.fromEntries(methods),
      getAccountAddresses: async () =>
        accounts.map((account) => ({
          address: account.address,
          publicKey: toHex(account.publicKey),
          intention: isForOrdinals(account) ? 'ordinal' : 'payment',
        })),
    },
  }
}

/** The standard's accounts don't say it, but their kind of address does. */
const isForOrdinals = ({ address, purpose }: StandardAccount): boolean =>
  purpose ? purpose === 'ordinals' : /^(?:bc|tb|bcrt)1p/.test(address)

type Unisat = {
  requestAccounts(): Promise<string[]>
  getAccounts(): Promise<string[]>
  getPublicKey(): Promise<string>
  getChain?(): Promise<{ enum: string }>
  switchChain?(chain: string): Promise<unknown>
  signMessage(message: string, type?: 'ecdsa' | 'bip322-simple'): Promise<string>
  signPsbt(psbtHex: string, options?: object): Promise<string>
  pushPsbt(psbtHex: string): Promise<string>
  sendBitcoin(to: string, satoshis: number, options?: object): Promise<string>
  disconnect?(): Promise<unknown>
  on(event: string, listener: () => void): unknown
}

/** `window.unisat`, and the wallets that took its interface over. */
export const discoverUnisat = (found: Found): void => {
  const { unisat } = window as unknown as { unisat?: Unisat }
  if (!unisat?.requestAccounts) return
  const network = async (): Promise<CaipNetworkId | undefined> => {
    const name = (await unisat.getChain?.())?.enum ?? 'BITCOIN_MAINNET'
    return Object.entries(networks).find(([, names]) => names.unisat === name)?.[0]
  }
  found({
    namespace: 'bip122',
    name: 'UniSat',
    icon: '',
    accounts: async (wanted, silent) => {
      const accounts = silent ? await unisat.getAccounts() : await unisat.requestAccounts()
      let now = await network()
      const [first] = wanted
      // Without a question: the wallet's own network counts. With one, it is asked to go where the project is.
      if (!silent && first && !wanted.includes(now ?? '')) {
        await unisat.switchChain?.(networks[first]?.unisat ?? '')
        now = await network()
      }
      return now ? accounts.map((address): CaipAddress => `${now}:${address}`) : []
    },
    watch: (changed) => {
      for (const event of ['accountsChanged', 'networkChanged', 'chainChanged']) unisat.on(event, changed)
    },
    leave: () => unisat.disconnect?.(),
    methods: {
      getAccountAddresses: async (_params, account) => [
        { address: addressOf(account), publicKey: await unisat.getPublicKey(), intention: 'payment' },
      ],
      signMessage: async ({ message, protocol }, account) => {
        const signature = await unisat.signMessage(message, protocol === 'bip322' ? 'bip322-simple' : 'ecdsa')
        return { address: addressOf(account), signature: toHex(fromBase64(signature)) }
      },
      signPsbt: async ({ psbt, signInputs, broadcast }) => {
        const toSignInputs = (signInputs as SignInput[] | undefined)?.map(({ address, index, sighashTypes }) => ({
          index,
          address,
          ...(sighashTypes && { sighashTypes }),
        }))
        const signed = await unisat.signPsbt(toHex(fromBase64(psbt)), {
          // What is sent has to be final.
          autoFinalized: Boolean(broadcast),
          ...(toSignInputs && { toSignInputs }),
        })
        const answer = { psbt: toBase64(fromHex(signed)) }
        return broadcast ? { ...answer, txid: await unisat.pushPsbt(signed) } : answer
      },
      sendTransfer: async ({ recipientAddress, amount, memo }) => ({
        txid: await unisat.sendBitcoin(recipientAddress, Number(amount), { ...(memo && { memo }) }),
      }),
    },
  })
}

type BtcProvider = { id: string; name: string; icon?: string }
type BtcRequest = {
  request(method: string, params?: object): Promise<{ result?: unknown; error?: unknown }>
  addListener?(listener: { eventName: string; cb: () => void }): unknown
}
type BtcAddress = { address: string; publicKey: string; purpose?: string; type?: string }

/** WBIP-004: what stands in `window.btc_providers`, asked as Sats Connect asks (Xverse, Leather). */
export const discoverBtcProviders = (found: Found): void => {
  const { btc_providers: listed } = window as unknown as { btc_providers?: BtcProvider[] }
  for (const { id, name, icon = '' } of listed ?? []) {
    // biome-ignore lint/suspicious/noExplicitAny: a path through what wallets put into the page
    const provider: BtcRequest | undefined = id.split('.').reduce((at: any, key) => at?.[key], window)
    if (!provider?.request) continue
    let addresses: BtcAddress[] = []
    const ask = async (method: string, params?: object): Promise<unknown> => {
      const { result, error } = await provider.request(method, params)
      if (error) throw error
      return result
    }
    const mainnet = 'bip122:000000000019d6689c085ae165831e93'
    found({
      namespace: 'bip122',
      name,
      icon,
      accounts: async (_wanted, silent) => {
        // A wallet that does not know the silent way is left alone until the visitor asks for it.
        const answer = await (silent
          ? ask('wallet_getAccount')
          : ask('getAddresses', { purposes: ['payment', 'ordinals'] }))
        addresses = (answer as { addresses: BtcAddress[] }).addresses.filter(({ address }) =>
          /^(?:bc1|[13])/.test(address),
        )
        return [...addresses]
          .sort((one, other) => Number(one.purpose === 'ordinals') - Number(other.purpose === 'ordinals'))
          .map(({ address }) => `${mainnet}:${address}`)
      },
      watch: (changed) => {
        for (const eventName of ['accountChange', 'disconnect']) provider.addListener?.({ eventName, cb: changed })
      },
      leave: () => ask('wallet_disconnect'),
      methods: {
        getAccountAddresses: async () =>
          addresses.map(({ address, publicKey, purpose }) => ({
            address,
            publicKey,
            intention: purpose === 'ordinals' ? 'ordinal' : 'payment',
          })),
        signMessage: async ({ message, address, protocol }, account) => {
          const signer = address ?? addressOf(account)
          // Left out, it is what the address can.
          const params = { address: signer, message, ...(protocol && { protocol: protocol.toUpperCase() }) }
          const { signature } = (await ask('signMessage', params)) as { signature: string }
          return { address: signer, signature: toHex(fromBase64(signature)) }
        },
        signPsbt: async ({ psbt, signInputs = [], broadcast = false }) => {
          const inputs: Record<string, number[]> = {}
          for (const { address, index } of signInputs as SignInput[])
            inputs[address] = [...(inputs[address] ?? []), index]
          return ask('signPsbt', { psbt, signInputs: inputs, broadcast })
        },
        sendTransfer: async ({ recipientAddress: address, amount }) =>
          ask('sendTransfer', { recipients: [{ address, amount: Number(amount) }] }),
      },
    })
  }
}
