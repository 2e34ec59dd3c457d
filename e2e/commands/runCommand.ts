import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Finished = { code: number; output: string; seconds: number }

/** Runs a program of node_modules/.bin to its end, its words shown as they come unless quiet. */
export async function runCommand(
  command: string,
  args: string[],
  { quiet = false, env = {} }: { quiet?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<Finished> {
  const started = performance.now()
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
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
  child.on('error', (error) => {
    output += `${command} could not be run: ${error.message}\n`
  })
  const [code] = await once(child, 'close')
  process.removeListener('exit', stop)
  return { code: code ?? 1, output, seconds: (performance.now() - started) / 1000 }
}
