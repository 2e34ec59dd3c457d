import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startMailServer } from '../../test/guardianProcess.ts'
import { makeTestFolder } from '../../test/parts.ts'
import {
  findFreePort,
  findReason,
  programPath,
  requestModalHost,
  startServerProcess,
  startTestProcess,
} from '../../test/process.ts'
import { askWalletProcess, walletProcessConfig, walletProcessHost } from '../../test/walletProcess.ts'
import { makeWalletClient } from '../../test/walletServer.ts'

// These tests start processes with a database each, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

/** In a container the server is process 1, so two containers on one volume have the same process id. */
const asFirstProcess = "--import=data:text/javascript,Object.defineProperty(process,'pid',{value:1})"

const startContainer = async (mail: Awaited<ReturnType<typeof startMailServer>>, folder?: string) => {
  const port = await findFreePort()
  const environment = { PORT: String(port), NODE_OPTIONS: asFirstProcess }
  const server = await startServerProcess(walletProcessConfig(mail.url), environment, folder)
  await server.ready()
  const ask = askWalletProcess(port)
  const origin = `http://wallet.localhost:${port}`
  return { ...server, port, ask, makeClient: () => makeWalletClient(ask, { origin, mails: mail.mails }) }
}

const login = (email: string) => ({
  body: { projectId: 'shop', host: walletProcessHost, email, locale: 'en' },
})

test('refuses the embedded database to a second container on the same volume, until the first has stopped', async () => {
  const mail = await startMailServer()
  const first = await startContainer(mail)
  const ann = await first.makeClient()
  const { tokens, session } = await ann.signIn('ann@shop.example', walletProcessHost)

  const second = await startContainer(mail, first.folder)
  const bob = await second.makeClient()
  expect(await bob.call('POST', 'login/email', login('bob@shop.example'))).toMatchObject({
    status: 503,
    body: { code: 'RESOURCE_UNAVAILABLE' },
  })
  expect(JSON.parse((await requestModalHost(second.port, '/ready/wallet')).text)).toEqual({
    status: 'not ready',
    missing: [{ part: 'database', reason: 'IN_USE' }],
  })
  const again = await ann.call('GET', 'session', { token: tokens.accessToken })
  expect(again.body).toEqual({ ...session, freshMs: expect.any(Number) })

  first.signal('SIGTERM')
  expect((await first.ended()).code).toBe(0)
  const opened = await vi.waitFor(async () => {
    const answer = await bob.call('POST', 'login/email', login('bob@shop.example'))
    expect(answer.status).toBe(200)
    return answer
  }, 30_000)
  expect(opened.body.state).toBe('VERIFY_OTP')
  second.signal('SIGTERM')
  const { output } = await second.ended()
  expect(findReason(output, 'database could not be opened')).toBe(
    `Another process uses the embedded database, as ${join(first.folder, '.data/wallet-db.lease')} shows. ` +
      'An embedded database serves one process. Stop the other process, give each its own data folder, or use ' +
      'PostgreSQL (DATABASE_URL).',
  )
})

test('a container that was frozen too long ends without acknowledging another row, and the next one keeps all rows', async () => {
  const mail = await startMailServer()
  const first = await startContainer(mail)
  const ann = await first.makeClient()
  const { session } = await ann.signIn('ann@shop.example', walletProcessHost)
  const late = await first.makeClient()
  await late.call('GET', 'nothing')
  first.signal('SIGSTOP')
  // The kernel accepts this request for the frozen process, which reads it as soon as it continues.
  const lateLogin = late.call('POST', 'login/email', login('late@shop.example')).then(
    ({ status }) => status,
    () => 'connection closed',
  )

  const second = await startContainer(mail, first.folder)
  const again = await second.makeClient()
  const next = await again.signIn('ann@shop.example', walletProcessHost)
  expect(next.session.userId).toBe(session.userId)

  first.signal('SIGCONT')
  const { code, output } = await first.ended()
  expect(code).toBe(1)
  expect(findReason(output, 'failed')).toMatch(/^Another process has taken over .+wallet-db\.lease, because /)
  expect(['connection closed', 500, 503]).toContain(await lateLogin)
  expect(mail.mails.filter(({ to }) => to === 'late@shop.example')).toEqual([])

  const kept = await again.call('GET', 'session', { token: next.tokens.accessToken })
  expect(kept.body).toEqual({ ...next.session, freshMs: expect.any(Number) })
  second.signal('SIGTERM')
  expect((await second.ended()).code).toBe(0)
})

test('a second guardian on the same volume ends and logs why', async () => {
  const folder = await makeTestFolder()
  const start = async () =>
    startTestProcess(programPath('guardian'), [], {
      env: {
        ...{ PATH: process.env.PATH ?? '', NODE_OPTIONS: asFirstProcess, GUARDIAN_DATA_DIR: folder },
        ...{ GUARDIAN_PORT: String(await findFreePort()), GUARDIAN_MAIL_URL: 'smtp://127.0.0.1:1' },
        GUARDIAN_MAIL_FROM: 'guardian@wallet.example',
      },
    })
  const first = await start()
  await first.ready()
  const { code, output } = await (await start()).ended()
  expect([code, findReason(output, 'failed')]).toEqual([1, expect.stringMatching(/^Another process uses .+db\.lease /)])
  first.signal('SIGTERM')
  expect((await first.ended()).code).toBe(0)
})

test('a server whose lease nobody can renew ends and logs why', async () => {
  const folder = await makeTestFolder()
  const breakThreads = "if (!require('node:worker_threads').isMainThread) throw new RangeError()"
  await writeFile(join(folder, 'breakThreads.cjs'), breakThreads)
  const server = await startServerProcess(walletProcessConfig('smtp://127.0.0.1:1'), {
    PORT: String(await findFreePort()),
    NODE_OPTIONS: `--require=${join(folder, 'breakThreads.cjs')}`,
  })
  const { code, output } = await server.ended()
  expect([code, findReason(output, 'failed')]).toEqual([
    1,
    expect.stringMatching(/^The thread that renews .+wallet-db\.lease failed \(RangeError\)\./),
  ])
})
