import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countWithExitCode, readPlaywrightReport, readVitestReport, sumCounts } from './results.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'results-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const report = async (content: unknown) => {
  const file = join(folder, 'report.json')
  await writeFile(file, JSON.stringify(content))
  return file
}

test('counts a test file that could not be loaded as a failure', async () => {
  const file = await report({
    numPassedTests: 4,
    numFailedTests: 1,
    testResults: [
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  })
  expect(await readVitestReport(file)).toMatchObject({ passed: 4, failed: 2 })
})

test('counts a test that passes only on a second try as a failure', async () => {
  const file = await report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }, errors: [] })
  expect(await readPlaywrightReport(file)).toMatchObject({ passed: 3, failed: 2 })
})

test('reads how long a browser test file takes in all projects, and its slowest test', async () => {
  const spec = (title: string, ...durations: number[]) => ({
    title,
    tests: durations.map((duration) => ({ results: [{ duration }] })),
  })
  const file = await report({
    suites: [{ file: 'a.spec.ts', specs: [spec('one', 1_000, 2_000)], suites: [{ specs: [spec('two', 4_000)] }] }],
  })
  expect((await readPlaywrightReport(file)).files).toEqual([
    { path: 'e2e/tests/a.spec.ts', seconds: 7, slowest: { title: 'two', seconds: 4 } },
  ])
})

test('names each failed test with its file and its message', async () => {
  const units = await report({
    testResults: [
      { name: `${process.cwd()}/a.test.ts`, status: 'failed', message: 'no such module', assertionResults: [] },
      {
        name: `${process.cwd()}/b.test.ts`,
        status: 'failed',
        assertionResults: [
          { fullName: 'adds', status: 'passed' },
          { fullName: 'divides', status: 'failed', failureMessages: ['expected 2 to be 3'] },
        ],
      },
    ],
  })
  expect((await readVitestReport(units)).failures).toEqual([
    { name: 'a.test.ts', message: 'no such module' },
    { name: 'b.test.ts, divides', message: 'expected 2 to be 3' },
  ])
  const result = { duration: 1, errors: [{ message: 'timed out' }] }
  const browser = await report({
    suites: [
      {
        file: 'a.spec.ts',
        specs: [
          { title: 'opens', tests: [{ projectName: 'denied', status: 'unexpected', results: [result] }] },
          { title: 'closes', tests: [{ projectName: 'denied', status: 'expected', results: [{ duration: 1 }] }] },
        ],
      },
    ],
  })
  expect((await readPlaywrightReport(browser)).failures).toEqual([
    { name: 'e2e/tests/a.spec.ts [denied], opens', message: 'timed out' },
  ])
})

test('counts a runner that could not start as a failure, although no test failed', async () => {
  const count = await readVitestReport('/nowhere/report.json')
  expect(countWithExitCode(count, 1)).toMatchObject({
    passed: 0,
    failed: 1,
    failures: [{ message: 'ended with code 1' }],
  })
})

test('adds up the passed and failed tests of all parts of npm test', () => {
  expect(
    sumCounts([
      { passed: 1, failed: 0 },
      { passed: 2, failed: 3 },
    ]),
  ).toEqual({ passed: 3, failed: 3 })
})

test('importing the helper that starts PostgreSQL does not reset the exit code of the process', () => {
  const postgres = JSON.stringify(new URL('../../server/test/postgres.ts', import.meta.url).href)
  const code = `await import(${postgres}); process.exitCode = 3`
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', code]).status).toBe(3)
})
