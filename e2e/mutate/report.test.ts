import { expect, test } from 'vitest'
import { drawSample, formatShares, formatSurvivors, isEnough, readArguments } from './report.ts'

const mutantOf = (line: number) => ({
  ...{ id: line, path: 'a.ts', line, start: 0, end: 1 },
  ...{ kind: 'expression' as const, source: 'a < b', replacement: 'a <= b' },
})
const rowOf = (name: string, count: number, survived: number) => {
  const mutants = Array.from({ length: count }, (_, index) => mutantOf(index + 1))
  return { name, total: count, mutants, survivors: mutants.slice(0, survived) }
}

test('the report names each survivor and its line, and the share of each folder', () => {
  expect(formatSurvivors(rowOf('approval', 10, 2))).toBe('a.ts:1  a < b → a <= b\na.ts:2  a < b → a <= b\n')
  const report = formatShares([rowOf('wire', 40, 1), rowOf('approval', 10, 2)])
  expect(report).toMatch(/✓ wire +40 +39 +1 +97\.5 %/)
  expect(report).toMatch(/✗ approval +10 +8 +2 +80\.0 %/)
})

test('a run passes only if each folder reaches 85 %', () => {
  expect(isEnough([rowOf('wire', 20, 3)])).toBe(true)
  expect(isEnough([rowOf('wire', 100, 0), rowOf('approval', 20, 4)])).toBe(false)
})

test('the same seed draws the same sample, and another seed another one', () => {
  const items = Array.from({ length: 100 }, (_, index) => index)
  const sample = drawSample(items, 10, 1)
  expect(sample).toHaveLength(10)
  expect(drawSample(items, 10, 1)).toEqual(sample)
  expect(drawSample(items, 10, 2)).not.toEqual(sample)
  expect(drawSample(items, 100, 1)).toEqual(items)
})

test('arguments choose folders, the sample and its seed', () => {
  expect(readArguments(['approval', '--sample=50', '--seed=3'], ['wire', 'approval'])).toEqual({
    ...{ sample: 50, seed: 3, folders: ['approval'] },
  })
  expect(readArguments([], ['wire', 'approval']).folders).toEqual(['wire', 'approval'])
  expect(() => readArguments(['aproval'], ['wire', 'approval'])).toThrow('aproval is not known')
})
