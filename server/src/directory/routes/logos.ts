import type { Hono } from 'hono'
import { encodeUncompressed } from '../../http/encodings.ts'
import type { HeaderTable } from '../../http/headers.ts'
import type { ServerParts } from '../../http/parts.ts'
import type { RateLimits } from '../../http/rateLimits.ts'
import { reply, replyEncoded } from '../../http/replies.ts'

/**
 * Serves the logos of the projects' sites and the icons of listed tokens on the secure frame's host, which loads images
 * from nowhere else. Every image is redrawn, so neither a document nor a script reaches that host. A card without an
 * image shows a letter.
 */
export const logoRoutes = (
  secure: Hono,
  { projects, icons, tokenLists }: ServerParts,
  rateLimits: RateLimits,
  headers: HeaderTable,
): void => {
  const urls = new Map(projects.flatMap(({ logoUrls }) => [...logoUrls]))
  secure.get('/logos/:id', async (context) => {
    if (rateLimits(context, 'shared', '') > 0) return reply(429, headers.plain, 'Too many requests')
    const path = `/logos/${context.req.param('id')}`
    const url = urls.get(path) ?? (await tokenLists.findIcon(path))
    const logo = url === undefined ? undefined : await icons.get(url)
    if (!logo) return reply(404, headers.plain, 'Not found')
    return replyEncoded(context, headers.logo, encodeUncompressed(new Uint8Array(logo)))
  })
}
