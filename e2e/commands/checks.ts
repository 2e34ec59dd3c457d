import { type CheckResult, checkLanguage, checkStructure } from '../checks/check.ts'
import type { PartResult } from './results.ts'
import { type CommandResult, runCommand } from './runCommand.ts'

type Check = { name: string; run: () => Promise<CommandResult> }

const command =
  (name: string, args: string[]): Check['run'] =>
  () =>
    runCommand(name, args, { quiet: true })

/** Runs a check inside this process, since a second process would read the same files again. */
const inProcess =
  (check: () => CheckResult): Check['run'] =>
  async () => {
    const startedAt = performance.now()
    return { ...check(), seconds: (performance.now() - startedAt) / 1_000 }
  }

/** Checks that read the source and run none of it. */
export const staticChecks: Check[] = [
  { name: 'types of loader, frame-app, secure-wallet', run: command('tsc', ['-p', 'tsconfig.json']) },
  { name: 'types of server', run: command('tsc', ['-p', 'server']) },
  { name: 'types of e2e', run: command('tsc', ['-p', 'e2e']) },
  { name: 'lint and format', run: command('biome', ['ci', '--colors=off']) },
  { name: 'structure', run: inProcess(checkStructure) },
  { name: 'language', run: inProcess(checkLanguage) },
]

/** Runs the checks one after the other, since there may be two cores only. Shows the output of each that fails. */
export async function runChecks(checks: Check[], { showAll = false } = {}): Promise<PartResult> {
  let passed = 0
  const failures: PartResult['failures'] = []
  for (const { name, run } of checks) {
    // A check that throws fails alone, so that one run shows every failure.
    const { code, output, seconds } = await run().catch((cause) => ({ code: 1, output: String(cause), seconds: 0 }))
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
    if (code === 0) passed += 1
    else failures.push({ name, message: output })
    if (code !== 0 || showAll) console.log(output)
  }
  return { passed, failed: failures.length, failures, files: [] }
}
