import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Frame, Page } from '@playwright/test'
import type { StackAddresses } from '../../stack/stack.ts'
import { test as base, expect } from '../shared/test.ts'

export { expect } from '../shared/test.ts'

/** The attacker's HTML documents by their URLs, which may be on any origin. */
export type AttackDocuments = { [url: string]: string }

/**
 * A local server serves the attacker's documents. Chromium treats a response that Playwright fulfils itself as public,
 * and a public document may not load local addresses.
 */
export const test = base.extend<{ documents: Documents; plant: (documents: AttackDocuments) => Promise<void> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
  documents: async ({}, use) => {
    const documents = await serveDocuments()
    await use(documents)
    await documents.stop()
  },
  plant: async ({ page, documents }, use) =>
    use(async (attack) => {
      for (const [url, body] of Object.entries(attack)) {
        const source = documents.add(body)
        await page.route(url, (route) => route.continue({ url: source }))
      }
    }),
})

type Documents = Awaited<ReturnType<typeof serveDocuments>>

async function serveDocuments() {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.setHeader('Referrer-Policy', 'strict-origin')
    response.end(bodies[Number(request.url?.slice(1))])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    add: (body: string): string => `http://127.0.0.1:${port}/${bodies.push(body) - 1}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The nonce of the handshake between modal and wallet. A hostile modal knows it, so the attacker does too. */
export const handshakeNonce = '1-2-3-4'

/** Records the messages that its window receives, and answers the wallet's challenge as the loader does. */
export const messageRecorder = `
  <script>
    window.received = []
    addEventListener('message', (event) => {
      received.push({ origin: event.origin, data: event.data })
      if (event.data?.t === 'attest' && !window.isSilent)
        event.source.postMessage({ t: 'attested', c: event.data.c }, event.origin)
    })
  </script>`
export const embedHtml = (src: string, attributes = ''): string =>
  `${messageRecorder}<iframe src="${src}" ${attributes}></iframe>`

export const walletFrame = (page: Page, { wallet }: StackAddresses): Frame | undefined =>
  page.frames().find((frame) => frame.url().startsWith(wallet))

/** Waits for the frame whose URL starts with `address`. */
export async function frameAt(page: Page, address: string): Promise<Frame> {
  const find = () => page.frames().find((frame) => frame.url().startsWith(address))
  await expect.poll(() => find() !== undefined, { message: `a frame at ${address}` }).toBe(true)
  const found = find()
  if (!found) throw new Error(`The frame at ${address} is gone.`)
  return found
}

type Received = { origin: string; data: { t?: string; reason?: string } }

/** The messages that any of the attacker's documents received. */
export async function receivedMessages(page: Page): Promise<Received[]> {
  const lists = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate(() => (window as unknown as { received?: Received[] }).received ?? []).catch(() => []),
      ),
  )
  return lists.flat()
}
