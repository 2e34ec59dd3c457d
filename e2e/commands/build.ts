import { runCommand } from './runCommand.ts'

/** Builds the packages that have changed. Turbo keeps earlier builds, so this is quick if no package has changed. */
export async function buildPackages(): Promise<boolean> {
  const { code, output } = await runCommand('turbo', ['run', 'build', '--output-logs=errors-only', '--ui=stream'], {
    quiet: true,
  })
  if (code !== 0) console.error(output)
  return code === 0
}
