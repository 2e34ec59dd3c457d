import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

type TestCounts = { passed: number; failed: number }
/** A failed test or check by its name, with what its runner printed about it. */
type Failure = { name: string; message: string }
/** A test file with the seconds of all its tests, and its slowest test. */
type SlowFile = { path: string; seconds: number; slowest: { title: string; seconds: number } }

export const sumCounts = (counts: TestCounts[]): TestCounts => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
})

/** The numbers of tests of one part of `npm test`, its failed tests, and its test files. */
export type PartResult = TestCounts & { failures: Failure[]; files: SlowFile[] }

/** A runner that ended badly without naming a failed test (it could not even start) counts as one failure. */
export function countWithExitCode(part: PartResult, code: number): PartResult {
  if (code === 0 || part.failed > 0) return part
  return { ...part, failed: 1, failures: [{ name: 'the runner', message: `ended with code ${code}` }] }
}

/** Reads Vitest's JSON report. A file that could not be loaded has no tests, so it counts as one failure. */
export async function readVitestReport(file: string): Promise<PartResult> {
  const report = await readReport(file)
  const suites = list(report?.testResults)
  const broken = suites.filter((suite) => suite.status === 'failed' && list(suite.assertionResults).length === 0)
  return {
    passed: number(report?.numPassedTests),
    failed: number(report?.numFailedTests) + broken.length,
    failures: [
      ...broken.map(({ name, message }) => ({ name: relative(process.cwd(), String(name)), message: String(message) })),
      ...suites.flatMap(({ name, assertionResults }) =>
        list(assertionResults)
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({
            name: `${relative(process.cwd(), String(name))}, ${fullName}`,
            message: Array.isArray(failureMessages) ? failureMessages.join('\n') : '',
          })),
      ),
    ],
    files: suites.map(({ name, startTime, endTime, assertionResults }) => ({
      path: relative(process.cwd(), String(name)),
      seconds: (number(endTime) - number(startTime)) / 1_000,
      slowest: slowestOf(list(assertionResults)),
    })),
  }
}

/** Reads Playwright's JSON report. A test that passed on a second try counts as failed, since it is not reliable. */
export async function readPlaywrightReport(file: string): Promise<PartResult> {
  const report = await readReport(file)
  const stats = record(report?.stats)
  const files = list(report?.suites).map((suite) => ({ path: `e2e/tests/${suite.file}`, tests: testsOf(suite) }))
  return {
    passed: number(stats.expected),
    failed: number(stats.unexpected) + number(stats.flaky) + list(report?.errors).length,
    failures: [
      ...list(report?.errors).map(({ message }) => ({ name: 'Playwright', message: String(message) })),
      ...files.flatMap(({ path, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected' || status === 'flaky')
          .map(({ title, project, message }) => ({ name: `${path} [${project}], ${title}`, message: String(message) })),
      ),
    ],
    files: files.map(({ path, tests }) => {
      const seconds = tests.reduce((total, { duration }) => total + number(duration), 0) / 1_000
      return { path, seconds, slowest: slowestOf(tests) }
    }),
  }
}

/**
 * In Playwright's report each `describe` nests a suite. A spec has one test for each project, and a test one result for
 * each try.
 */
const testsOf = (suite: Record<string, unknown>): Record<string, unknown>[] => [
  ...list(suite.suites).flatMap(testsOf),
  ...list(suite.specs).flatMap((spec) =>
    list(spec.tests).map((test) => ({
      title: spec.title,
      project: test.projectName,
      status: test.status,
      message: list(test.results)
        .flatMap(({ errors }) => list(errors).map(({ message }) => message))
        .join('\n'),
      duration: list(test.results).reduce((total, { duration }) => total + number(duration), 0),
    })),
  ),
]

const slowestOf = (tests: Record<string, unknown>[]): SlowFile['slowest'] => {
  const [slowest] = [...tests].sort((a, b) => number(b.duration) - number(a.duration))
  return { title: String(slowest?.title ?? ''), seconds: number(slowest?.duration) / 1_000 }
}

/** Prints the ten slowest files, each with the test that takes most of its time. */
export function printSlowestFiles(files: SlowFile[]): void {
  console.log('The slowest test files:')
  for (const { path, seconds, slowest } of [...files].sort((a, b) => b.seconds - a.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(0).padStart(5)} s  ${path}, ${slowest.seconds.toFixed(0)} s of it: ${slowest.title}`)
}

const linesPerFailure = 12

/** Prints each failure with the first lines of its message, so that the end of a long log says what failed. */
export function printFailures(failures: Failure[]): void {
  for (const { name, message } of failures) {
    console.log(`✗ ${name}`)
    const lines = stripVTControlCharacters(message)
      .split('\n')
      .filter((line) => line.trim() !== '')
    for (const line of lines.slice(0, linesPerFailure)) console.log(`    ${line}`)
  }
}

async function readReport(file: string): Promise<Record<string, unknown> | undefined> {
  try {
    return record(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    // The runner ended before it wrote a report. Its exit code reports the failure.
    return undefined
  }
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : [])
