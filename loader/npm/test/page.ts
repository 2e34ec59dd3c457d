import { vi } from 'vitest'
import { restoreHintKey } from '../../src/hook.ts'

const first = '0x1111111111111111111111111111111111111111'
const second = '0x2222222222222222222222222222222222222222'

/** How a wallet of the page answers. `removes` is what it does when a site gives its permission back. */
type TestWallet = { permitted: boolean; revocation: 'revokes' | 'silent' | 'emits' }

/** Announces a wallet of the page, which has two accounts and permits the site from an earlier visit. */
export const announceWallet = (revocation: TestWallet['revocation'] = 'silent') => {
  const wallet: TestWallet = { permitted: true, revocation }
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown): void => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const answers: Record<string, () => unknown> = {
    eth_accounts: () => (wallet.permitted ? [first, second] : []),
    eth_requestAccounts: () => {
      wallet.permitted = true
      return [first, second]
    },
    eth_chainId: () => '0x1',
    wallet_revokePermissions: () => {
      if (wallet.revocation === 'silent') throw Object.assign(new Error('unknown method'), { code: 4200 })
      wallet.permitted = false
      if (wallet.revocation === 'emits') emit('accountsChanged', [])
      return null
    },
  }
  const provider = {
    request: async ({ method }: { method: string }) => {
      const answer = answers[method]
      if (!answer) throw Object.assign(new Error(`No ${method} here`), { code: 4200 })
      return answer()
    },
    on: (event: string, listener: (value: unknown) => void) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener: (event: string, listener: (value: unknown) => void) => {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  const info = { uuid: 'b8d7b1a0-0000-4000-8000-000000000000', rdns: 'io.kite', name: 'Kite', icon: 'data:image/png,' }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  const start = (): void => {
    addEventListener('eip6963:requestProvider', announce)
    announce()
  }
  start()
  return {
    wallet,
    /** Announces the wallet again, as an extension does after each load of the page. */
    start,
  }
}

/** Stores what AppKit keeps of a connection, as after an earlier visit with this wallet. */
export const rememberConnection = (): void => {
  const account = { status: 'reconnecting', connectorId: 'io.kite', caipNetworkId: 'eip155:1' }
  const caipAddresses = [first, second].map((address) => `eip155:1:${address}`)
  const hint = { ...account, caipAddress: caipAddresses[0], caipAddresses }
  localStorage.setItem(restoreHintKey, JSON.stringify({ eip155: hint }))
}

/**
 * Lets the scripts of this page run: the test's browser fetches nothing, so each script tag runs the source of the
 * loader or of the bridge. Returns the tags. While `isOffline`, every script fails.
 */
export const runScripts = () => {
  const page = { tags: [] as HTMLScriptElement[], isOffline: false }
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const script = nodes[0] as HTMLScriptElement
    page.tags.push(script)
    // One after the other, because `document.currentScript` is the script that runs.
    running = running.then(() => runScript(script, page.isOffline))
  })
  return page
}
let running = Promise.resolve()

const runScript = async (script: HTMLScriptElement, isOffline: boolean): Promise<void> => {
  if (isOffline) return void script.onerror?.('offline')
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true })
  // The loader's scripts are separate bundles, so each has a separate copy of the modules.
  vi.resetModules()
  if (script.src.endsWith('loader.js')) await import('../../src/core/index.ts')
  else if (script.src.endsWith('%BRIDGE_URL%')) await import('../../src/bridge/index.ts')
  // No test here shows the texts of the bridge's error panel.
  else script.onerror?.('not found')
  script.onload?.(new Event('load'))
}

/** Listeners on the window outlive a test's page, so the next page removes them. */
const listeners: [type: string, listener: EventListener][] = []
const add = window.addEventListener.bind(window)

/** Gives the test a new page, whose storage is empty unless the visitor loads the page again. */
export const startPage = ({ isReload = false } = {}): void => {
  vi.resetModules()
  // The test's browser lacks this property.
  vi.stubGlobal('origin', location.origin)
  for (const [type, listener] of listeners.splice(0)) window.removeEventListener(type, listener)
  vi.spyOn(globalThis, 'addEventListener').mockImplementation((type: string, listener: unknown) => {
    listeners.push([type, listener as EventListener])
    add(type, listener as EventListener)
  })
  if (!isReload) localStorage.clear()
  document.body.replaceChildren()
  delete (globalThis as { AppKit?: unknown }).AppKit
}
