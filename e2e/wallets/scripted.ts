import type { Page } from '@playwright/test'

/** How a scripted wallet answers. Kept in the page's session storage, so it outlives a reload as an extension would. */
type ScriptedWallet = {
  name: string
  rdns: string
  accounts: string[]
  chainId: string
  /** Whether the site has permission, so that `eth_accounts` returns the accounts. */
  permitted: boolean
  locked: boolean
  /** The time in milliseconds after which `eth_accounts` answers. */
  slowMs: number
  /** Maps a method to the error that it throws. */
  errors: Record<string, { code: number; message: string; data?: unknown }>
  /** Maps a method to the answer that the test wants instead of the wallet's own. */
  answers: Record<string, unknown>
  /** Methods whose answers wait until the test calls `release`. */
  held: string[]
  /** Whether the wallet announces itself. */
  removed: boolean
  /** Whether the wallet revokes a permission without an event. */
  revokesSilently: boolean
}

type Handle = {
  set(change: Partial<ScriptedWallet>): void
  emit(event: string, value: unknown): void
  release(): void
  requests: { method: string; params?: unknown }[]
}
declare global {
  interface Window {
    scriptedWallets: Record<string, Handle>
  }
}

const preset: ScriptedWallet = {
  name: 'Scripted Wallet',
  rdns: 'test.scripted',
  accounts: [],
  chainId: '0x7a69',
  permitted: false,
  locked: false,
  slowMs: 0,
  errors: {},
  answers: {},
  held: [],
  removed: false,
  revokesSilently: false,
}

/** Adds a wallet to every page of the test. It answers as the test configures it and records its requests. */
export async function installScriptedWallet(page: Page, wallet: Partial<ScriptedWallet>) {
  const settings = { ...preset, ...wallet }
  const { rdns } = settings
  await page.addInitScript(inPage, settings)
  return {
    set: (change: Partial<ScriptedWallet>) =>
      page.evaluate(([id, value]) => window.scriptedWallets[id]?.set(value), [rdns, change] as const),
    emit: (event: string, value: unknown) =>
      page.evaluate(([id, name, data]) => window.scriptedWallets[id]?.emit(name, data), [rdns, event, value] as const),
    release: () => page.evaluate((id) => window.scriptedWallets[id]?.release(), rdns),
    requests: () => page.evaluate((id) => window.scriptedWallets[id]?.requests ?? [], rdns),
  }
}

/** Runs in the page, so it can't use this module's scope. */
function inPage(settings: ScriptedWallet): void {
  if (window.top !== window) return
  const key = `scripted:${settings.rdns}`
  const stored = sessionStorage.getItem(key)
  let state: ScriptedWallet = stored ? JSON.parse(stored) : settings
  const requests: Handle['requests'] = []
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  let releases: (() => void)[] = []
  const set = (change: Partial<ScriptedWallet>) => {
    state = { ...state, ...change }
    sessionStorage.setItem(key, JSON.stringify(state))
  }
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  window.scriptedWallets = { ...window.scriptedWallets }
  window.scriptedWallets[settings.rdns] = {
    set,
    emit,
    release() {
      for (const go of releases) go()
      releases = []
    },
    requests,
  }
  if (state.removed) return

  const own: Record<string, (params: unknown[]) => unknown> = {
    eth_accounts: () => (state.permitted && !state.locked ? state.accounts : []),
    eth_requestAccounts() {
      set({ permitted: true, locked: false })
      return state.accounts
    },
    eth_chainId: () => state.chainId,
    net_version: () => String(Number(state.chainId)),
    wallet_getPermissions: () => (state.permitted ? [{ parentCapability: 'eth_accounts' }] : []),
    wallet_requestPermissions: () => {
      set({ permitted: true })
      return [{ parentCapability: 'eth_accounts' }]
    },
    wallet_revokePermissions() {
      set({ permitted: false })
      if (!state.revokesSilently) emit('accountsChanged', [])
      return null
    },
    wallet_switchEthereumChain([target]) {
      set({ chainId: (target as { chainId: string }).chainId })
      emit('chainChanged', state.chainId)
      return null
    },
  }
  const provider = {
    async request({ method, params }: { method: string; params?: unknown[] }) {
      requests.push({ method, ...(params === undefined ? {} : { params }) })
      if (state.held.includes(method)) await new Promise<void>((resolve) => releases.push(resolve))
      if (method === 'eth_accounts' && state.slowMs) await new Promise((resolve) => setTimeout(resolve, state.slowMs))
      const failure = state.errors[method]
      if (failure) throw Object.assign(new Error(failure.message), failure)
      if (Object.hasOwn(state.answers, method)) return state.answers[method]
      const answer = own[method]
      if (!answer) throw Object.assign(new Error(`No ${method} here`), { code: 4200 })
      return answer(params ?? [])
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
  const info = {
    uuid: crypto.randomUUID(),
    name: state.name,
    rdns: state.rdns,
    icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
  }
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
