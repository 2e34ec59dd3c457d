import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMigratedDatabases } from '../stack/database.ts'
import { buildPackages } from './build.ts'
import { createStartEnv, spawnNpmStart, startScript } from './spawnStart.ts'

const commands: ChildProcess[] = []
const folders: string[] = []

// Builds once before all tests, because each `npm start` would otherwise build first.
beforeAll(async () => {
  expect(await buildPackages()).toBe(true)
})

afterAll(async () => {
  for (const command of commands) command.kill('SIGKILL')
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })))
})

const createEnv = async () => {
  const env = await createStartEnv()
  folders.push(env.DATA_DIR)
  return env
}
const start = (env: NodeJS.ProcessEnv) => spawnNpmStart(env, (command) => commands.push(command))

/** Lists the process `root` and all its descendants. */
function processTree(root: number | undefined): number[] {
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number))
  const found = root ? [root] : []
  for (const parent of found) found.push(...rows.filter((row) => row[1] === parent).flatMap((row) => row[0] ?? []))
  return found
}

const isAlive = (id: number) => {
  try {
    process.kill(id, 0)
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(id)], { encoding: 'utf8' }).startsWith('Z')
  } catch {
    return false
  }
}

const endSoon = (id: number) => {
  try {
    process.kill(id, 'SIGINT')
  } catch {
    // This process has already ended, because its parent ended.
  }
}

test('npm start prints the URL of every part', async () => {
  const env = await createEnv()
  const { command, output } = await start(env)
  for (const name of ['shop', 'guest', 'other', 'phone'])
    expect(output).toContain(`http://${name}.localhost:${env.DEMO_PORT}`)
  expect(output).toContain(`http://modal.localhost:${env.PORT}`)
  expect(output).toContain(`http://wallet.localhost:${env.PORT}`)
  expect(output).toContain(`ws://127.0.0.1:${env.RELAY_PORT}`)
  command.kill('SIGKILL')
})

test.concurrent.for(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'npm start leaves no process behind after %s',
  async (signal, { expect }) => {
    const env = await createEnv()
    // The first test shows that `npm start` creates the databases. These tests save the time that this takes.
    await addMigratedDatabases(join(env.DATA_DIR, 'demo'))
    const { command } = await start(env)
    const processes = processTree(command.pid)
    // The processes: this command, its child under the project's Node, two chains, the server, killOnExit.
    expect(processes.length).toBeGreaterThanOrEqual(6)
    const gone = once(command, 'exit')
    command.kill(signal)
    // The terminal sends Ctrl-C to every process of its group that still runs.
    if (signal === 'SIGINT') endSoon(processes[1] ?? 0)
    await gone
    await expect.poll(() => processes.filter(isAlive), { timeout: 30_000 }).toEqual([])
  },
)

test('npm start names a taken port and the variable that sets it', async () => {
  const env = await createEnv()
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { status, stderr } = await end({ ...env, DEMO_PORT: String(port) })
  taken.close()
  expect(stderr).toBe(`Port ${port} is taken. Set DEMO_PORT to another one.\n`)
  expect(status).toBe(1)
})

test('npm start names a folder that it can not write to, and the variable that sets it', async () => {
  // The test passes a path below a file as folder. A folder without permissions would not do, because root may write to
  // any folder.
  const { status, stderr } = await end({ ...(await createEnv()), DATA_DIR: join(startScript, 'data') })
  expect(stderr).toMatch(
    /^Can't write to .*start\.mjs\/data \(ENOTDIR\)\. Set DATA_DIR to a folder that can be written\.\n$/,
  )
  expect(status).toBe(1)
})

test('npm start prints the required version if Node is too old', () => {
  const program = `import('${new URL('prepare.mjs', import.meta.url)}').then(({ checkNodeVersion }) => checkNodeVersion('18.20.1'))`
  const { status, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' })
  expect(stderr).toBe('Node 20.19 or newer is needed, this is Node 18.20.1. Get one from https://nodejs.org.\n')
  expect(status).toBe(1)
})

async function end(env: NodeJS.ProcessEnv): Promise<{ status: number | null; stderr: string }> {
  const command = spawn(process.execPath, [startScript], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  command.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
  })
  const [status] = await once(command, 'close')
  return { status, stderr }
}
