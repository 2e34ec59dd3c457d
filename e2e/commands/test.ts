import { onShutdown } from '../stack/parentEnd.ts'
import { findAffectedTests } from './affected.ts'
import { runChecks, staticChecks } from './checks.ts'
import { printSlowestFiles, sumCounts, type TestCounts } from './results.ts'
import { clearReports, countBuild, runBrowserTests, runUnitTests } from './runners.ts'

/**
 * `npm test`: every part runs even if an earlier one failed, so that one run shows every failure. The last line has the
 * counts. `-- WORDS` runs the test files whose paths contain one of the words, `-- --changed [REF]` those that a change
 * since REF (the last commit if none is given) can break.
 */
async function runAll(): Promise<TestCounts[]> {
  const checks = runChecks(staticChecks)
  const build = await countBuild()
  // The browser tests need built files.
  if (build.failed) return [await checks, build, await runUnitTests(false)]
  // Both kinds run at once, because each leaves the processors idle while it waits for timers and for other processes.
  const [units, browser] = await Promise.all([runUnitTests(true, [], { besideBrowserTests: true }), runBrowserTests()])
  printSlowestFiles([...units.files, ...browser.files])
  return [await checks, build, units, browser]
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
