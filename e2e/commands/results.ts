import { readFile } from 'node:fs/promises'

export type Count = { passed: number; failed: number }

export const sum = (counts: Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
})

/** A runner that ended badly without naming a failed test (it could not even start) counts as one failure. */
export function withExitCode(count: Count, code: number): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
}

/** vitest's JSON report. A file that could not be loaded has no tests of its own, so it counts as one failure. */
export async function readVitest(file: string): Promise<Count> {
  const report = await readReport(file)
  const suites = list(report?.testResults)
  const broken = suites.filter((suite) => suite.status === 'failed' && list(suite.assertionResults).length === 0)
  return { passed: number(report?.numPassedTests), failed: number(report?.numFailedTests) + broken.length }
}

/** Playwright's JSON report; a test that passed on a second try did pass, but it is counted as failed: it is not reliable. */
export async function readPlaywright(file: string): Promise<Count> {
  const report = await readReport(file)
  const stats = record(report?.stats)
  return {
    passed: number(stats.expected),
    failed: number(stats.unexpected) + number(stats.flaky) + list(report?.errors).length,
  }
}

async function readReport(file: string): Promise<Record<string, unknown> | undefined> {
  try {
    return record(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    // The runner never came so far as to write one; its exit code tells.
    return undefined
  }
}

const number = (value: unknown): number => (typeof value === 'number' ? value : 0)
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.map(record) : [])
