import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startMailServer } from '../test/guardianProcess.ts'
import { makeTestFolder } from '../test/parts.ts'
import { findFreePort, findReason, startServerProcess } from '../test/process.ts'
import { makeTestKey } from '../test/secrets.ts'
import { askWalletProcess, walletProcessConfig, walletProcessHost } from '../test/walletProcess.ts'
import { makeWalletClient } from '../test/walletServer.ts'

// A test starts three servers with a database each, which is slow on a busy machine.
vi.setConfig({ testTimeout: 180_000 })

const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')

/** Runs a command of the README's chapter about backups. */
const runDocumented = (start: string, variables: Record<string, string>, path = `${process.env.PATH}`): void => {
  const [, chapter = ''] = readme.split('### Backup and restore')
  const command = chapter.split('\n').find((line) => line.startsWith(`${start} `))
  if (!command) throw new Error(`The chapter has no command that starts with ${start}.`)
  execFileSync('sh', ['-eu', '-c', command], { env: { PATH: path, ...variables } })
}

/** The folder of this machine's PostgreSQL, whose `pg_dump` reads no newer PostgreSQL. Undefined without one. */
const findPostgresFolder = (): string | undefined => {
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  const folder = status === 0 ? stdout.trim() : ''
  const runs = (name: string) => spawnSync(join(folder, name), ['--version']).status === 0
  return folder && ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every(runs) ? folder : undefined
}
const binaries = findPostgresFolder()

/** Starts this machine's PostgreSQL, and returns the URL of a new database each time. */
const startOwnPostgres = async (folder: string) => {
  const port = await findFreePort()
  const data = join(await makeTestFolder(), 'postgres')
  await mkdir(data, { mode: 0o700 })
  // PostgreSQL refuses to run as root.
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (user.uid) {
    await chmod(join(data, '..'), 0o755)
    await chown(data, user.uid, user.gid)
  }
  const words = ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync']
  execFileSync(join(folder, 'initdb'), words, { ...user, stdio: 'ignore' })
  const settings = ['-p', String(port), '-k', data, '-c', 'fsync=off']
  const server = spawn(join(folder, 'postgres'), ['-D', data, ...settings], { ...user, stdio: 'ignore' })
  onTestFinished(async () => {
    server.kill('SIGINT')
    if (server.exitCode === null) await once(server, 'exit')
  })
  const urlOf = (name: string): string => `postgres://postgres@127.0.0.1:${port}/${name}`
  return async (name: string): Promise<string> => {
    await vi.waitFor(async () => {
      const client = new pg.Client({ connectionString: urlOf('postgres') })
      await client.connect()
      await client.query(`create database ${name}`).finally(() => client.end())
    }, 30_000)
    return urlOf(name)
  }
}

/** An installation with a visitor, who logs in and reads her own rows. */
const makeInstallation = async () => {
  const mail = await startMailServer()
  const port = await findFreePort()
  const client = await makeWalletClient(askWalletProcess(port), {
    origin: `http://wallet.localhost:${port}`,
    mails: mail.mails,
  })
  const start = (environment: Record<string, string>) =>
    startServerProcess(walletProcessConfig(mail.url), { PORT: String(port), ...environment })
  /** Starts the server, lets the visitor use it, and stops it. */
  const runWith = async <T>(environment: Record<string, string>, use: () => Promise<T>): Promise<T> => {
    const server = await start(environment)
    const output = await server.ready()
    expect(output).toContain('"event":"ready"')
    const result = await use()
    server.signal('SIGTERM')
    expect((await server.ended()).code).toBe(0)
    return result
  }
  const signIn = () => client.signIn('ann@shop.example', walletProcessHost)
  /** Reads the session with an earlier token, for which the server opens the sealed address. */
  const readSession = async (token: string) => (await client.call('GET', 'session', { token })).body
  return { start, runWith, signIn, readSession }
}

test.skipIf(!binaries)(
  `a PostgreSQL that was restored with pg_restore lets its visitors in with their rows${binaries ? '' : ' (skipped: no PostgreSQL with pg_dump on this machine)'}`,
  async () => {
    const folder = String(binaries)
    const createDatabase = await startOwnPostgres(folder)
    const [from, to] = [await createDatabase('lost'), await createDatabase('restored')]
    const { start, runWith, signIn, readSession } = await makeInstallation()
    const key = makeTestKey()
    const { session, tokens } = await runWith({ WALLET_KEY: key, DATABASE_URL: from }, signIn)

    const run = (command: string, url: string) =>
      runDocumented(command, { BACKUP: backup, DATABASE_URL: url }, `${folder}:${process.env.PATH}`)
    const backup = await makeTestFolder()
    run('pg_dump', from)
    run('pg_restore', to)

    const refused = await start({ WALLET_KEY: makeTestKey(), DATABASE_URL: to })
    // The server opens the database in the background, so it may be ready before it refuses the key.
    const output = await refused.waitForEvent('failed')
    expect(findReason(output, 'failed')).toContain('of WALLET_KEY')
    await runWith({ WALLET_KEY: key, DATABASE_URL: to }, async () => {
      expect(await readSession(tokens.accessToken)).toMatchObject({ email: 'ann@shop.example', userId: session.userId })
      expect((await signIn()).session.userId).toBe(session.userId)
    })
  },
)

test('a copied folder of a stopped server lets its visitors in with their rows', async () => {
  const [lost, restored, backup] = [await makeTestFolder(), await makeTestFolder(), await makeTestFolder()]
  const { runWith, signIn, readSession } = await makeInstallation()
  const { session, tokens } = await runWith({ DATA_DIR: lost }, signIn)

  runDocumented('tar -cf', { BACKUP: backup, DATA_DIR: lost })
  runDocumented('tar -xpf', { BACKUP: backup, DATA_DIR: restored })

  await runWith({ DATA_DIR: restored }, async () => {
    expect(await readSession(tokens.accessToken)).toMatchObject({ email: 'ann@shop.example', userId: session.userId })
    expect((await signIn()).session.userId).toBe(session.userId)
  })
})
