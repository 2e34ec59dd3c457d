import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const sheets = globSync('{frame-app/src,loader/protocol,secure-wallet/src}/**/*.css', { cwd: root })
const hoverBlock = /@media \(hover: hover\) \{\n(?: .*\n)*\}/g

test('no style of a hovering pointer stays on a button that a finger has pressed', () => {
  const found = sheets.filter((file) =>
    readFileSync(root + file, 'utf8')
      .replace(hoverBlock, '')
      .includes(':hover'),
  )
  expect(sheets.length).toBeGreaterThan(40)
  expect(found).toEqual([])
})
