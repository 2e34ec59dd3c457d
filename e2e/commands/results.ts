import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'

export type TestCounts = { passed: number; failed: number }
/** A test file with the seconds of all its tests, and its slowest test. */
export type SlowFile = { path: string; seconds: number; slowest: { title: string; seconds: number } }

export const sumCounts = (counts: TestCounts[]): TestCounts => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
})

/** A runner that ended badly without naming a failed test (it could not even start) counts as one failure. */
export function countWithExitCode(count: TestCounts, code: number): TestCounts {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

/** Reads Vitest's JSON report. A file that could not be loaded has no tests, so it counts as one failure. */
export async function readVitestReport(file: string): Promise<TestCounts & { files: SlowFile[] }> {
  const report = await readReport(file)
  const suites = list(report?.testResults)
  const broken = suites.filter((suite) => suite.status === 'failed' && list(suite.assertionResults).length === 0)
  return {
    passed: number(report?.numPassedTests),
    failed: number(report?.numFailedTests) + broken.length,
    files: suites.map(({ name, startTime, endTime, assertionResults }) => ({
      path: relative(process.cwd(), String(name)),
      seconds: (number(endTime) - number(startTime)) / 1_000,
      slowest: slowestOf(list(assertionResults)),
    })),
  }
}

/** Reads Playwright's JSON report. A test that passed on a second try counts as failed, since it is not reliable. */
export async function readPlaywrightReport(file: string): Promise<TestCounts & { files: SlowFile[] }> {
  const report = await readReport(file)
  const stats = record(report?.stats)
  return {
    passed: number(stats.expected),
    failed: number(stats.unexpected) + number(stats.flaky) + list(report?.errors).length,
    files: list(report?.suites).map((suite) => {
      const tests = testsOf(suite)
      const seconds = tests.reduce((total, { duration }) => total + number(duration), 0) / 1_000
      return { path: `e2e/tests/${suite.file}`, seconds, slowest: slowestOf(tests) }
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
