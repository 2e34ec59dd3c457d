import { readFile } from 'node:fs/promises'

/** One line of the table: what was attacked, how often, and whether it held. */
export type AttackRow = {
  gate: string
  what: string
  count: number
  /** The planned number of attacks, if the time ended before all of them had run. */
  of?: number
  passed: boolean
  seconds: number
  notes: string[]
}

/** The result that a unit test reports for a gate, in the form of `loader/protocol/test/attack.ts`. */
export type AttackResult = { gate: string; count: number; what: string; note?: string; of?: number }

/** The fields of the runners' reports that this file reads. */
type VitestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { fullName: string; status: string; duration?: number; meta: { results?: AttackResult[] } }[]
  }[]
}
type Spec = { title: string; file: string; ok: boolean; tests: Run[] }
type Run = { status: string; results: { duration: number }[]; annotations?: { type: string; description?: string }[] }
type Suite = { specs: Spec[]; suites?: Suite[] }
type PlaywrightReport = { suites: Suite[]; errors?: unknown[] }

/** One row for each reported result, and one for each failed test that reported none. */
export const readVitestRows = ({ testResults }: VitestReport): AttackRow[] =>
  testResults.flatMap(({ name, status, assertionResults }) => {
    // A file that could not be loaded has no tests to report its failure.
    if (status === 'failed' && assertionResults.length === 0) return [failed(name, 0)]
    return assertionResults.flatMap((test) => {
      const passed = test.status === 'passed'
      const seconds = (test.duration ?? 0) / 1_000
      if (test.status === 'skipped' || test.status === 'pending') return []
      const all = test.meta.results ?? []
      if (all.length === 0) return passed ? [] : [failed(test.fullName, seconds)]
      return all.map(({ note, ...results }) => ({ ...results, passed, seconds, notes: note ? [note] : [] }))
    })
  })

/** One row for each browser test, under the gates that its file belongs to. */
export const readPlaywrightRows = (
  { suites, errors = [] }: PlaywrightReport,
  gates: readonly { gate: string; file: string; what: string }[],
): AttackRow[] => {
  const rows = suites.flatMap(flatten).flatMap(({ file, title, ok, tests }) =>
    tests
      .filter(({ status }) => status !== 'skipped')
      .flatMap(({ results, annotations = [] }) => {
        const seconds = results.reduce((sum, { duration }) => sum + duration, 0) / 1_000
        const own = gates.filter((gate) => file.endsWith(gate.file))
        if (own.length === 0) return ok ? [] : [failed(title, seconds)]
        return own.flatMap(({ gate, what }) =>
          countAttacks(annotations, what).map(([name, count], index) => ({
            ...{ gate, what: name, count, passed: ok, notes: [] },
            seconds: index === 0 ? seconds : 0,
          })),
        )
      }),
  )
  return errors.length > 0 ? [...rows, failed('the browser’s run', 0)] : rows
}

/** The attacks of a test that plays many, by what they are, or the test itself. */
const countAttacks = (annotations: NonNullable<Run['annotations']>, what: string): [name: string, count: number][] => {
  const counts = new Map<string, number>()
  for (const { type, description = what } of annotations)
    if (type === 'row') counts.set(description, (counts.get(description) ?? 0) + 1)
  return counts.size > 0 ? [...counts] : [[what, 1]]
}

const flatten = ({ specs, suites = [] }: Suite): Spec[] => [...specs, ...suites.flatMap(flatten)]
const failed = (what: string, seconds: number): AttackRow => ({
  gate: '–',
  what,
  count: 1,
  passed: false,
  seconds,
  notes: [],
})

/** A security gate and what holds if it does. */
type Gate = { gate: string; what: string }

/** The gates of the security model, in the order of its table. */
export const readGates = (model: string): Gate[] =>
  [...model.matchAll(/^\| (G\d+) +\| (.*?) +\|$/gm)].map(([, gate = '', what = '']) => ({ gate, what }))

/**
 * One line for each thing that was attacked, by gate; the results of several tests are added up. A gate without a
 * result has a line that says so.
 */
export const formatTable = (rows: readonly AttackRow[], gates: readonly Gate[] = []): string => {
  const lines = new Map<string, AttackRow>()
  for (const row of rows) {
    const key = `${row.gate} ${row.what}`
    const line = lines.get(key)
    if (!line) lines.set(key, { ...row, notes: [...row.notes] })
    else {
      line.count += row.count
      line.passed &&= row.passed
      line.seconds += row.seconds
      line.notes.push(...row.notes)
    }
  }
  const attacked = [...lines.values()].map((row) => ({ gate: row.gate, text: describeRow(row) }))
  const others = gates
    .filter(({ gate }) => rows.every((row) => row.gate !== gate))
    .map(({ gate, what }) => ({ gate, text: `${gate.padEnd(4)}${'–'.padStart(10)}  ${what}: not attacked` }))
  const order = ({ gate }: { gate: string }): number => Number(gate.slice(1)) || 0
  return [...attacked, ...others]
    .sort((one, other) => order(one) - order(other))
    .map(({ text }) => text)
    .join('\n')
}

const describeRow = ({ gate, what, count, of, passed, seconds, notes }: AttackRow): string => {
  const part = of === undefined ? '' : ` so far, of ${of.toLocaleString('en-US')}`
  const end = [`${passed ? 'held' : 'FAILED'}${part}, ${seconds.toFixed(0)} s`, ...notes].join('; ')
  return `${gate.padEnd(4)}${count.toLocaleString('en-US').padStart(10)}  ${what}: ${end}`
}

export const readReport = async <Report>(file: string): Promise<Report> => JSON.parse(await readFile(file, 'utf8'))
