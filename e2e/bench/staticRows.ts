import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { StackAddresses } from '../stack/stack.ts'

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
/** Headers that a floor does not copy, because they belong to one response or the floor sets them itself. */
const ownHeaders = /^(content-length|connection|keep-alive|date|etag|transfer-encoding|reporting-endpoints)$/

/**
 * The first view of the server's document without scripts: rows, styles and icons are the same bytes. `headers` are
 * those of the document, with which any site could send it. `compressed` has the same compression.
 */
export async function readStaticRows({ modal, shop }: StackAddresses) {
  const { port, host, origin } = new URL(modal)
  const headers = { Host: host, Referer: `${shop}/`, 'User-Agent': userAgent, 'Accept-Encoding': 'br' }
  const asked = request(`http://127.0.0.1:${port}/f/?theme=light&locale=en`, { headers }).end()
  const [response] = await once(asked, 'response')
  const document = brotliDecompressSync(Buffer.concat(await response.toArray())).toString()
  const html = document
    .replace(/<(script|template)[\s>].*?<\/\1>/gs, '')
    .replace(/<link [^>]*>/g, '')
    .replaceAll('src="/', `src="${origin}/`)
  const compressed = brotliCompressSync(html)
  const kept: [string, string][] = Object.entries(response.headers as Record<string, string>).filter(
    ([name]) => !ownHeaders.test(name),
  )
  return {
    html,
    compressed,
    headers: {
      ...Object.fromEntries(kept),
      etag: `"${createHash('sha256').update(html).digest('hex').slice(0, 16)}"`,
      // Pages of another origin embed a floor, and the floor loads its later icons from the product's origin.
      'content-security-policy': String(response.headers['content-security-policy'])
        .replace(/frame-ancestors [^;]*/, 'frame-ancestors *')
        .replace("img-src 'self'", `img-src ${origin}`),
    },
  }
}
