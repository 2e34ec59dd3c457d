import { fetchAs } from '../stack/fetchAs.ts'
import type { BenchContext } from './row.ts'

/**
 * Reads the first view as the server sends it, as one piece of HTML with its styles and no script. The
 * floor page, the hand-written lower bound, paints the same HTML.
 */
export async function readFirstView({ stack }: BenchContext): Promise<string> {
  const { port, host } = new URL(stack.modal)
  const read = (path: string) => fetchAs(`http://127.0.0.1:${port}${path}`, host)
  let html = await read('/f/?theme=light&rows=2')
  html = html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<link[^>]*modulepreload[^>]*>/g, '')
  for (const [link, path] of html.matchAll(/<link[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g)) {
    if (path) html = html.replace(link, `<style>${await read(path)}</style>`)
  }
  return html
}
