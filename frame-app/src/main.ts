import { AppError, toWireError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { shippedLanguageOf } from '@appkit-frame/loader/protocol/messages/languages.ts'
import { readNonce, refuseToStart, sendHello } from '@appkit-frame/loader/protocol/wire/handshake.ts'
import { serveApi } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { strictLimits } from '@appkit-frame/loader/protocol/wire/strictLimits.ts'
import { openTransport } from '@appkit-frame/loader/protocol/wire/transport.ts'
import { createStore } from 'jotai/vanilla'
import { findHostOrigin, readBootstrap } from './core/boot.ts'
import { createConnectors } from './core/connectors/index.ts'
import { readRows } from './core/domain/reservedRows.ts'
import type { Store } from './core/effects/context.ts'
import { createHostApi } from './core/effects/hostApi.ts'
import { readWalletIcon, readWallets } from './core/effects/hostArguments.ts'
import { startEffects } from './core/effects/index.ts'
import { accountsAtom, activeAccountAtom, isReconnectingAtom } from './core/state/accounts.ts'
import { setConnectorsAtom, setHandshakeWalletsAtom } from './core/state/connections.ts'
import { setIsPhoneAtom } from './core/state/device.ts'
import { isOpenAtom, isVisitRenderedAtom } from './core/state/modal.ts'
import { connectNamespaceAtom } from './core/state/networks.ts'
import { configureAtom, setBootstrapAtom, setLocaleAtom, setThemeAtom } from './core/state/options.ts'
import { createHostPeer, setHostAtom } from './core/state/peers.ts'
import { hostOriginAtom, openStorage, setStorageAtom } from './core/state/storage.ts'
import { whenTrue } from './core/state/whenTrue.ts'
import { type Handover, type HandshakeResult, readHandover } from './document/handover.ts'
import { clearPress, clearPressOnClose, createEarlyInput } from './document/takeOver.ts'
import { createNavigation } from './router/navigation.ts'
import type { FirstViewInputs } from './shell/firstView.ts'
import { onLostChunk } from './shell/loadChunk.ts'

/**
 * Starts the core of the frame, which is everything except the views. The document's script shakes hands while this
 * file loads. If the page never opens the modal, the views never load.
 */
const start = async (): Promise<void> => {
  const bootstrap = readBootstrap(document)
  const handover = readHandover(document)
  const parentOrigin = location.ancestorOrigins ? undefined : (await handover.connected).origin
  const hostOrigin = findHostOrigin(window, bootstrap, parentOrigin)
  const store = createStore()
  const { dataset, lang } = document.documentElement
  const facts: FirstViewInputs = {
    bootstrap,
    theme: dataset.theme === 'dark' ? 'dark' : 'light',
    language: shippedLanguageOf(lang),
    isPhone: dataset.device === 'phone',
  }
  store.set(setBootstrapAtom, bootstrap)
  store.set(setThemeAtom, facts.theme)
  store.set(setLocaleAtom, lang)
  store.set(setIsPhoneAtom, facts.isPhone)
  store.set(setStorageAtom, openStorage(window), hostOrigin)
  featureWallets(store)

  const started = Promise.withResolvers<HandshakeResult>()
  const stage = createStage(store, handover, facts, started.promise)
  clearPressOnClose(store, handover)
  if (!new URLSearchParams(location.search).has('core')) void stage.drawEarly()

  const connection = await handover.connected
  await setHandshakeWallets(store, connection)
  const wire = openTransport(connection.port, strictLimits())
  // When the transport closes, says hello again. Otherwise the page would wait for answers until they time out.
  wire.listen(() => false, askForNewFrame)
  const host = createHostPeer(wire)
  store.set(setHostAtom, host)
  store.set(setConnectorsAtom, createConnectors({ store, host, hostOrigin }))
  const context = { store, host, hostOrigin, navigation: createNavigation(store), ...stage }
  startEffects(context)
  serveApi(wire, createHostApi(context), toWireError)
  started.resolve(connection)
}

/** A second hello makes the page of an open modal replace this frame and open the modal again. */
const askForNewFrame = (): void => sendHello(window, readNonce(location.hash))

/** Sets the featured wallets that the page named when it created the frame, because its options arrive later. */
const featureWallets = (store: Store): void => {
  const [, ...featuredWalletIds] = readRows(new URLSearchParams(location.hash).get('rows'))
  if (featuredWalletIds[0]) store.set(configureAtom, { featuredWalletIds })
}

/** Validates the handshake's wallets like every later list of the page. An invalid icon must not stop the start. */
const setHandshakeWallets = async (store: Store, { wallets }: HandshakeResult): Promise<void> => {
  if (!wallets) return
  const icons = wallets.flatMap(({ id, icon }) => {
    try {
      return [readWalletIcon([id, icon])]
    } catch {
      return []
    }
  })
  const list = readWallets([wallets.map(({ id, name }) => ({ id, name, rdns: id }))])
  await store.set(setHandshakeWalletsAtom, list, Object.fromEntries(icons))
}

/** Loads and mounts the views once. After a failure the next call tries again. */
const createStage = (store: Store, handover: Handover, facts: FirstViewInputs, started: Promise<HandshakeResult>) => {
  /** Null after a failure. */
  let mounted: Promise<void> | null | undefined
  // Only a press of the visitor in the open modal leads to a new frame. Otherwise a file that never loads would replace
  // each new frame, and a closed modal would lose its frame with all connections.
  const renew = (): void => {
    if (store.get(isOpenAtom) && navigator.userActivation.isActive && navigator.onLine) askForNewFrame()
  }
  const root = document.getElementById('root')
  const hasFirstView = Boolean(root?.firstElementChild)
  const prerenderedView = () => (hasFirstView ? findPrerenderedView(root as HTMLElement, store, handover) : undefined)
  const mountViews = async () => {
    const { mount, createFirstViewStore } = await import('./shell/mount.tsx')
    const connection = await started
    // Another view than Connect depends on the account.
    if (root?.hidden || root?.dataset.account) await accountsSettled(store)
    // A press on the account of the last visit must not act on another account.
    if (!prerenderedView()) clearPress(handover)
    const firstStore = await createFirstViewStore(facts)
    // The document's script adds rows for the page's wallets only if the document has a template with this attribute.
    // Without it, React must take over a list without these rows.
    if (document.querySelector('[data-index]')) {
      firstStore.set(setStorageAtom, openStorage(window), store.get(hostOriginAtom))
      featureWallets(firstStore)
      await setHandshakeWallets(firstStore, connection)
    }
    await mount({
      store,
      root: root ?? createRoot(),
      ...(hasFirstView && { firstStore }),
      input: createEarlyInput(store, handover),
    })
    // The code of the views itself is not counted: a failure of the first load is reported to the page.
    onLostChunk(renew)
    await nextFrame()
  }
  const draw = async (isOtherView = false): Promise<void> => {
    if (isOtherView && root && !handover.isOver && !root.dataset.account) root.hidden = true
    mounted ??= mountViews()
    try {
      await mounted
    } catch (cause) {
      mounted = null
      throw new AppError(commonErrors.CHUNK_FAILED, { cause })
    }
    if (store.get(isVisitRenderedAtom)) return
    await whenTrue(store, isVisitRenderedAtom)
    await nextFrame()
  }
  const drawEarly = async (): Promise<void> => {
    // Waits until the prerendered markup is painted. Starting the views takes longer than painting, and would delay the
    // paint.
    await nextFrame()
    // After a failure of `open`, only the visitor's press on "Try again" draws: the document then contains the failure.
    if (mounted === null) return
    try {
      await draw()
    } catch {
      // A failure stays silent, because `open` tries again and reports it to the page.
    }
  }
  return {
    draw,
    drawEarly,
    renew,
    prerenderedView,
    onLeave: (leave: () => void) => {
      handover.leave = leave
    },
  }
}

/** The name of the view that the document shows without React. An account view counts only for the active account. */
const findPrerenderedView = (root: HTMLElement, store: Store, handover: Handover): string | undefined => {
  const { account } = root.dataset
  if (root.hidden || handover.isOver) return undefined
  // The document lists the wallets of all namespaces.
  if (!account) return store.get(connectNamespaceAtom) ? undefined : 'Connect'
  return account === store.get(activeAccountAtom)?.caipAddress ? 'Account' : undefined
}

/** Resolves when the page has reported accounts of which none still reconnects, or when it has opened the modal. */
const accountsSettled = (store: Store): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => (store.get(isOpenAtom) || !store.get(isReconnectingAtom)) && resolve()
    store.sub(accountsAtom, settle)
    store.sub(isOpenAtom, settle)
    if (store.get(activeAccountAtom) || store.get(isOpenAtom)) resolve()
  })

/**
 * Creates the root element. It is missing in the document of a frame that the page uses without opening the modal. It
 * becomes the first child, so that the secure frame lies on top.
 */
const createRoot = (): HTMLElement => {
  const root = document.createElement('div')
  root.id = 'root'
  document.body.prepend(root)
  return root
}

/**
 * The time limit of the wait for a painted frame. A browser paints no frame in a background tab or in a dialog without
 * layout. It seldom paints a frame that it does not show.
 */
const longestFrameMs = 100
const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, longestFrameMs)
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

const boot = async (): Promise<void> => {
  try {
    await start()
  } catch (error) {
    refuseToStart(window, error instanceof AppError ? error.code : 'INTERNAL_ERROR')
    throw error
  }
}

// `boot` is not awaited, because the views import this module, and a top-level await would make them wait for the
// handshake.
void boot()
