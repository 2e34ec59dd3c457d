import { onShutdown } from '../stack/parentEnd.ts'
import { findAffectedTests } from './affected.ts'
import { runChecks, staticChecks } from './checks.ts'
import { printSlowestFiles, sumCounts, type TestCounts } from './results.ts'
import { clearReports, countBuild, runBrowserTests, runUnitTests, stacksWord } from './runners.ts'

/**
 * `npm test`: every part runs even if an earlier one failed, so that one run shows every failure. The last line has the
 * counts. `-- WORDS` runs the test files whose paths contain one of the words, `-- --changed [REF]` those that a change
 * since REF (the last commit if none is given) can break. `npm run test:stacks` runs the tests of several processes,
 * which `npm test` alone leaves out.
 */
async function runAll(): Promise<TestCounts[]> {
  const checks = runChecks(staticChecks)
  const build = await countBuild()
  const units = await runUnitTests(!build.failed)
  const counts = [await checks, build, units]
  // The browser tests need built files.
  if (build.failed) return counts
  const browser = await runBrowserTests()
  printSlowestFiles([...units.files, ...browser.files])
  return [...counts, browser]
}

async function runSelected(unitWords: string[], browserWords: string[]): Promise<TestCounts[]> {
  const build = await countBuild()
  if (build.failed) return [build]
  const units = unitWords.length > 0 ? await runUnitTests(true, unitWords) : { passed: 0, failed: 0 }
  const browser = browserWords.length > 0 ? await runBrowserTests(browserWords) : { passed: 0, failed: 0 }
  if (units.passed + units.failed + browser.passed + browser.failed === 0) {
    console.error('No test matches.')
    return [{ passed: 0, failed: 1 }]
  }
  return [build, units, browser]
}

async function runArguments([first, ...others]: string[]): Promise<TestCounts[]> {
  if (first === undefined) return runAll()
  if (first === '--stacks') return runSelected([stacksWord], [])
  if (first !== '--changed') return runSelected([first, ...others], [first, ...others])
  const { units, browser } = findAffectedTests(others[0] ?? 'HEAD')
  console.log(
    `A change since ${others[0] ?? 'HEAD'} can break ${units.length} unit and ${browser.length} browser test files.`,
  )
  if (units.length + browser.length === 0) return [{ passed: 0, failed: 0 }]
  return runSelected(units, browser)
}

onShutdown(() => process.exit(1))
let counts: TestCounts[]
try {
  await clearReports()
  counts = await runArguments(process.argv.slice(2))
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  counts = [{ passed: 0, failed: 1 }]
}
const { passed, failed } = sumCounts(counts)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
