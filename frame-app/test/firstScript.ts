import type { Bootstrap, DirectoryWallet } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { onTestFinished, vi } from 'vitest'
import { type Handover, type HandoverElement, readHandover, scriptId } from '../src/document/handover.ts'
import { prerender } from '../src/document/prerender.tsx'
import { sampleBootstrap } from './bootstrap.ts'

/** The origin of the host page in which `runScript` embeds the document. */
export const shop = 'https://shop.example'
export const image = 'data:image/png;base64,AAAA'
export const directory: DirectoryWallet[] = [
  { id: 'a1', name: 'Alpha', chains: [], rdns: 'example.alpha', image_id: 'a1', supports_wc: true },
  { id: 'b2', name: 'Beta', chains: [], image_id: 'b2', supports_wc: true },
]
const project: Bootstrap = {
  ...sampleBootstrap,
  wallets: directory,
  walletCount: 70,
  walletConnect: { projectId: 'x', relayUrl: 'wss://relay.example' },
}

/** The handshake message of the host page. */
export const connectMessage = (wallets?: unknown) => ({
  t: 'connect',
  v: 1,
  n: 'nonce',
  projectId: '',
  ...(wallets ? { wallets } : {}),
})

let runs = 0

/** Renders the document as the server does, embeds it in a page of the shop, and runs its first script. */
export const runScript = async (
  fragment = '#n=nonce',
  data: Partial<Bootstrap> = {},
  /** The frame's ancestors, as the browser states them. */
  ancestors: { ancestorOrigins?: string[] } = { ancestorOrigins: [shop] },
) => {
  const facts = { bootstrap: { ...project, ...data }, theme: 'light', language: 'en', isPhone: false } as const
  const { root, template } = await prerender(facts)
  document.body.innerHTML = `<div id="root">${root}</div>${template}`
  const script = document.createElement('script') as HandoverElement
  script.id = scriptId
  document.body.append(script)
  const posted = vi.fn()
  const page = { postMessage: posted }
  vi.stubGlobal('parent', page)
  vi.stubGlobal('location', { hash: fragment, ...ancestors })
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  // The query makes the import run the script again.
  await import(/* @vite-ignore */ `../src/document/script.ts?run=${runs++}`)
  const handover = readHandover(document)
  onTestFinished(() => {
    window.onclick = null
    window.onkeydown = null
    window.onpointerdown = null
    vi.unstubAllGlobals()
  })
  let answer: Awaited<Handover['connected']> | undefined
  void handover.connected.then((connection) => {
    answer = connection
  })
  const receive = async (message: unknown, { source = page as unknown, origin = shop, ports = 1 } = {}) => {
    const sent = Array.from({ length: ports }, () => new MessageChannel().port1)
    const event = Object.assign(new Event('message'), { source, origin, data: message, ports: sent })
    window.onmessage?.(event as unknown as MessageEvent)
    await Promise.resolve()
    return answer
  }
  return { handover, posted, receive, facts }
}
