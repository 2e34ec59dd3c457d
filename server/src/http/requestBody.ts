import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'

/**
 * Reads the body of a request as text. Returns null for a body that is longer than `maxBytes`, without reading all of
 * it.
 */
export const readBodyText = async (context: Context, maxBytes: number): Promise<string | null> => {
  let text: string | null = null
  const read = bodyLimit({ maxSize: maxBytes, onError: (refused) => refused.body(null, 413) })
  try {
    await read(context, async () => {
      text = await context.req.text()
    })
  } catch (cause) {
    // The visitor closed the connection. The error handler doesn't log REQUEST_ABORTED as a failure.
    throw new AppError(commonErrors.REQUEST_ABORTED, { cause })
  }
  return text
}
