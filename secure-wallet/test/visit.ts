import type { EmbeddedUser, SecurePanel } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { expect, vi } from 'vitest'
import { createServerClient } from '../src/session/serverClient.ts'
import { createBrowserStorage, type StorageClass } from '../src/session/storageClass.ts'
import { memoryStore } from '../src/session/store.ts'
import type { GuardPress } from '../src/settings/confirmInPanel.ts'
import { createCardSurface } from '../src/ui/cardSurface.ts'
import type { PasskeyDevice } from '../src/unlock/passkeyDevice.ts'
import type { WalletOffer } from '../src/unlock/recovery/takeOffer.ts'
import type { CredentialsApi } from '../src/unlock/webauthn.ts'
import { createEmbeddedWallet } from '../src/wallet/embedded.ts'
import { createCustody } from '../src/worker/custody.ts'
import { testSite, walletOrigin } from './server.ts'
import { createWalletServer, type FailedPick, recoveryNumber, type WalletServer } from './walletServer.ts'

const network = (caipNetworkId: 'eip155:1' | 'eip155:10' | 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp') => ({
  caipNetworkId,
  chainNamespace: caipNetworkId.startsWith('eip155') ? ('eip155' as const) : ('solana' as const),
  id: caipNetworkId.split(':')[1] ?? '',
  name: caipNetworkId,
  nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 18 },
})
/** The gates need a real browser, so this window accepts each press. */
const pressAtOnce: GuardPress = ({ button, isFilled = () => true }, _, pressed) => {
  button.removeAttribute('aria-disabled')
  button.addEventListener('click', () => void (isFilled() && pressed()))
}

type WithLock = <Result>(name: string, run: () => Promise<Result>) => Promise<Result>
/** By default the documents of a test share no lock, as in a browser without Web Locks. */
export const startVisit = async (
  custodyMode: 'assisted' | 'self' = 'assisted',
  withLock: WithLock = (_, run) => run(),
) => {
  const server = await createWalletServer()
  const store = memoryStore()
  /** `device`: how the device offers a passkey. By default it offers no passkey. */
  const started = { device: null as PasskeyDevice | null }
  /** `pressGuard`: the code that protects the button of a return does not load. */
  const missing = { pressGuard: false }
  const bootstrap: SecureBootstrap = {
    version: '1',
    projectId: testSite.projectId,
    projectName: 'Shop',
    frameOrigin: 'https://modal.example',
    allowedOrigins: [testSite.host],
    trustedOrigins: [],
    allowedAncestors: [],
    sites: [],
    email: true,
    custody: custodyMode,
    ...(custodyMode === 'assisted' && { guardianKey: server.guardianKey }),
    networks: [network('eip155:1'), network('eip155:10'), network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')],
    defaultNetwork: 'eip155:1',
  }
  /** Loads a new document. The document's memory is empty; the browser's storage is kept. */
  const load = async (
    browserStore = store,
    kind: StorageClass = 'persistent',
    credentials?: CredentialsApi,
    documentKind: 'frame' | 'vault' = 'frame',
    offer: WalletOffer | null = null,
    ancestor?: string,
  ) => {
    const host = documentKind === 'vault' ? walletOrigin : testSite.host
    const reportUser = vi.fn((_: EmbeddedUser) => undefined)
    const panels: (SecurePanel | null)[] = []
    const opened: string[] = []
    const phrases: string[] = []
    const surface = createCardSurface({
      container: document.body,
      name: 'wallet.example',
      panel: async (panel) => void panels.push(panel),
    })
    const wallet = createEmbeddedWallet({
      bootstrap,
      host,
      topOrigin: ancestor ?? host,
      origin: walletOrigin,
      name: 'wallet.example',
      storage: createBrowserStorage(kind, browserStore),
      custody: createCustody({
        origin: 'https://wallet.example',
        isWalletWindow: documentKind === 'vault',
        kitCost: { memory: 8, passes: 1, lanes: 1 },
      }),
      surface,
      connect: (key) =>
        createServerClient({
          origin: walletOrigin,
          site: { ...testSite, host },
          windowKey: documentKind === 'vault' ? server.windowKey : undefined,
          key,
          fetch: (...args) => server.fetch(...args),
        }),
      withLock,
      reportUser,
      solveCaptcha: null,
      solveWork: async ({ challenge }) => ({ challenge, nonces: [] }),
      locale: () => document.documentElement.lang || 'en',
      loadPressGuard: async () => {
        if (missing.pressGuard) throw new Error('The code does not load.')
        return pressAtOnce
      },
      deviceType: documentKind === 'vault' ? 'vault' : 'device',
      credentials,
      findPasskeyDevice: async () => started.device,
      openWindow: (path, fragment = '') => opened.push(path + fragment) > 0,
      ...(documentKind === 'vault' && {
        window: {
          offer: () => offer,
          showPhrase: async (text: string) => void phrases.push(text),
          guardPress: pressAtOnce,
        },
      }),
    })
    await wallet.start()
    return { wallet, api: wallet.api, reportUser, panels, opened, phrases, redraw: surface.redraw }
  }
  return Object.assign(started, { server, store, load, missing, bootstrap })
}

export const textOnScreen = () => document.body.textContent ?? ''
export const waitForText = (text: string) => vi.waitFor(() => expect(textOnScreen()).toContain(text))
export const pressButton = (text: string) => {
  const found = [...document.querySelectorAll('button')].find((made) => made.textContent?.includes(text))
  expect(found, text).toBeDefined()
  found?.click()
}
export const typeCode = (code: string) => {
  const [input] = document.querySelectorAll<HTMLInputElement>('.otp input')
  if (!input) throw new Error('There are no inputs')
  input.value = code
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

export type StartedVisit = Awaited<ReturnType<typeof startVisit>>
export const signIn = async ({ server, load }: StartedVisit) => {
  const loaded = await load()
  expect(await loaded.api.connectEmail(server.email)).toEqual({ action: 'VERIFY_OTP' })
  await waitForText('Check your email')
  typeCode(server.rightCode)
  return loaded
}
export const signInAndContinue = async (started: StartedVisit) => {
  const loaded = await signIn(started)
  await waitForText('Your wallet is ready')
  pressButton('Continue')
  await vi.waitFor(() => expect(loaded.reportUser).toHaveBeenCalled())
  return loaded
}
/** Waits for the number on the screen, and picks it behind the guardian's link. `failure`: what another press causes. */
export const pickNumber = async (server: WalletServer, failure?: FailedPick): Promise<void> => {
  await waitForText('pick this number')
  server.state.picked = failure ?? recoveryNumber
}
