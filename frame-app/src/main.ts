import { AppError, toWire } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { readNonce, refuse, sayHello, shakeHands } from '@appkit-frame/loader/protocol/wire/handshake.ts'
import { strictLimits } from '@appkit-frame/loader/protocol/wire/limits.ts'
import { serve } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { openTransport } from '@appkit-frame/loader/protocol/wire/transport.ts'
import { createStore } from 'jotai/vanilla'
import { findHost, readBootstrap } from './core/boot.ts'
import { createConnectors } from './core/connectors/index.ts'
import type { Store } from './core/effects/context.ts'
import { createHostApi } from './core/effects/hostApi.ts'
import { startEffects } from './core/effects/index.ts'
import { setConnectorsAtom } from './core/state/connections.ts'
import { setBootstrapAtom, setLocaleAtom, setThemeAtom } from './core/state/options.ts'
import { setHostAtom, wrapHost } from './core/state/peers.ts'
import { openStorage, setStorageAtom } from './core/state/storage.ts'
import { createNavigation } from './router/navigation.ts'
import { watchFailedStyles } from './shell/failedStyles.ts'

/**
 * The core of the frame: everything but the views. It shakes hands at once, while the views still load, and without
 * them where the page only reads.
 */
const start = async (): Promise<void> => {
  const bootstrap = readBootstrap(document)
  const hostOrigin = findHost(window, bootstrap)
  const store = createStore()
  const root = document.documentElement
  store.set(setBootstrapAtom, bootstrap)
  store.set(setThemeAtom, root.dataset.theme === 'dark' ? 'dark' : 'light')
  store.set(setLocaleAtom, root.lang)
  store.set(setStorageAtom, openStorage(window), hostOrigin)

  const { draw, drawEarly, isPrepared } = createStage(store)
  if (!new URLSearchParams(location.search).has('core')) void drawEarly()

  const nonce = readNonce(location.hash)
  const { port } = await shakeHands(window, { allows: (origin) => origin === hostOrigin, nonce })
  const wire = openTransport(port, strictLimits())
  // What the page says is heard by nobody any more: it would wait for answers until it gives up.
  wire.listen(
    () => false,
    () => sayHello(window, nonce),
  )
  const host = wrapHost(wire)
  store.set(setHostAtom, host)
  store.set(setConnectorsAtom, createConnectors({ store, host, hostOrigin }))
  const context = { store, host, hostOrigin, navigation: createNavigation(store), draw, isPrepared }
  startEffects(context)
  serve(wire, createHostApi(context), toWire)
}

/** Loads the views once; after a failure the next call tries again. */
const createStage = (store: Store) => {
  let mounted: Promise<void> | undefined
  const prepared = document.getElementById('root')?.firstElementChild
  const mountViews = async () => {
    const { mount } = await import('./shell/mount.tsx')
    await mount(store, document.getElementById('root') ?? createRoot())
  }
  watchFailedStyles()
  const draw = async (): Promise<void> => {
    mounted ??= mountViews()
    try {
      await mounted
    } catch (cause) {
      mounted = undefined
      throw new AppError(commonErrors.CHUNK_FAILED, { cause })
    }
    await nextFrame()
  }
  const drawEarly = async (): Promise<void> => {
    // What the server prepared is painted first; starting the views takes longer than drawing it. A frame that was warmed
    // is not on the screen yet, and has the time.
    if (innerWidth > 0) await nextFrame()
    try {
      await draw()
    } catch {
      // `open` tries again, and tells the page.
    }
  }
  return { draw, drawEarly, isPrepared: () => prepared?.isConnected === true }
}

/** A document that was only meant to read has none. First, so that the secure frame, if it is there, lies over it. */
const createRoot = (): HTMLElement => {
  const root = document.createElement('div')
  root.id = 'root'
  document.body.prepend(root)
  return root
}

/** A frame that is not shown yet draws none, so this does not wait for one forever. */
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
    refuse(window, error instanceof AppError ? error.code : 'INTERNAL_ERROR')
    throw error
  }
}

// Not awaited: the views import this module, and would wait for the handshake with it.
void boot()
