import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = fileURLToPath(new URL('./dist/', import.meta.url))
const budgetBytes = 90 * 1_024
const requestLimit = 4

const compressed = (file: string): number =>
  brotliCompressSync(readFileSync(dist + file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length

/** The document, and what it names: all that stands between a click and the first view. */
const firstView = (): string[] => {
  const template = readFileSync(`${dist}template.html`, 'utf8')
  const files = [...template.matchAll(/(?:src|href)="\/(assets\/[^"]+)"(?! disabled)/g)]
  return ['template.html', ...files.map(([, file]) => file ?? '')]
}

test.runIf(existsSync(`${dist}template.html`))('the first view is at most 90 KB brotli in four requests', () => {
  const costs = firstView().map((file) => ({ file, bytes: compressed(file) }))
  const total = costs.reduce((sum, { bytes }) => sum + bytes, 0)
  const rows = [...costs, { file: `first view, of ${budgetBytes}`, bytes: total }]
  console.log(rows.map(({ file, bytes }) => `${String(bytes).padStart(6)}  ${file}`).join('\n'))
  expect(costs.length).toBeLessThanOrEqual(requestLimit)
  expect(total).toBeLessThanOrEqual(budgetBytes)
})

test.runIf(existsSync(`${dist}template.html`))('the document has nothing inline that its policy forbids', () => {
  const template = readFileSync(`${dist}template.html`, 'utf8')
  // The one sheet is allowed by its hash, and stands where a document without views drops it.
  expect(template.match(/<style>/g)).toHaveLength(1)
  expect(template.slice(template.indexOf('<!--ui-->'), template.indexOf('<!--/ui-->'))).toContain('<style>')
  expect(template).not.toMatch(/\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/i)
  for (const place of [
    '%THEME%',
    '%LANG%',
    '%DIR%',
    '<!--bootstrap-->',
    '<!--row-->',
    '<!--ui-->',
    '<!--legal-->',
    '<!--terms-->',
    '<!--checkbox-->',
  ])
    expect(template).toContain(place)
})
