// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { loadChunk, onLostChunk } from './loadChunk.ts'

/** Keeps the added links out of the document, where happy-dom would try to load them. */
const watchLinks = () => {
  const added: HTMLLinkElement[] = []
  vi.spyOn(document.head, 'append').mockImplementation((link) => void added.push(link as HTMLLinkElement))
  return added
}

test('imports a chunk after its style sheets have loaded', async () => {
  document.head.innerHTML = '<link rel="preload" href="/first.css">'
  const added = watchLinks()
  const importChunk = vi.fn(async () => 'chunk')
  const loading = loadChunk(importChunk, ['first.css', 'one.js', 'one.css'])
  await new Promise((resolve) => setTimeout(resolve))
  expect(added.map((link) => [link.rel, link.getAttribute('href')])).toEqual([
    ['modulepreload', '/one.js'],
    ['stylesheet', '/one.css'],
  ])
  expect(importChunk).not.toHaveBeenCalled()
  added[1]?.dispatchEvent(new Event('load'))
  await expect(loading).resolves.toBe('chunk')
})

test('requests a style sheet of two chunks once', async () => {
  const added = watchLinks()
  const both = Promise.all([1, 2].map((chunk) => loadChunk(async () => chunk, ['two.css'])))
  expect(added).toHaveLength(1)
  added[0]?.dispatchEvent(new Event('load'))
  await expect(both).resolves.toEqual([1, 2])
})

test('requests a failed style sheet again', async () => {
  const added = watchLinks()
  const importChunk = vi.fn(async () => 'chunk')
  const failing = loadChunk(importChunk, ['three.css'])
  added[0]?.dispatchEvent(new Event('error'))
  await expect(failing).rejects.toThrow('/three.css did not load')
  expect(importChunk).not.toHaveBeenCalled()
  const loading = loadChunk(importChunk, ['three.css'])
  added[1]?.dispatchEvent(new Event('load'))
  await expect(loading).resolves.toBe('chunk')
})

test('reports a chunk that fails to load a second time, because Chromium until 150 never requests it again', async () => {
  const lost = vi.fn()
  onLostChunk(lost)
  const load = () => loadChunk(() => Promise.reject(new Error('/lost.js')))
  const loadOther = () => loadChunk(() => Promise.reject(new Error('/other.js')))
  await expect(load()).rejects.toThrow('/lost.js')
  await expect(loadOther()).rejects.toThrow('/other.js')
  expect(lost).not.toHaveBeenCalled()
  await expect(load()).rejects.toThrow('/lost.js')
  expect(lost).toHaveBeenCalledOnce()
})

test('parallel calls that fail together do not report a chunk', async () => {
  const lost = vi.fn()
  onLostChunk(lost)
  const load = () => loadChunk(() => Promise.reject(new Error('/together.js')))
  await Promise.allSettled([load(), load()])
  expect(lost).not.toHaveBeenCalled()
})
