import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { StackAddresses } from '../stack/stack.ts'

const userAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
/**
 * Headers that the hand-written page does not take from the product's response. They belong to one response, or the
 * page's server sets them itself.
 */
const ownHeaders = /^(content-length|connection|keep-alive|date|etag|transfer-encoding|reporting-endpoints)$/

/**
 * Reads the first view from the server and removes its scripts, as a lower bound for the product. Rows, styles and
 * icons are the same bytes as in the product. `headers` are those of the product's document, changed so that any site
 * can embed it. `compressed` is the document with the product's compression.
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
      // A page of another origin embeds this document, and the document loads its later icons from the product's
      // origin.
      'content-security-policy': String(response.headers['content-security-policy'])
        .replace(/frame-ancestors [^;]*/, 'frame-ancestors *')
        .replace("img-src 'self'", `img-src ${origin}`),
    },
  }
}
