import { posix } from 'node:path'
import { instrument, type NumberedMutant } from './instrument.ts'
import type { LogLine } from './plan.ts'
import { type Session, startSession } from './session.ts'

type Module = { path: string; text: string }
export type FolderResult = { mutants: NumberedMutant[]; survivors: NumberedMutant[] }

/** The tests of one file, and the mutants that they reach. */
type TestFile = {
  path: string
  ms: number
  tests: { id: string; ms: number; mutants: Set<number> }[]
  /** Mutants of code that runs once in a process, so each needs a process. */
  once: Set<number>
}

/**
 * Tries every chosen mutant of the modules with the test files of a package, until a test fails. First it learns which
 * mutants each test reaches. A mutant that no test reaches survives.
 */
export const mutateFolder = async (
  packageName: string,
  modules: readonly Module[],
  testFiles: readonly string[],
  choose: (mutants: readonly NumberedMutant[]) => NumberedMutant[],
  showLeft: (left: number) => void = () => undefined,
): Promise<FolderResult> => {
  const codes = new Map<string, string>()
  const all: NumberedMutant[] = []
  for (const { path, text } of modules) {
    const { code, mutants } = instrument(path, text, all.length)
    codes.set(path, code)
    all.push(...mutants)
  }
  const chosen = new Map(choose(all).map((mutant) => [mutant.id, mutant]))
  const alive = new Set(chosen.keys())
  const session = await startSession(packageName, codes)
  try {
    const reached = await learnReach(session, testFiles)
    // A quick file first, so that the slow ones try only the mutants that are left.
    for (const file of reached.toSorted((a, b) => a.ms - b.ms)) {
      showLeft(alive.size)
      await trySwitched(session, file, alive)
    }
    for (const id of [...alive]) {
      const mutant = chosen.get(id)
      if (mutant && (await isKilledFresh(session, mutant, reached))) alive.delete(id)
      showLeft(alive.size)
    }
  } finally {
    await session.close()
  }
  return { mutants: [...chosen.values()], survivors: [...alive].flatMap((id) => chosen.get(id) ?? []) }
}

const learnReach = async (session: Session, testFiles: readonly string[]): Promise<TestFile[]> => {
  const files: TestFile[] = []
  for (const path of testFiles) {
    const { lines, failures } = await session.run({ mode: 'reach' }, [path])
    // A test may fail only because it ran before, so the file runs once more, without repetitions.
    const again =
      failures.length === 0
        ? failures
        : (await session.run({ mode: 'fresh', mutant: undefined, testMs: {} }, [path])).failures
    if (again.length > 0) throw new Error(`${path} fails without a mutant.\n${again.join('\n')}`)
    const file: TestFile = { path, ms: 0, tests: [], once: new Set() }
    for (const line of lines) {
      if (line.kind === 'file') for (const id of line.mutants) file.once.add(id)
      if (line.kind !== 'test') continue
      for (const id of line.once) file.once.add(id)
      file.ms += line.ms
      file.tests.push({ id: line.id, ms: line.ms, mutants: new Set(line.always) })
    }
    files.push(file)
  }
  return files
}

/** Lets the tests of a file try mutants in one process, and starts another process when a mutant leaves something behind. */
const trySwitched = async (session: Session, file: TestFile, alive: Set<number>): Promise<void> => {
  const tried = new Set<string>()
  const triesOf = (only?: number): { [testId: string]: number[] } =>
    Object.fromEntries(
      file.tests.map(({ id, mutants }) => [
        id,
        [...mutants].filter((mutant) =>
          only === undefined ? alive.has(mutant) && !tried.has(`${id} ${mutant}`) : mutant === only,
        ),
      ]),
    )
  const note = (lines: readonly LogLine[]): void => {
    for (const line of lines) {
      if (line.kind !== 'tried') continue
      tried.add(`${line.test} ${line.mutant}`)
      if (line.isKilled) alive.delete(line.mutant)
    }
  }
  for (;;) {
    const tests = triesOf()
    if (Object.values(tests).every((ids) => ids.length === 0)) return
    const { lines } = await session.run({ mode: 'switch', tests }, [file.path])
    const before = tried.size
    note(lines)
    const last = lines.at(-1)
    // A worker that was ended while a mutant ran hung because of this mutant.
    if (last?.kind === 'started') alive.delete(last.mutant)
    const spoiled = lines.find((line) => line.kind === 'spoiled')
    if (spoiled?.mutant !== undefined && spoiled.isFirst) alive.delete(spoiled.mutant)
    else if (spoiled?.mutant !== undefined) {
      // Mutants that ran before may have broken the test, so this one runs alone.
      const alone = await session.run({ mode: 'switch', tests: triesOf(spoiled.mutant) }, [file.path])
      note(alone.lines)
      if (alone.lines.some((line) => line.kind === 'spoiled' && line.isFirst)) alive.delete(spoiled.mutant)
      for (const { id } of file.tests) tried.add(`${id} ${spoiled.mutant}`)
    } else if (tried.size === before && last?.kind !== 'started') break
  }
  // The rest can't run in one process with others.
  for (const { mutants } of file.tests) for (const id of mutants) if (alive.has(id)) file.once.add(id)
}

/** Tries a mutant that is active from the start, in the nearest and quickest test files first. */
const isKilledFresh = async (
  session: Session,
  { id, path }: NumberedMutant,
  files: readonly TestFile[],
): Promise<boolean> => {
  const distance = (file: TestFile): number => (posix.dirname(file.path) === posix.dirname(path) ? 0 : 1)
  const reaching = files.filter(({ once }) => once.has(id))
  for (const file of reaching.toSorted((a, b) => distance(a) - distance(b) || a.ms - b.ms)) {
    const testMs = Object.fromEntries(file.tests.map((test) => [test.id, test.ms]))
    const { failures } = await session.run({ mode: 'fresh', mutant: id, testMs }, [file.path])
    if (failures.length > 0) return true
  }
  return false
}
