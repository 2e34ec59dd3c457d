import { mkdir, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { findHeadlessShell, findOrInstallBrowser, findOrInstallHeadlessShell } from '../browser.ts'
import { buildPackages } from './build.ts'
import { countWithExitCode, type PartResult, readPlaywrightReport, readVitestReport } from './results.ts'
import { runCommand } from './runCommand.ts'

const reports = fileURLToPath(new URL('../../test-results/', import.meta.url))

export const clearReports = async (): Promise<void> => {
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports, { recursive: true })
}

/** Part of the name of each test file that starts several processes of the server or the guardian. */
export const stacksWord = '.stacks.test.'

/**
 * `words` are parts of the paths of the files to run; without any, all files run but those of `npm run test:stacks`.
 * With `isBuilt`, the tests that start our programs start the built ones.
 */
export async function runUnitTests(isBuilt: boolean, words: readonly string[] = []): Promise<PartResult> {
  const file = `${reports}unit.json`
  const args = [
    'run',
    '--config',
    'e2e/vitest.config.ts',
    // Uses one worker more than there are cores, because some tests wait for time limits. The settings of a package
    // can't set the number of workers.
    `--maxWorkers=${availableParallelism() + 1}`,
    '--reporter=default',
    '--reporter=json',
    '--silent=passed-only',
    '--passWithNoTests',
    `--outputFile.json=${file}`,
    ...(words.length > 0 ? words : ['--exclude', `**/*${stacksWord}*`]),
  ]
  const { code } = await runCommand('vitest', args, { env: { CI: '1', ...(isBuilt && { APPKIT_BUILT: '1' }) } })
  return countWithExitCode(await readVitestReport(file), code)
}

export async function runBrowserTests(words: readonly string[] = []): Promise<PartResult> {
  const file = `${reports}browser.json`
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--pass-with-no-tests', ...words]
  // Installs Chromium's headless shell only for a full run, because a few tests save less time than the installation
  // takes.
  const shell = words.length === 0 ? findOrInstallHeadlessShell() : findHeadlessShell()
  const { code } = await runCommand('playwright', args, {
    env: {
      CHROMIUM_PATH: findOrInstallBrowser(),
      ...(shell && { CHROMIUM_SHELL_PATH: shell }),
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
  })
  return countWithExitCode(await readPlaywrightReport(file), code)
}

export async function countBuild(): Promise<PartResult> {
  const isBuilt = await buildPackages()
  console.log(`${isBuilt ? '✓' : '✗'} build`)
  if (isBuilt) return { passed: 1, failed: 0, failures: [], files: [] }
  return { passed: 0, failed: 1, failures: [{ name: 'build', message: 'see above' }], files: [] }
}
