import type { EmbeddedUser } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { solveWorkIn } from '../login/solveWork.ts'
import { findClientKey } from '../session/clientKey.ts'
import { createServerClient, type ServerClient, type ServerState } from '../session/serverClient.ts'
import { probeStorage } from '../session/storageClass.ts'
import type { Store } from '../session/store.ts'
import { createWithLock } from '../session/withLock.ts'
import type { PanelSurface } from '../ui/surface.ts'
import { findPasskeyDevice } from '../unlock/passkeyDevice.ts'
import { startWorker, startWorkSolver } from '../unlock/startWorker.ts'
import { openWindow } from '../windows/flows/openWindow.ts'
import { createEmbeddedWallet, type EmbeddedWallet } from './embedded.ts'
import type { WalletWindow } from './embeddedOptions.ts'

const hiddenMs = 300_000

type Options = {
  bootstrap: SecureBootstrap
  host: string
  topOrigin: string
  surface: PanelSurface
  /**
   * The document that opens the wallet. `frame`: the secure frame on a site. `vault`: the wallet window, which alone
   * may show the seed phrase.
   */
  documentKind: 'frame' | 'vault'
  reportUser(user: EmbeddedUser): void
  /** Set only in the wallet window. */
  window?: WalletWindow
}
type Opened = { wallet: EmbeddedWallet; server: ServerClient; store: Store }

/** Opens the wallet with this browser's storage, worker, network and passkeys. */
export const openEmbeddedWallet = async ({
  bootstrap,
  host,
  topOrigin,
  surface,
  documentKind,
  reportUser,
  window,
}: Options): Promise<Opened> => {
  const { projectId, captchaPage } = bootstrap
  // Read at the start, before a page can zoom the frame to deceive the gates.
  const scale = devicePixelRatio
  const storage = await probeStorage(() => indexedDB)
  const state: ServerState = { skewMs: 0 }
  const connect = (key: Parameters<typeof createServerClient>[0]['key']): ServerClient =>
    createServerClient({
      origin: location.origin,
      site: { projectId, host },
      windowKey: bootstrap.windowKey,
      key,
      fetch: (...args) => fetch(...args),
      isOnline: () => navigator.onLine,
      state,
    })
  const wallet = createEmbeddedWallet({
    bootstrap,
    host,
    topOrigin,
    origin: location.origin,
    name: location.hostname,
    storage,
    custody: startWorker(documentKind),
    surface,
    connect,
    withLock: createWithLock(() => navigator.locks),
    reportUser,
    locale: () => document.documentElement.lang || 'en',
    solveWork: (work, signal) => solveWorkIn(startWorkSolver, work, signal),
    solveCaptcha: captchaPage
      ? async (signal) => {
          const { askCaptcha, explainCaptcha } = await import('../login/captchaPanel.ts')
          if (documentKind === 'vault') return explainCaptcha({ surface }, signal)
          return askCaptcha({ surface, page: captchaPage, open: openWindow, scope: self }, signal)
        }
      : null,
    // This code loads on demand, because few visitors come back to a disconnected site.
    loadPressGuard: async () => (await import('../approval/guardPressInFrame.ts')).createPressGuard(scale),
    deviceType: documentKind === 'vault' ? 'vault' : 'device',
    credentials: 'PublicKeyCredential' in globalThis ? navigator.credentials : undefined,
    findPasskeyDevice: () => findPasskeyDevice({ capabilities: readCapabilities(), userAgent: navigator.userAgent }),
    openWindow: (path, fragment = '') => openWindow(`${path}/${encodeURIComponent(projectId)}${fragment}`) !== null,
    ...(window && { window }),
  })
  await wallet.start()
  lockWhenHidden(() => void wallet.lock())
  addEventListener('pagehide', () => void wallet.lock())
  const { store } = storage
  return { wallet, store, server: connect(() => findClientKey(store, `${projectId} ${host}`)) }
}

type Capabilities = Parameters<typeof findPasskeyDevice>[0]['capabilities']
/** Types of older browsers lack this function. */
const readCapabilities = (): Capabilities => {
  const passkeys = (globalThis as { PublicKeyCredential?: { getClientCapabilities?: NonNullable<Capabilities> } })
    .PublicKeyCredential
  return passkeys?.getClientCapabilities && (async () => passkeys.getClientCapabilities?.() ?? {})
}

const lockWhenHidden = (lock: () => void): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(lock, hiddenMs)
  })
}
