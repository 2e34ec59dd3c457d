import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderApi } from './apiTable.ts'

const page = new URL('../../loader/API.md', import.meta.url)

test('the page of options, methods and events is what the comments of the public types say; `-u` writes it anew', async () => {
  await expect(renderApi()).toMatchFileSnapshot(page.pathname)
})

test('the page of options, methods and events explains each of them', () => {
  const rows = readFileSync(page, 'utf8').match(/^\|.*\|$/gm) ?? []
  expect(rows.length).toBeGreaterThan(40)
  expect(rows.filter((row) => /\| *\|$/.test(row))).toHaveLength(4)
})
