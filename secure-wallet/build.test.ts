import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import secureWallet from './package.json' with { type: 'json' }

/** Before an approval can be shown. */
const scriptLimit = 180 * 1_024
const dependencyLimit = 12

let folder: string
let template: string
let scripts: { name: string; text: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secure-wallet-'))
  await build({ root: import.meta.dirname, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
  template = await readFile(join(folder, 'template.html'), 'utf8')
  const assets = await readdir(join(folder, 'assets'))
  scripts = await Promise.all(
    assets
      .filter((name) => name.endsWith('.js'))
      .map(async (name) => ({ name, text: await readFile(join(folder, 'assets', name), 'utf8') })),
  )
})
afterAll(() => rm(folder, { recursive: true }))

test('the scripts weigh at most 180 KB', () => {
  const sizes = scripts.map(({ name, text }) => ({ name, bytes: gzipSync(text, { level: 9 }).length }))
  console.info(sizes.map(({ name, bytes }) => `${name} ${bytes} bytes gzip`).join('\n'))
  expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(scriptLimit)
})

test('at most 12 packages run in it', () => {
  const packages = Object.keys(secureWallet.dependencies).filter((name) => name !== 'loader')
  expect(packages.length).toBeLessThanOrEqual(dependencyLimit)
})

test('the document holds nothing that its policy forbids', () => {
  expect(template.match(/<script(?![^>]* src=)/g)).toBeNull()
  expect(template).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/)
  expect(template.match(/integrity="sha384-[\w+/]{64}"/g)).toHaveLength(2)
})

test('the place that the server fills is still there', () => {
  expect(template.split('<!--bootstrap-->')).toHaveLength(2)
})

test('no script makes code or markup from text', () => {
  for (const { text } of scripts)
    expect(text).not.toMatch(/\beval\(|new Function|Function\(|innerHTML|insertAdjacent|document\.write/)
})

test('while there is no wallet, no script asks a server or keeps anything', () => {
  for (const { text } of scripts)
    expect(text).not.toMatch(
      /\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|(?:local|session)Storage|indexedDB|document\.cookie/,
    )
})
