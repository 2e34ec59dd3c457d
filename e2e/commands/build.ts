import { runCommand } from './runCommand.ts'

/** Builds what has changed. Turbo keeps what it built before, so this is quick when nothing did. */
export async function buildPackages(): Promise<boolean> {
  const { code, output } = await runCommand('turbo', ['run', 'build', '--output-logs=errors-only', '--ui=stream'], {
    quiet: true,
  })
  if (code !== 0) console.error(output)
  return code === 0
}
