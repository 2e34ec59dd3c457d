import { spawn } from 'node:child_process'

export type CommandResult = { code: number; output: string; seconds: number }

/** A program that writes into a pipe can't see the terminal, so this process decides on colours. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }

/** Runs a program of node_modules/.bin and shows its output as it arrives, unless quiet. */
export async function runCommand(
  command: string,
  args: string[],
  { quiet = false, env = {} }: { quiet?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<CommandResult> {
  const started = performance.now()
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...colours, ...env },
    shell: process.platform === 'win32',
  })
  const stop = () => child.kill('SIGTERM')
  process.once('exit', stop)
  let output = ''
  for (const [stream, sink] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
      if (!quiet) sink.write(chunk)
    })
  }
  const code = await new Promise<number | null>((done) => {
    child.once('close', done)
    child.once('error', (error) => {
      output += `${command} could not be run: ${error.message}\n`
      done(1)
    })
  })
  process.removeListener('exit', stop)
  return { code: code ?? 1, output, seconds: (performance.now() - started) / 1000 }
}
