import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSourceTexts } from './repository.ts'

const guide = readFileSync(new URL('../../.github/CONTRIBUTING.md', import.meta.url), 'utf8')
const [, table = ''] = guide.split('## Where is …')
const files = [...(table.split('\n## ')[0] ?? '').matchAll(/^\|[^|]+\| `([^`]+)`/gm)].map(([, path = '']) => path)

test('every file that CONTRIBUTING.md names under "Where is …" exists', () => {
  const sources = readSourceTexts()
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((path) => !sources.has(path))).toEqual([])
})
