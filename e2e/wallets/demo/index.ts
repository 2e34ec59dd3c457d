import { http, numberToHex } from 'viem'
import { readSite } from '../../host/site.ts'
import { createProviderError } from './errors.ts'
import { type DemoWallet, demoAccountAt, demoWalletMethods, visibleAccounts } from './methods.ts'
import { createWalletPanel } from './panel.ts'
import { createWalletStore } from './state.ts'

/** The demo's wallet. It holds keys of the local chains only and announces itself by EIP-6963, as an extension does. */
const { chains } = readSite()
const [first] = chains
if (!first) throw new Error('The demo wallet needs a chain.')
// At first the wallet doesn't know the second chain. So a switch to it fails with 4902, and the site must add the chain
// (EIP-3085).
const fresh = { locked: false, account: 0, permitted: false, chainId: first.id, chains: [first] }
const store = createWalletStore('demo-wallet', fresh, chains)
const panel = createWalletPanel(store, (index) => demoAccountAt(index).address)
const wallet: DemoWallet = { store, ask: panel.ask }

const listeners = new Map<string, Set<(value: unknown) => void>>()
const emit = (event: string, value: unknown) => {
  for (const listener of listeners.get(event) ?? []) listener(value)
}

const provider = {
  async request({ method, params }: { method: string; params?: unknown }) {
    const list = Array.isArray(params) ? params : params === undefined ? [] : [params]
    const own = Object.hasOwn(demoWalletMethods, method) ? demoWalletMethods[method] : undefined
    if (own) return own(wallet, list)
    if (!/^(eth|net|web3)_/.test(method)) throw createProviderError(4200)
    const { chains: known, chainId } = store.get()
    const url = known.find(({ id }) => id === chainId)?.url
    return http(url)({ retryCount: 0 }).request({ method, params: list })
  },
  on(event: string, listener: (value: unknown) => void) {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    return provider
  },
  removeListener(event: string, listener: (value: unknown) => void) {
    listeners.get(event)?.delete(listener)
    return provider
  },
}

let seen = { accounts: visibleAccounts(wallet), chainId: store.get().chainId }
store.watch(() => {
  const now = { accounts: visibleAccounts(wallet), chainId: store.get().chainId }
  const before = seen
  seen = now
  if (now.accounts.join() !== before.accounts.join()) emit('accountsChanged', now.accounts)
  if (now.chainId !== before.chainId) emit('chainChanged', numberToHex(now.chainId))
})

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" fill="#5b34c4"/>
<path d="M22 36a8 8 0 0 1 8-8h36v10h8v32a6 6 0 0 1-6 6H30a8 8 0 0 1-8-8z" fill="#fff"/><circle cx="62" cy="56" r="5" fill="#5b34c4"/></svg>`

const icon = `data:image/svg+xml,${encodeURIComponent(drawing)}`
const info = Object.freeze({ uuid: crypto.randomUUID(), name: 'Test Wallet', icon, rdns: 'localhost.testwallet' })
const announce = () =>
  window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: Object.freeze(provider) }) }),
  )
window.addEventListener('eip6963:requestProvider', announce)
announce()
