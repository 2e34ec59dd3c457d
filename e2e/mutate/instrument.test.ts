import { transformWithOxc } from 'vite'
import { afterEach, expect, test } from 'vitest'
import { instrument } from './instrument.ts'

afterEach(() => {
  globalThis.isActiveMutant = undefined
})

const load = async (text: string) => {
  const { code, mutants } = instrument('module.ts', text, 10)
  const { code: script } = await transformWithOxc(code, 'module.ts')
  const module = await import(`data:text/javascript,${encodeURIComponent(script)}`)
  const idOf = (change: string): number =>
    mutants.find(({ source, replacement }) => `${source} → ${replacement}` === change)?.id ?? Number.NaN
  return { module, mutants, idOf }
}

test('a module without an active mutant behaves as before', async () => {
  const { module } = await load('export const sign = (a: number): string => (a < 0 && a !== -1 ? `minus` : `plus`)')
  expect([-2, -1, 0].map(module.sign)).toEqual(['minus', 'plus', 'plus'])
})

test('only the active mutant changes the module, and each one that runs is asked for', async () => {
  const { module, mutants, idOf } = await load('export const isLess = (a, b) => a < b')
  const asked = new Set<number>()
  globalThis.isActiveMutant = (id) => {
    asked.add(id)
    return id === idOf('a < b → a <= b')
  }
  expect(module.isLess(1, 1)).toBe(true)
  expect(module.isLess(2, 1)).toBe(false)
  const loaded = mutants.filter(({ source }) => source === '(a, b) => a < b').length
  expect(asked.size).toBe(mutants.length - loaded - 1)
})

test('a changed statement after a line that ends without a semicolon stays a statement', async () => {
  const { module, idOf } = await load(`
    const list: number[] = []
    export const add = (value: number) => {
      const before = list.length
      list.push(value)
      list.filter(Boolean).length > before && list.push(0)
      return list
    }
  `)
  expect([...module.add(1)]).toEqual([1, 0])
  const removed = idOf('list.push(value) → undefined')
  globalThis.isActiveMutant = (id) => id === removed
  expect([...module.add(1)]).toEqual([1, 0])
})

test('a function whose block is removed returns nothing', async () => {
  const { module, mutants } = await load('export function f(a) { const b = a; return b }')
  const block = mutants.find(({ kind }) => kind === 'block')
  expect(module.f(1)).toBe(1)
  globalThis.isActiveMutant = (id) => id === block?.id
  expect(module.f(1)).toBeUndefined()
})

test('a mutant has the line of its text', async () => {
  const { mutants } = await load('export const a = 1\n\nexport const b = [a]')
  expect(mutants.map(({ line, source }) => [line, source])).toEqual([[3, '[a]']])
})

test('a changed condition at the start of a statement decides alone whether the rest runs', async () => {
  const { module, idOf } = await load(`
    export const calls: string[] = []
    const ask = (): boolean => calls.push('ask') > 0
    export const run = () => {
      ask() && calls.push('told')
    }
  `)
  globalThis.isActiveMutant = (id) => id === idOf("ask() && calls.push('told') → false")
  module.run()
  expect(module.calls).toEqual([])
})
