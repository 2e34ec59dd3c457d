import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import artefacts from './artefacts.json' with { type: 'json' }

test('the compiled contracts are those of the sources beside them', () => {
  const names = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.sol'))
  const hashes = names.map((name) => {
    const source = readFileSync(`${import.meta.dirname}/${name}`, 'utf8')
    return [name, createHash('sha256').update(source).digest('hex')]
  })
  expect(artefacts.sources).toEqual(Object.fromEntries(hashes))
})
