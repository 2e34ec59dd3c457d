/** The body as text, or null where it is longer than `limit` bytes: it is then not read to its end. */
export const readText = async (request: Request, limit: number): Promise<string | null> => {
  if (Number(request.headers.get('Content-Length') ?? 0) > limit) return null
  if (!request.body) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limit) return null
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
