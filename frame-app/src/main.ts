import { AppError, toWire } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { readNonce, refuse, sayHello, shakeHands } from '@appkit-frame/loader/protocol/wire/handshake.ts'
import { serve } from '@appkit-frame/loader/protocol/wire/peer.ts'
import { strictLimits } from '@appkit-frame/loader/protocol/wire/strictLimits.ts'
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
 * Starts the core of the frame, which is everything but the views. The handshake runs while the views load, and a page
 * that only reads never loads them.
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
  // After the transport closes, say hello again; otherwise the page would wait for its answers until they time out.
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

/** Loads the views once. After a failure the next call tries again. */
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
    // Starting the views takes longer than painting, so the prerendered markup is painted first. A preloaded frame has
    // no size yet and nothing to paint.
    if (innerWidth > 0) await nextFrame()
    try {
      await draw()
    } catch {
      // `open` tries again and reports the failure to the page.
    }
  }
  return { draw, drawEarly, isPrepared: () => prepared?.isConnected === true }
}

/**
 * The document of a frame that only reads has no root. The root comes first, so that the secure frame lies on top of
 * it.
 */
const createRoot = (): HTMLElement => {
  const root = document.createElement('div')
  root.id = 'root'
  document.body.prepend(root)
  return root
}

/** A hidden frame paints nothing, so the wait has a limit. */
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

// Not awaited: the views import this module, and a top-level await would make them wait for the handshake.
void boot()
