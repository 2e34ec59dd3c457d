import { createRandom } from '../random.ts'
import type { FolderResult } from './mutateFolder.ts'

const leastShare = 0.85

/** The arguments of `npm run mutate --`: folders, and the number of mutants that a seed draws from each folder. */
export const readArguments = (given: readonly string[], folders: readonly string[]) => {
  let sample = Number.POSITIVE_INFINITY
  let seed = 1
  const chosen: string[] = []
  for (const one of given) {
    const [, name, value] = /^--(sample|seed)=(\d+)$/.exec(one) ?? []
    if (name === 'sample') sample = Number(value)
    else if (name === 'seed') seed = Number(value)
    else if (folders.includes(one)) chosen.push(one)
    else
      throw new Error(`${one} is not known. There are --sample=200, --seed=1, and the folders ${folders.join(', ')}.`)
  }
  return { sample, seed, folders: chosen.length > 0 ? chosen : [...folders] }
}

/** Draws some of the items. The same seed draws the same ones. */
export const drawSample = <Item>(items: readonly Item[], count: number, seed: number): Item[] => {
  if (items.length <= count) return [...items]
  const random = createRandom(seed)
  const keyed = items.map((item, index) => ({ item, index, key: random() }))
  const drawn = keyed.toSorted((a, b) => a.key - b.key).slice(0, count)
  return drawn.toSorted((a, b) => a.index - b.index).map(({ item }) => item)
}

type Row = FolderResult & { name: string; total: number }

const shareOf = ({ mutants, survivors }: FolderResult): number =>
  mutants.length === 0 ? 1 : 1 - survivors.length / mutants.length

export const isEnough = (rows: readonly Row[]): boolean => rows.every((row) => shareOf(row) >= leastShare)

/** A line for each survivor. */
export const formatSurvivors = ({ survivors }: FolderResult): string =>
  survivors.map((mutant) => `${mutant.path}:${mutant.line}  ${change(mutant)}\n`).join('')

/** A table with a row for each folder. */
export const formatShares = (rows: readonly Row[]): string => {
  const table = rows.map((row) => {
    const { name, mutants, survivors, total } = row
    const share = `${(Math.floor(shareOf(row) * 1_000) / 10).toFixed(1)} %`
    const counts = [mutants.length, mutants.length - survivors.length, survivors.length]
    const cells = counts.map((cell) => String(cell).padStart(9))
    const sampled = mutants.length < total ? `  (of ${total})` : ''
    return `${shareOf(row) < leastShare ? '✗' : '✓'} ${name.padEnd(10)}${cells.join('')}${share.padStart(10)}${sampled}`
  })
  const heads = ['mutants', 'killed', 'survived'].map((cell) => cell.padStart(9))
  return [`  ${'folder'.padEnd(10)}${heads.join('')}${'share'.padStart(10)}`, ...table].join('\n')
}

const longestText = 60

/** Both texts, or in long ones the part that differs with a little of its surroundings. */
const change = ({ kind, source, replacement }: FolderResult['mutants'][number]): string => {
  const [before, after] = [source, replacement].map((text) => text.replace(/\s+/g, ' ')) as [string, string]
  const shared = kind === 'block' ? 0 : [...before].findIndex((character, index) => character !== after[index])
  const start = Math.max(0, shared - longestText / 2)
  const cut = (text: string): string =>
    text.length <= longestText ? text : `${start > 0 ? '…' : ''}${text.slice(start, start + longestText)}…`
  return kind === 'block' ? `without the block ${cut(before)}` : `${cut(before)} → ${cut(after)}`
}
