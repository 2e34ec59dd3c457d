import { fetchBounded } from '../../http/egress/fetchBounded.ts'
import type { Log } from '../../http/log.ts'
import { createSemaphore } from '../../http/semaphore.ts'
import { staleWhileRevalidate } from '../../http/staleWhileRevalidate.ts'
import { withTimeout } from '../../http/withTimeout.ts'
import type { IconFiles } from './iconFiles.ts'
import { mailLogoSize, type RedrawImage, smallIconSize } from './redraw.ts'

const keptInMemory = 1_000
const memoryMs = 60 * 60 * 1_000
const fileMs = 7 * 24 * 60 * 60 * 1_000
const pauseMs = 60_000
/** The most fetches at once. A list of wallets requests some forty images, so most of them wait. */
const fetchesAtOnce = 8
const fetchesWaiting = 200
/** After this time a visitor gets a letter icon instead. A later request gets the image. */
const visitorMs = 8_000
const bounds = { timeoutMs: 5_000, limitBytes: 2 * 1024 * 1024, type: 'image/' } as const

type Options = { redraw: RedrawImage; files: IconFiles; log: Log; now: () => number; clock: () => number }

/** Fetches and redraws images of other hosts. Their URLs come from the operator, or from an upstream listing. */
export const createIconLoader = ({ redraw, files, log, now, clock }: Options) => {
  const cache = staleWhileRevalidate<Buffer>({ limit: keptInMemory, freshMs: memoryMs, pauseMs, now })

  const semaphore = createSemaphore(fetchesAtOnce, fetchesWaiting)

  const load = async (address: string): Promise<Buffer> => {
    const saved = await files.read(address)
    if (saved && clock() - saved.savedAt < fileMs) return saved.icon
    try {
      const icon = await redraw(await semaphore(() => readOriginal(address)))
      await files.write(address, icon)
      return icon
    } catch (cause) {
      log.write('icon was not loaded', { hasOldIcon: saved !== undefined })
      if (saved) return saved.icon
      throw cause
    }
  }

  return {
    /**
     * Returns the redrawn image, or undefined if the image isn't available now. The caller then draws a letter icon.
     */
    get: async (address: string): Promise<Buffer | undefined> => {
      try {
        return await withTimeout(
          visitorMs,
          cache.get(address, () => load(address)),
        )
      } catch {
        // The image is late or can't be loaded. A late image arrives in the cache, for the next request.
        return undefined
      }
    },
    /** Redraws an icon smaller for the frame's document, in which each byte delays the first paint. */
    shrink: (icon: Uint8Array): Promise<Buffer> => redraw(icon, smallIconSize),
    /** Redraws an icon for a mail. */
    png: (icon: Uint8Array): Promise<Buffer> => redraw(icon, mailLogoSize),
  }
}

export type IconLoader = ReturnType<typeof createIconLoader>

const readOriginal = async (address: string): Promise<Buffer> => {
  if (!address.startsWith('data:')) return fetchBounded(address, bounds)
  const comma = address.indexOf(',')
  const [head, data] = [address.slice(0, comma), address.slice(comma + 1)]
  return head.endsWith(';base64') ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data))
}
