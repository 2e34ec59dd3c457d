import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startMailServer } from '../../test/guardianProcess.ts'
import { makeTestFolder } from '../../test/parts.ts'
import { findFreePort, findReason, programPath, startServerProcess, startTestProcess } from '../../test/process.ts'
import { makeTestKey, makeTestSigningKey } from '../../test/secrets.ts'
import { askWalletProcess, walletProcessConfig, walletProcessHost } from '../../test/walletProcess.ts'
import { makeWalletClient } from '../../test/walletServer.ts'
import { openSecrets } from '../config/secrets.ts'

// These tests start processes with a database each, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const idOf = async (key: string) => (await openSecrets('/nowhere', key)).keyIds.mac

test('the server does not start with a wrong or lost key, and starts again with the right one', async () => {
  const mail = await startMailServer()
  const port = await findFreePort()
  const start = (environment: Record<string, string>, folder?: string) =>
    startServerProcess(walletProcessConfig(mail.url), { PORT: String(port), ...environment }, folder)
  const client = await makeWalletClient(askWalletProcess(port), {
    origin: `http://wallet.localhost:${port}`,
    mails: mail.mails,
  })
  const key = makeTestKey()
  const first = await start({ WALLET_KEY: key })
  await first.ready()
  const { session } = await client.signIn('ann@shop.example', walletProcessHost)
  first.signal('SIGTERM')
  await first.ended()

  const pem = makeTestSigningKey()
  const wrong = makeTestKey()
  const attempts: [Record<string, string>, string][] = [
    [{ WALLET_KEY: wrong }, `key ${await idOf(key)} of WALLET_KEY, but WALLET_KEY holds ${await idOf(wrong)}`],
    [{}, `key ${await idOf(key)} of WALLET_KEY, but ${join(first.folder, '.data/keys/wallet.key')} holds `],
    [{ WALLET_KEY: key, SIGNING_KEY: pem }, 'but SIGNING_KEY holds '],
  ]
  for (const [environment, reason] of attempts) {
    const { code, output } = await (await start(environment, first.folder)).ended()
    expect([code, findReason(output, 'failed')]).toEqual([1, expect.stringContaining(reason)])
    for (const secret of [key, wrong, pem]) expect(output).not.toContain(secret)
  }

  const last = await start({ WALLET_KEY: key }, first.folder)
  await last.ready()
  expect((await client.signIn('ann@shop.example', walletProcessHost)).session.userId).toBe(session.userId)
  last.signal('SIGTERM')
  expect((await last.ended()).code).toBe(0)
})

test('the guardian does not start with a wrong or lost key', async () => {
  const folder = await makeTestFolder()
  const key = makeTestKey()
  const start = async (own: Record<string, string>) => {
    const env = {
      ...{ PATH: process.env.PATH ?? '', GUARDIAN_DATA_DIR: folder, GUARDIAN_PORT: String(await findFreePort()) },
      ...{ GUARDIAN_MAIL_URL: 'smtp://127.0.0.1:1', GUARDIAN_MAIL_FROM: 'guardian@wallet.example' },
      ...own,
    }
    return startTestProcess(programPath('guardian'), [], { env })
  }
  const first = await start({ GUARDIAN_KEY: key })
  await first.ready()
  first.signal('SIGTERM')
  expect((await first.ended()).code).toBe(0)
  await rm(join(folder, 'keys'), { recursive: true, force: true })
  for (const environment of [{ GUARDIAN_KEY: makeTestKey() }, {}]) {
    const { code, output } = await (await start(environment as Record<string, string>)).ended()
    expect([code, findReason(output, 'failed')]).toEqual([
      1,
      expect.stringContaining(`the key ${await idOf(key)} of GUARDIAN_KEY`),
    ])
    expect(output).not.toContain('"event":"ready"')
  }
})
