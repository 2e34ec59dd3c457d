import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { extname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Site } from '../host/site.ts'
import { type PageContext, scriptTag, type TestPage, testPages } from './pages.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

type SiteOptions = {
  port: number
  modalOrigin: string
  walletOrigin: string
  /** Returns the script tag with a pinned version, as the server logs it. */
  pinnedTag: () => Promise<string>
  site: Site
}

/**
 * Serves the demo's host pages. One server answers for every host name, and the project's settings decide which of
 * these sites may show the modal.
 */
export async function startSite({ port, modalOrigin, walletOrigin, pinnedTag, site }: SiteOptions): Promise<Server> {
  const server = createServer(async (request, response) => {
    try {
      await answer(request, response)
    } catch (cause) {
      response.writeHead(500, { 'Content-Type': 'text/plain' }).end(String(cause))
    }
  })

  const siteBlock = `<script type="application/json" id="site">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://site.invalid')
    const context: PageContext = {
      modalOrigin,
      walletOrigin,
      attributes: attributesOf(url.searchParams),
      pinnedTag,
    }
    const name = url.pathname.match(/^\/page\/([a-z-]+)$/)?.[1]
    if (name && Object.hasOwn(testPages, name)) {
      const make: (context: PageContext) => TestPage | Promise<TestPage> = testPages[name as keyof typeof testPages]
      const { headers, html } = await make(context)
      send(response, '.html', await html, headers)
    } else if (request.headers.host?.startsWith('phone.') && /^\/(wc)?$/.test(url.pathname)) {
      const html = await readFile(join(dist, 'phone.html'), 'utf8')
      send(response, '.html', html.replace('<!--body-->', siteBlock))
    } else if (url.pathname === '/' || url.pathname === '/wagmi') {
      const file = url.pathname === '/' ? 'shop.html' : 'wagmi.html'
      const wallet = url.searchParams.get('wallet') === 'none' ? '' : '<script type="module" src="/wallet.js"></script>'
      const html = await readFile(join(dist, file), 'utf8')
      // wagmi reconnects at its start, and ignores wallets that announce themselves meanwhile. So on wagmi's page the
      // tag is not `async`, and AppKit's wallet announces itself before wagmi starts.
      const head = url.pathname === '/' ? scriptTag(context) : scriptTag(context).replace(' async ', ' ')
      send(response, '.html', html.replace('<!--head-->', head).replace('<!--body-->', siteBlock + wallet))
    } else {
      await sendFile(response, url.pathname)
    }
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  const file = join(dist, decodeURIComponent(path))
  try {
    if (!file.startsWith(dist + sep)) throw new Error('outside')
    send(response, extname(file), await readFile(file))
  } catch {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found')
  }
}

function send(
  response: ServerResponse,
  extension: string,
  body: string | Buffer,
  headers: Record<string, string> = {},
) {
  response
    .writeHead(200, {
      'Content-Type': types[extension] ?? 'application/octet-stream',
      'Cache-Control': 'no-cache',
      // Lets those pages of the site that set COEP load these files.
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...headers,
    })
    .end(body)
}

/** `?data-theme=dark` puts that attribute on the page's tag. */
function attributesOf(query: URLSearchParams): string {
  return [...query]
    .filter(([name]) => /^data-[a-z-]+$/.test(name))
    .map(([name, value]) => `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
    .join(' ')
}
