import type { EmbeddedUser } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { findClientKey } from '../session/clientKey.ts'
import { createTurns } from '../session/inTurn.ts'
import { createServerLine, type Heard, type ServerLine } from '../session/serverLine.ts'
import { probeStorage } from '../session/storageClass.ts'
import type { Store } from '../session/store.ts'
import type { Surface } from '../ui/surface.ts'
import type { Offer } from '../unlock/recovery/takeOffer.ts'
import { startWorker } from '../unlock/startWorker.ts'
import { openWindow } from '../windows/flows/openWindow.ts'
import { browserName } from './browserName.ts'
import { createEmbedded, type Embedded } from './embedded.ts'

const hiddenMs = 300_000

type Options = {
  bootstrap: SecureBootstrap
  host: string
  surface: Surface
  /** A window of this origin may show the words of the seed, the frame never. */
  place: 'frame' | 'vault'
  tell(user: EmbeddedUser): void
  /** In a window: what the frame that opened it offers. */
  offer?: () => Offer | null
  showWords?: (words: string, signal: AbortSignal) => Promise<void>
}
export type Opened = { wallet: Embedded; line: ServerLine; store: Store }

/** The wallet with this browser's own parts: storage, worker, network, passkeys. */
export const openEmbedded = async ({
  bootstrap,
  host,
  surface,
  place,
  tell,
  offer,
  showWords,
}: Options): Promise<Opened> => {
  const { projectId } = bootstrap
  const storage = await probeStorage(() => indexedDB)
  const heard: Heard = { skewMs: 0 }
  const connect = (key: Parameters<typeof createServerLine>[0]['key']): ServerLine =>
    createServerLine({
      origin: location.origin,
      site: { projectId, host },
      key,
      fetch: (...args) => fetch(...args),
      isOnline: () => navigator.onLine,
      heard,
    })
  const wallet = createEmbedded({
    bootstrap,
    host,
    origin: location.origin,
    name: location.hostname,
    storage,
    custody: startWorker(place),
    surface,
    connect,
    withLock: createTurns(() => navigator.locks),
    tell,
    locale: () => document.documentElement.lang || 'en',
    label: browserName(navigator.userAgent),
    deviceType: place === 'vault' ? 'vault' : 'device',
    credentials: 'PublicKeyCredential' in globalThis ? navigator.credentials : undefined,
    openWindow: (path, fragment = '') => openWindow(`${path}/${encodeURIComponent(projectId)}${fragment}`) !== null,
    ...(offer && { offer }),
    ...(showWords && { showWords }),
  })
  await wallet.start()
  lockWhenHidden(() => void wallet.lock())
  addEventListener('pagehide', () => void wallet.lock())
  const { store } = storage
  return { wallet, store, line: connect(() => findClientKey(store, `${projectId} ${host}`)) }
}

/** Nobody looks, nobody approves. */
const lockWhenHidden = (lock: () => void): void => {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.hidden) timer = setTimeout(lock, hiddenMs)
  })
}
