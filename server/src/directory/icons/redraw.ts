import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Log } from '../../http/log.ts'
import { createSemaphore } from '../../http/semaphore.ts'
import { withTimeout } from '../../http/withTimeout.ts'
import { imageFormat } from './imageFormat.ts'

/** Device pixels: 40 CSS pixels on a 3x screen, rounded up. */
const side = 128
/** A decoded pixel takes four bytes, so 16 MiB at most. */
const pixelLimit = 4 * 1024 * 1024
const drawSeconds = 3
const waitMs = 6_000
/** Node's thread pool has four threads, also for files and DNS, so half of them stay free. */
const atOnce = 2
const waitingLimit = 100

/** The only decoders that we allow. libvips has some thirty more, each an attack surface. */
const decoders = ['PngBuffer', 'JpegBuffer', 'WebpBuffer', 'NsgifBuffer', 'SvgBuffer']

/**
 * Decodes an untrusted image and redraws it as a small webp, so that no script, reference or metadata reaches a
 * visitor. `sharp` loads with the first image. A server without it draws icons.
 */
export const createRedraw = (log: Log) => {
  let loading: Promise<typeof import('sharp').default> | undefined
  const semaphore = createSemaphore(atOnce, waitingLimit)

  const draw = async (bytes: Uint8Array): Promise<Buffer> => {
    const kind = imageFormat(bytes)
    if (!kind) throw unreadable()
    loading ??= loadSharp(log)
    const sharp = await loading
    const limits = { limitInputPixels: pixelLimit, failOn: 'error' } as const
    try {
      const { width = side, height = side } = await sharp(bytes, limits).metadata()
      // Vector images render at their final size, so that size costs nothing. At a density of 72 one SVG unit is one
      // pixel.
      const density = Math.min(2400, Math.max(1, Math.ceil((72 * side) / Math.max(width, height))))
      return await sharp(bytes, kind === 'svg' ? { ...limits, density } : limits)
        .timeout({ seconds: drawSeconds })
        .resize(side, side, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
        .webp({ quality: 88 })
        .toBuffer()
    } catch (cause) {
      throw unreadable(cause)
    }
  }

  // libvips checks its own limit only between steps.
  return (bytes: Uint8Array): Promise<Buffer> =>
    withTimeout(
      waitMs,
      semaphore(() => draw(bytes)),
    )
}

export type Redraw = ReturnType<typeof createRedraw>

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
