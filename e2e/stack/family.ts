import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** How long a child may take to end by itself before it is killed: longer than the server gives to what is under way. */
const graceMs = 20_000

export type Family = {
  add(name: string, command: string, args: string[], env?: NodeJS.ProcessEnv): ChildProcess
  /** Ends one of them on purpose. */
  end(child: ChildProcess): Promise<void>
  stop(): Promise<void>
}

/** Child processes that end with this one, whatever ends it. `onLoss` hears of a child that ended before `stop()`. */
export function createFamily(onLoss: (name: string, said: string) => void): Family {
  const members = new Set<ChildProcess>()
  // A process of its own session: a signal to the terminal's group doesn't reach it, so it outlives us by a moment.
  const leash = spawn(process.execPath, [fileURLToPath(new URL('leash.mjs', import.meta.url))], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  leash.stdin?.on('error', () => {})
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
      if (child.pid) leash.stdin?.write(`hold ${child.pid}\n`)
      child.on('close', () => {
        members.delete(child)
        leash.stdin?.write(`drop ${child.pid}\n`)
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
      leash.stdin?.end()
      if (leash.exitCode === null) await once(leash, 'exit')
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
