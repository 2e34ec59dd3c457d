import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startMailServer } from '../../test/guardianProcess.ts'
import { findFreePort, startServerProcess } from '../../test/process.ts'
import { askWalletProcess, walletProcessConfig, walletProcessHost } from '../../test/walletProcess.ts'
import { loginCodeInMail, makeWalletClient } from '../../test/walletServer.ts'
import { openDatabaseFolder } from '../database/folder.ts'

// These tests start processes with a database each, which is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

test('keeps logins across a SIGKILL and sessions across a SIGTERM, and deletes due accounts at start', async () => {
  const { mails, url } = await startMailServer()
  const port = await findFreePort()
  const first = await startServerProcess(walletProcessConfig(url), { PORT: String(port) })
  await first.ready()
  const ask = askWalletProcess(port)
  const client = await makeWalletClient(ask, { origin: `http://wallet.localhost:${port}`, mails })
  const login = await client.start('ann@shop.example', walletProcessHost)
  expect(mails.at(-1)?.text).toContain('Place: the network of the wallet server')
  first.signal('SIGKILL')
  await first.ended()

  const second = await startServerProcess(walletProcessConfig(url), { PORT: String(port) }, first.folder)
  await second.ready()
  const code = loginCodeInMail(mails.at(-1))
  const { body } = await client.call('POST', `login/${login.challengeId}/code`, { body: { code } })
  expect(body.session.email).toBe('ann@shop.example')
  second.signal('SIGTERM')
  const { output } = await second.ended()
  expect(output).not.toMatch(/ann@|shop\.localhost/)
  for (const secret of [code, body.tokens.accessToken]) expect(output).not.toContain(secret)

  const third = await startServerProcess(walletProcessConfig(url), { PORT: String(port) }, first.folder)
  await third.ready()
  const again = await client.call('GET', 'session', { token: body.tokens.accessToken })
  expect(again.body).toEqual({ ...body.session, freshMs: expect.any(Number) })
  third.signal('SIGTERM')
  await third.ended()

  const { client: stopped, close } = await openDatabaseFolder(join(first.folder, '.data/wallet-db'), undefined)
  const { userId } = body.session
  await stopped.query(`insert into deletions values ($1, 0, 'shop', $2, 'Firefox', 'en')`, [userId, walletProcessHost])
  await close()
  const fourth = await startServerProcess(walletProcessConfig(url), { PORT: String(port) }, first.folder)
  await fourth.ready()
  await vi.waitFor(() => expect(mails.at(-1)?.subject).toBe('Your wallet account was deleted'), 30_000)
  expect((await client.call('GET', 'session', { token: body.tokens.accessToken })).status).toBe(401)
})

test('the server ends long polls when it stops', async () => {
  const { mails, url } = await startMailServer()
  const port = await findFreePort()
  const server = await startServerProcess(walletProcessConfig(url), { PORT: String(port) })
  await server.ready()
  const client = await makeWalletClient(askWalletProcess(port), { origin: `http://wallet.localhost:${port}`, mails })
  const flowId = randomUUID()
  await client.call('POST', 'flows', { body: { flowId, request: { iv: 'A'.repeat(16), data: 'A'.repeat(22) } } })
  const waiting = client.call('GET', `flows/${flowId}/result`)
  // The server handles requests in order. When it has answered this request, it has received the long poll too.
  await client.call('GET', `flows/${flowId}`)
  const start = performance.now()
  server.signal('SIGTERM')
  expect((await waiting).body).toEqual({ result: null })
  expect((await server.ended()).code).toBe(0)
  // If stopping the server didn't end the long poll, the poll would take 25 s.
  expect(performance.now() - start).toBeLessThan(15_000)
})

test("a login answers MAIL_NOT_SENT if nothing listens at the mail server's address", async () => {
  const port = await findFreePort()
  const server = await startServerProcess(walletProcessConfig(`smtp://127.0.0.1:${await findFreePort()}`), {
    PORT: String(port),
  })
  await server.ready()
  const client = await makeWalletClient(askWalletProcess(port), {
    origin: `http://wallet.localhost:${port}`,
    mails: [],
  })
  const body = { projectId: 'shop', host: walletProcessHost, email: 'ann@shop.example', locale: 'en' }
  expect(await client.call('POST', 'login/email', { body })).toEqual({ status: 502, body: { code: 'MAIL_NOT_SENT' } })
  server.signal('SIGTERM')
  expect((await server.ended()).output).toContain('"event":"mail was not sent","code":"ESOCKET"')
})
