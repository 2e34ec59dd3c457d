import { onShutdown } from '../stack/parentEnd.ts'
import { findAffectedTests } from './affected.ts'
import { runChecks, staticChecks } from './checks.ts'
import { type PartResult, printFailures, printSlowestFiles, sumCounts } from './results.ts'
import { clearReports, countBuild, runBrowserTests, runUnitTests, stacksWord } from './runners.ts'

/**
 * `npm test`: every part runs even if an earlier one failed, so that one run shows every failure. Its
 * end names each failure again, and the last line has the counts. `-- WORDS` runs the test files whose paths contain one
 * of the words, `-- --changed [REF]` those that a change since REF (the last commit if none is given) can break.
 * `npm run test:stacks` runs the tests of several processes, which `npm test` alone leaves out.
 */
async function runAll(): Promise<PartResult[]> {
  const checks = runChecks(staticChecks)
  const build = await countBuild()
  const units = await runUnitTests(!build.failed)
  const parts = [await checks, build, units]
  // The browser tests need built files.
  if (build.failed) return parts
  const browser = await runBrowserTests()
  printSlowestFiles([...units.files, ...browser.files])
  return [...parts, browser]
}

async function runSelected(unitWords: string[], browserWords: string[]): Promise<PartResult[]> {
  const build = await countBuild()
  if (build.failed) return [build]
  const parts: PartResult[] = []
  if (unitWords.length > 0) parts.push(await runUnitTests(true, unitWords))
  if (browserWords.length > 0) parts.push(await runBrowserTests(browserWords))
  const { passed, failed } = sumCounts(parts)
  return passed + failed === 0 ? [failedAtOnce('No test matches.')] : [build, ...parts]
}

async function runArguments([first, ...others]: string[]): Promise<PartResult[]> {
  if (first === undefined) return runAll()
  if (first === '--stacks') return runSelected([stacksWord], [])
  if (first !== '--changed') return runSelected([first, ...others], [first, ...others])
  const { units, browser } = findAffectedTests(others[0] ?? 'HEAD')
  console.log(
    `A change since ${others[0] ?? 'HEAD'} can break ${units.length} unit and ${browser.length} browser test files.`,
  )
  if (units.length + browser.length === 0) return []
  return runSelected(units, browser)
}

const failedAtOnce = (message: string): PartResult => ({
  passed: 0,
  failed: 1,
  failures: [{ name: 'npm test', message }],
  files: [],
})

onShutdown(() => process.exit(1))
let parts: PartResult[]
try {
  await clearReports()
  parts = await runArguments(process.argv.slice(2))
} catch (cause) {
  parts = [failedAtOnce(cause instanceof Error ? cause.message : String(cause))]
}
printFailures(parts.flatMap(({ failures }) => failures))
const { passed, failed } = sumCounts(parts)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
