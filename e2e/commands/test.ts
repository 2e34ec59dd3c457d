import { mkdir, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { provideBrowser } from '../browser.ts'
import { onEnd } from '../stack/lifeline.ts'
import { build } from './build.ts'
import { runChecks, staticChecks } from './checks.ts'
import { type Count, readPlaywright, readVitest, sum, withExitCode } from './results.ts'
import { runCommand } from './runCommand.ts'

/** `npm test`: every part runs even if one before it failed, so that one run tells all; the last line counts. */
const reports = fileURLToPath(new URL('../../test-results/', import.meta.url))

async function unitTests(): Promise<Count> {
  const file = `${reports}unit.json`
  const args = [
    'run',
    '--config',
    'e2e/vitest.config.ts',
    // Vitest leaves one core free, which is half of a small machine. Here, since packages keep their own settings.
    '--maxWorkers=100%',
    '--reporter=default',
    '--reporter=json',
    '--silent=passed-only',
    `--outputFile.json=${file}`,
  ]
  const { code } = await runCommand('vitest', args, { env: { CI: '1' } })
  return withExitCode(await readVitest(file), code)
}

async function browserTests(): Promise<Count> {
  const file = `${reports}browser.json`
  const { code } = await runCommand('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
    env: { CHROMIUM_PATH: provideBrowser(), PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  return withExitCode(await readPlaywright(file), code)
}

async function built(): Promise<Count> {
  const isBuilt = await build()
  console.log(`${isBuilt ? '✓' : '✗'} build`)
  return isBuilt ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function all(): Promise<Count[]> {
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports, { recursive: true })
  const counts = [await runChecks(staticChecks)]
  const build = await built()
  counts.push(build, await unitTests())
  // Without built files there is nothing that a browser could load.
  if (!build.failed) counts.push(await browserTests())
  return counts
}

onEnd(() => process.exit(1))
let counts: Count[]
try {
  counts = await all()
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : cause)
  counts = [{ passed: 0, failed: 1 }]
}
const { passed, failed } = sum(counts)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed ? 1 : 0)
