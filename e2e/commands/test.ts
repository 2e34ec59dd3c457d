import { onEnd } from '../stack/parentEnd.ts'
import { findAffected } from './affected.ts'
import { runChecks, staticChecks } from './checks.ts'
import { type Count, showSlowest, sum } from './results.ts'
import { browserTests, builtPackages, clearReports, unitTests } from './runners.ts'

/**
 * `npm test`: every part runs even if an earlier one failed, so that one run shows every failure. The last line has the
 * counts. `-- WORDS` runs the test files whose paths contain one of the words, `-- --changed [REF]` those that a change
 * since REF (the last commit if none is given) can break.
 */
async function runAll(): Promise<Count[]> {
  const checks = runChecks(staticChecks)
  const build = await builtPackages()
  const units = await unitTests(!build.failed)
  const counts = [await checks, build, units]
  // The browser tests need built files.
  if (build.failed) return counts
  const browser = await browserTests()
  showSlowest([...units.files, ...browser.files])
  return [...counts, browser]
}

async function runSelected(unitWords: string[], browserWords: string[]): Promise<Count[]> {
  const build = await builtPackages()
  if (build.failed) return [build]
  const units = unitWords.length > 0 ? await unitTests(true, unitWords) : { passed: 0, failed: 0 }
  const browser = browserWords.length > 0 ? await browserTests(browserWords) : { passed: 0, failed: 0 }
  if (units.passed + units.failed + browser.passed + browser.failed === 0) {
    console.error('No test matches.')
    return [{ passed: 0, failed: 1 }]
  }
  return [build, units, browser]
}

async function runArguments([first, ...others]: string[]): Promise<Count[]> {
  if (first === undefined) return runAll()
  if (first !== '--changed') return runSelected([first, ...others], [first, ...others])
  const { units, browser } = findAffected(others[0] ?? 'HEAD')
  console.log(
    `A change since ${others[0] ?? 'HEAD'} can break ${units.length} unit and ${browser.length} browser test files.`,
  )
  if (units.length + browser.length === 0) return [{ passed: 0, failed: 0 }]
  return runSelected(units, browser)
}

onEnd(() => process.exit(1))
let counts: Count[]
try {
  await clearReports()
  counts = await runArguments(process.argv.slice(2))
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  counts = [{ passed: 0, failed: 1 }]
}
const { passed, failed } = sum(counts)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
