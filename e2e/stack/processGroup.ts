import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A child is killed after this time. It is longer than the server's own limit for requests in flight. */
const graceMs = 20_000

export type ProcessGroup = {
  add(name: string, command: string, args: string[], env?: NodeJS.ProcessEnv): ChildProcess
  /** Ends one child. `onLoss` is not called for this child. */
  end(child: ChildProcess): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts child processes that end with this process, however it ends. `onLoss` reports a child that ends before
 * `stop()`.
 */
export function createProcessGroup(onLoss: (name: string, said: string) => void): ProcessGroup {
  const members = new Set<ChildProcess>()
  // A process in its own session gets no signal of the terminal's group, so it outlives this process.
  const killOnExit = spawn(process.execPath, [fileURLToPath(new URL('killOnExit.mjs', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  killOnExit.stdin?.on('error', () => {})
  const dismissed = new WeakSet<ChildProcess>()
  let stopping = false

  return {
    add(name, command, args, env = {}) {
      const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
      let said = ''
      const keep = (chunk: Buffer) => {
        said = `${said}${chunk}`.slice(-4_000)
      }
      child.stdout?.on('data', keep)
      child.stderr?.on('data', keep)
      child.on('error', (error) => keep(Buffer.from(String(error))))
      members.add(child)
      if (child.pid) killOnExit.stdin?.write(`hold ${child.pid}\n`)
      child.on('close', () => {
        members.delete(child)
        killOnExit.stdin?.write(`drop ${child.pid}\n`)
        if (!stopping && !dismissed.has(child)) onLoss(name, said.trim())
      })
      return child
    },
    async end(child) {
      dismissed.add(child)
      await end(child)
    },
    async stop() {
      stopping = true
      await Promise.all([...members].map(end))
      killOnExit.stdin?.end()
      if (killOnExit.exitCode === null) await once(killOnExit, 'exit')
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), graceMs)
  await gone
  clearTimeout(late)
}
