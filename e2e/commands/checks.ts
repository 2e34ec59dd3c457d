import { type Finished, runCommand } from './runCommand.ts'

export type Check = { name: string; run: () => Promise<Finished> }

const command =
  (name: string, args: string[]): Check['run'] =>
  () =>
    runCommand(name, args, { quiet: true })

/** What can be said about the source without running it. */
export const staticChecks: Check[] = [
  { name: 'types of loader, frame-app, secure-wallet', run: command('tsc', ['-p', 'tsconfig.json']) },
  { name: 'types of server', run: command('tsc', ['-p', 'server']) },
  { name: 'types of e2e', run: command('tsc', ['-p', 'e2e']) },
  { name: 'lint and format', run: command('biome', ['ci', '--colors=off']) },
]

/** Runs them one after the other (there may be two cores only), shows each that fails, and counts. */
export async function runChecks(checks: Check[]): Promise<{ passed: number; failed: number }> {
  let passed = 0
  for (const { name, run } of checks) {
    const { code, output, seconds } = await run()
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)`)
    if (code === 0) passed += 1
    else console.log(output)
  }
  return { passed, failed: checks.length - passed }
}
