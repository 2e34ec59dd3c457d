import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Log } from '../../http/log.ts'
import { createSemaphore } from '../../http/semaphore.ts'
import { withTimeout } from '../../http/withTimeout.ts'
import { detectImageFormat } from './imageFormat.ts'

type IconSize = { side: number; quality: number; format?: 'webp' | 'png' }
/** An icon has 40 CSS pixels, which are 120 device pixels on a 3x screen. 128 is the next power of two. */
const full: IconSize = { side: 128, quality: 88 }
/** A smaller icon for the frame's document, in which each byte delays the first paint. */
export const smallIconSize: IconSize = { side: 96, quality: 70 }
/** The logo in a mail. Some mail clients show no webp. */
export const mailLogoSize: IconSize = { side: 96, quality: 90, format: 'png' }
/** The most pixels of an image. A decoded pixel takes four bytes, so an image takes at most 16 MiB of memory. */
const pixelLimit = 4 * 1024 * 1024
const drawSeconds = 3
const waitMs = 6_000
/** How many images are redrawn at once. Node's thread pool has four threads, which files and DNS need too. */
const atOnce = 2
const waitingLimit = 100

/** The only decoders that may run. libvips has some thirty more, and each is an attack surface. */
const decoders = ['PngBuffer', 'JpegBuffer', 'WebpBuffer', 'NsgifBuffer', 'SvgBuffer']

/**
 * Decodes an untrusted image and redraws it as a small webp or PNG, so that no script, reference or metadata reaches a
 * visitor. `sharp` loads with the first image. If `sharp` is not installed, every redraw fails with
 * RESOURCE_UNAVAILABLE, and the visitor sees an icon with the first letter of the wallet's name.
 */
export const createImageRedrawer = (log: Log) => {
  let loading: Promise<typeof import('sharp').default> | undefined
  const semaphore = createSemaphore(atOnce, waitingLimit)

  const draw = async (bytes: Uint8Array, { side, quality, format = 'webp' }: IconSize): Promise<Buffer> => {
    const kind = detectImageFormat(bytes)
    if (!kind) throw unreadable()
    loading ??= loadSharp(log)
    const sharp = await loading
    const limits = { limitInputPixels: pixelLimit, failOn: 'error' } as const
    try {
      const { width = side, height = side } = await sharp(bytes, limits).metadata()
      // Choose the density so that an SVG renders at its final size, however large its own size is. At a density of
      // 72, one SVG unit is one pixel.
      const density = Math.min(2400, Math.max(1, Math.ceil((72 * side) / Math.max(width, height))))
      return await sharp(bytes, kind === 'svg' ? { ...limits, density } : limits)
        .timeout({ seconds: drawSeconds })
        .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .toFormat(format, { quality })
        .toBuffer()
    } catch (cause) {
      throw unreadable(cause)
    }
  }

  // sharp checks its own `timeout` only between steps of libvips, so a single long step needs this time limit.
  return (bytes: Uint8Array, size = full): Promise<Buffer> =>
    withTimeout(
      waitMs,
      semaphore(() => draw(bytes, size)),
    )
}

export type RedrawImage = ReturnType<typeof createImageRedrawer>

const loadSharp = async (log: Log): Promise<typeof import('sharp').default> => {
  try {
    const { default: sharp } = await import('sharp')
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: decoders.map((name) => `VipsForeignLoad${name}`) })
    return sharp
  } catch (cause) {
    log.write('icons are not redrawn')
    throw new AppError(commonErrors.RESOURCE_UNAVAILABLE, { message: 'sharp is not installed for this machine', cause })
  }
}

const unreadable = (cause?: unknown): AppError =>
  new AppError(commonErrors.RESOURCE_UNAVAILABLE, {
    message: 'the image cannot be decoded',
    ...(cause !== undefined && { cause }),
  })
