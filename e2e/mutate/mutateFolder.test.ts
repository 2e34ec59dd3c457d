import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutateFolder } from './mutateFolder.ts'

const path = 'e2e/mutate/test/limits.ts'
const text = readFileSync(new URL('test/limits.ts', import.meta.url), 'utf8')
const tests = ['e2e/mutate/test/limits.test.ts']

test('only the changes that no test notices survive, in code that runs once, in endless loops and beside kept state', async () => {
  const { mutants, survivors } = await mutateFolder('e2e', [{ path, text }], tests, (all) => [...all])
  const changes = mutants.map(({ source, replacement }) => `${source} → ${replacement}`)
  expect(changes).toEqual(
    expect.arrayContaining(['{ small: 10, large: 100 } → {}', 'count++ → count--', "[] → ['changed']"]),
  )
  expect(survivors.map(({ line, source, replacement }) => `${line}: ${source} → ${replacement}`)).toEqual([
    '2: value <= limits[size] → value < limits[size]',
    "10: [] → ['changed']",
  ])
})

test('a mutant that no test reaches survives', async () => {
  const more = `${text}export const isOver = (value: number) => value > 1\n`
  const { survivors } = await mutateFolder('e2e', [{ path, text: more }], tests, (all) =>
    all.filter(({ source }) => source === 'value > 1'),
  )
  expect(survivors).toHaveLength(4)
})

test('a run tries its own mutants, not those that an earlier run put into the same file', async () => {
  const shifted = `export const isOver = (value: number) => value > 1\n${text}`
  const { mutants, survivors } = await mutateFolder('e2e', [{ path, text: shifted }], tests, (all) =>
    all.filter(({ source }) => source === 'value <= limits[size]'),
  )
  expect([mutants.length, survivors.map(({ replacement }) => replacement)]).toEqual([4, ['value < limits[size]']])
})
