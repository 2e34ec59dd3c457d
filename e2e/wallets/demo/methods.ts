import {
  type Address,
  createWalletClient,
  decodeFunctionData,
  erc20Abi,
  formatUnits,
  type Hex,
  hexToString,
  http,
  isAddressEqual,
  isHex,
  numberToHex,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { localChain } from '../../host/localChain.ts'
import { readSite } from '../../host/site.ts'
import { testMnemonic } from '../../stack/accounts.ts'
import { createProviderError } from './errors.ts'
import type { PanelQuestion } from './panel.ts'
import type { WalletStore } from './state.ts'

export type DemoWallet = { store: WalletStore; ask(question: PanelQuestion): Promise<boolean> }
type Method = (wallet: DemoWallet, params: unknown[]) => unknown

export const demoAccountAt = (index: number) => mnemonicToAccount(testMnemonic, { addressIndex: index })

export const visibleAccounts = ({ store }: DemoWallet): Address[] => {
  const { locked, permitted, account } = store.get()
  return permitted && !locked ? [demoAccountAt(account).address] : []
}

const permissions = (wallet: DemoWallet) =>
  visibleAccounts(wallet).length ? [{ parentCapability: 'eth_accounts', caveats: [] }] : []

const connect: Method = async (wallet) => {
  if (visibleAccounts(wallet).length) return visibleAccounts(wallet)
  const { locked, account } = wallet.store.get()
  const title = locked ? 'Unlock and connect?' : 'Connect to this site?'
  await approved(wallet, { title, facts: [['Account', demoAccountAt(account).address]] })
  wallet.store.set({ permitted: true, locked: false })
  return visibleAccounts(wallet)
}

/** The methods that the wallet answers itself; every other `eth_` and `net_` method goes to the chain. */
export const demoWalletMethods: Record<string, Method> = {
  eth_accounts: visibleAccounts,
  eth_requestAccounts: connect,
  eth_chainId: ({ store }) => numberToHex(store.get().chainId),
  net_version: ({ store }) => String(store.get().chainId),
  wallet_getPermissions: permissions,
  async wallet_requestPermissions(wallet) {
    wallet.store.set({ permitted: false })
    await connect(wallet, [])
    return permissions(wallet)
  },
  wallet_revokePermissions({ store }) {
    store.set({ permitted: false })
    return null
  },
  async personal_sign(wallet, [message, address]) {
    const account = authorized(wallet, address)
    if (!isHex(message)) throw createProviderError(-32602)
    await approved(wallet, { title: 'Sign this message?', facts: [['Message', readable(message)]] })
    return account.signMessage({ message: { raw: message } })
  },
  async eth_signTypedData_v4(wallet, [address, data]) {
    const account = authorized(wallet, address)
    const typed = typeof data === 'string' ? JSON.parse(data) : data
    await approved(wallet, { title: 'Sign this data?', facts: [['Data', JSON.stringify(typed.message, null, 1)]] })
    return account.signTypedData(typed)
  },
  async eth_sendTransaction(wallet, [transaction]) {
    const { from, to, data, value } = (transaction ?? {}) as { from?: Address; to?: Address; data?: Hex; value?: Hex }
    const account = authorized(wallet, from)
    const { chains, chainId } = wallet.store.get()
    const chain = chains.find(({ id }) => id === chainId)
    if (!chain) throw createProviderError(4902)
    await approved(wallet, {
      title: 'Send this transaction?',
      facts: [
        ...(readTransfer(to, data) ?? [
          ['To', to ?? 'a new contract'],
          ['Value', String(BigInt(value ?? '0x0'))],
        ]),
        ['Network', chain.name],
      ],
    })
    const client = createWalletClient({ account, chain: localChain(chain, chain.url), transport: http(chain.url) })
    return client.sendTransaction({
      ...(to ? { to } : {}),
      ...(data ? { data } : {}),
      ...(value ? { value: BigInt(value) } : {}),
    })
  },
  async wallet_switchEthereumChain(wallet, [target]) {
    const { chains, chainId } = wallet.store.get()
    const chain = chains.find(({ id }) => id === Number((target as { chainId?: Hex })?.chainId))
    if (!chain) throw createProviderError(4902)
    if (chain.id === chainId) return null
    await approved(wallet, { title: 'Switch network?', facts: [['Network', chain.name]] })
    wallet.store.set({ chainId: chain.id })
    return null
  },
  async wallet_addEthereumChain(wallet, [chain]) {
    const { chainId, chainName, rpcUrls } = (chain ?? {}) as { chainId?: Hex; chainName?: string; rpcUrls?: string[] }
    const url = rpcUrls?.[0]
    if (!chainId || !chainName || !url) throw createProviderError(-32602)
    await approved(wallet, {
      title: 'Add this network?',
      facts: [
        ['Network', chainName],
        ['Address', url],
      ],
    })
    const others = wallet.store.get().chains.filter(({ id }) => id !== Number(chainId))
    wallet.store.set({ chains: [...others, { id: Number(chainId), name: chainName, url }], chainId: Number(chainId) })
    return null
  },
  async wallet_watchAsset(wallet, params) {
    const asset = (Array.isArray(params) ? params[0] : params) as { options?: { symbol?: string; address?: string } }
    const facts: PanelQuestion['facts'] = [
      ['Token', asset?.options?.symbol ?? '?'],
      ['Contract', asset?.options?.address ?? '?'],
    ]
    await approved(wallet, { title: 'Watch this token?', facts })
    return true
  },
}

/** Describes a transfer of the shop's token. */
function readTransfer(to: Address | undefined, data: Hex | undefined): PanelQuestion['facts'] | undefined {
  const { address, decimals, symbol } = readSite().token
  if (!to || !data?.startsWith('0xa9059cbb') || !isAddressEqual(to, address)) return
  const { args } = decodeFunctionData({ abi: erc20Abi, data })
  const [recipient, amount] = args as [Address, bigint]
  return [
    ['Pays', `${formatUnits(amount, decimals)} ${symbol}`],
    ['To', recipient],
  ]
}

function authorized(wallet: DemoWallet, address: unknown) {
  const { account } = wallet.store.get()
  const known = visibleAccounts(wallet)[0]
  if (!known || String(address).toLowerCase() !== known.toLowerCase()) throw createProviderError(4100)
  return demoAccountAt(account)
}

async function approved({ ask }: DemoWallet, question: PanelQuestion): Promise<void> {
  if (!(await ask(question))) throw createProviderError(4001)
}

const readable = (message: Hex): string => {
  const text = hexToString(message)
  return /^[\P{Cc}\s]*$/u.test(text) ? text : message
}
