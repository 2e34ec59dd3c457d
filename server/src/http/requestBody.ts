import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'

/** The body as text, or null where it is longer than `limit` bytes: it is then not read to its end. */
export const readText = async (request: Request, limit: number): Promise<string | null> => {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) return null
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of untilGone(request.body)) {
    size += chunk.byteLength
    if (size > limit) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** A body that breaks off means that the visitor went away: no failure of ours, and told apart by its code. */
async function* untilGone(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw new AppError(commonErrors.REQUEST_ABORTED, { cause })
  }
}
