import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../stack/ports.ts'

export const startScript = fileURLToPath(new URL('start.mjs', import.meta.url))

/**
 * The environment variables for an `npm start` with free ports and a new data folder. The caller removes the folder.
 */
export const createStartEnv = async (): Promise<NodeJS.ProcessEnv & { DATA_DIR: string }> => ({
  ...process.env,
  DATA_DIR: await mkdtemp(join(tmpdir(), 'appkit-start-')),
  PORT: String(await findFreePort()),
  DEMO_PORT: String(await findFreePort()),
  CHAIN_PORT: String(await findFreePort()),
  SECOND_CHAIN_PORT: String(await findFreePort()),
  RELAY_PORT: String(await findFreePort()),
  MAIL_PORT: String(await findFreePort()),
  SMTP_PORT: String(await findFreePort()),
  GUARDIAN_PORT: String(await findFreePort()),
})

/** Runs `npm start` and resolves when it prints `ready`. Calls `spawned` with the process as soon as it runs. */
export async function spawnNpmStart(
  env: NodeJS.ProcessEnv,
  spawned: (command: ChildProcess) => void,
): Promise<{ command: ChildProcess; output: string }> {
  const command = spawn(process.execPath, [startScript], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  spawned(command)
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (/^ready$/m.test(output)) resolve()
    }
    command.stdout?.on('data', read)
    command.stderr?.on('data', read)
    command.on('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)))
  })
  return { command, output }
}
