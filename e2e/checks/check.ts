import { findLanguageFaults } from './language.ts'
import { readSourceTexts } from './repository.ts'
import { findStructureFaults, measurePackages, type StructureFaults } from './structure.ts'

/**
 * The most places that each rule may find. These ceilings only go down. A rule without a ceiling only shows its count.
 */
const ceilings: { [Rule in keyof StructureFaults]: number | undefined } = {
  'forbidden imports': 0,
  'import cycles': 0,
  'import cycles with types': 0,
  'functions over 100 lines': 0,
  'functions over 60 lines': 69,
  'files with one importer': undefined,
  'crumbs of one neighbour': 0,
  'exports without a user': 0,
  'error rows without a user': 0,
  'repeated blocks of 12 lines': 0,
}
const languageCeiling = 0

/** Places that break a structure rule for a good reason. The rules do not report them. */
const exceptions: readonly [rule: keyof StructureFaults, place: RegExp, why: string][] = [
  ['functions over 100 lines', /^server\/src\/http\/headers\.ts:\d+ createHeaders /, 'is a table of headers'],
  ['crumbs of one neighbour', /^secure-wallet\/src\/unlock\/passkey\.ts$/, 'is one of the files of the unlock methods'],
]

export type CheckResult = { code: 0 | 1; output: string }

/** Counts what each structure rule finds, and lists the places of a rule that finds too many. */
export const checkStructure = (): CheckResult => {
  const sources = readSourceTexts()
  const found = Object.entries(findStructureFaults(sources)) as [keyof StructureFaults, string[]][]
  const output = measurePackages(sources)
  let code: CheckResult['code'] = 0
  for (const [rule, all] of found) {
    const places = all.filter((place) => !exceptions.some(([name, known]) => name === rule && known.test(place)))
    const ceiling = ceilings[rule]
    const isOver = ceiling !== undefined && places.length > ceiling
    if (isOver) code = 1
    output.push(
      `${isOver ? '✗' : '✓'} ${rule}: ${places.length}${ceiling === undefined ? '' : ` of at most ${ceiling}`}`,
    )
    if (isOver) output.push(...places.map((place) => `    ${place}`))
  }
  return { code, output: output.join('\n') }
}

/** Lists each sentence of a comment or a test title that breaks a rule of form. */
export const checkLanguage = (): CheckResult => {
  const places = findLanguageFaults(readSourceTexts())
  const shown = places.map(({ path, line, rule, sentence }) => `${path}:${line} ${rule}: ${sentence}`)
  return {
    code: places.length > languageCeiling ? 1 : 0,
    output: [...shown, `${places.length} places of at most ${languageCeiling}`].join('\n'),
  }
}
