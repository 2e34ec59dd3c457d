import { runCommand } from './runCommand.ts'

/**
 * Builds the packages that have changed. Turbo keeps earlier builds, so this is quick if no package has changed. Builds
 * nothing inside the tests of `npm test`, which has just built all packages: other tests read the built files meanwhile.
 */
export async function buildPackages(): Promise<boolean> {
  if (process.env.APPKIT_BUILT) return true
  const { code, output } = await runCommand('turbo', ['run', 'build', '--output-logs=errors-only', '--ui=stream'], {
    quiet: true,
  })
  if (code !== 0) console.error(output)
  return code === 0
}
