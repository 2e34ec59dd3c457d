import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeTestFolder } from '../../test/parts.ts'
import { findFreePort, programPath, startTestProcess } from '../../test/process.ts'

// These tests start processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const run = (environment: Record<string, string>, ...args: string[]) =>
  startTestProcess(programPath('guardian'), args, { env: { PATH: process.env.PATH, ...environment } })

test('the guardian prints its public key, which stays the same in later starts', async () => {
  const folder = await makeTestFolder()
  const port = await findFreePort()
  const environment = {
    GUARDIAN_DATA_DIR: folder,
    GUARDIAN_PORT: String(port),
    GUARDIAN_MAIL_URL: 'smtp://127.0.0.1:1',
    GUARDIAN_MAIL_FROM: 'guardian@wallet.example',
    GUARDIAN_DELAY_SECONDS: '60',
  }
  const printed = await run({ GUARDIAN_DATA_DIR: folder }, '--public-key').ended()
  expect(printed).toEqual({ code: 0, output: expect.stringMatching(/^[\w-]{87}\n$/) })
  const guardian = run(environment)
  const ready = JSON.parse((await guardian.ready()).split('\n')[0] ?? '')
  expect(ready).toMatchObject({ event: 'ready', port, publicKey: printed.output.trim(), delaySeconds: 60 })
  const health = await fetch(`http://127.0.0.1:${port}/health`)
  expect(await health.json()).toEqual({ status: 'ok' })
  guardian.signal('SIGTERM')
  expect((await guardian.ended()).code).toBe(0)
  const [key = ''] = await readdir(join(folder, 'keys'))
  expect((await stat(join(folder, 'keys', key))).mode & 0o777).toBe(0o400)
})

test.each<[Record<string, string>, string]>([
  [{ GUARDIAN_MAIL_URL: '' }, 'GUARDIAN_MAIL_URL must be'],
  [{ GUARDIAN_MAIL_URL: 'http://mail.example' }, 'GUARDIAN_MAIL_URL must be'],
  [{ GUARDIAN_MAIL_FROM: '' }, 'GUARDIAN_MAIL_FROM must be'],
  [{ GUARDIAN_DELAY_SECONDS: '-1' }, 'GUARDIAN_DELAY_SECONDS is -1'],
  [
    { GUARDIAN_FIRST_DELAY_SECONDS: '86401' },
    'GUARDIAN_FIRST_DELAY_SECONDS is 86401; it must be a number from 0 to 86400',
  ],
  [{ GUARDIAN_PORT: 'x' }, 'GUARDIAN_PORT is x'],
  [{ GUARDIAN_PUBLIC_URL: 'guardian' }, 'GUARDIAN_PUBLIC_URL is guardian'],
  [{ GUARDIAN_KEY: 'short' }, 'GUARDIAN_KEY must contain 32 random bytes'],
])('the guardian does not start with the environment %j', async (environment, message) => {
  const mail = { GUARDIAN_MAIL_URL: 'smtp://127.0.0.1:1', GUARDIAN_MAIL_FROM: 'guardian@wallet.example' }
  const { code, output } = await run({ GUARDIAN_DATA_DIR: await makeTestFolder(), ...mail, ...environment }).ended()
  expect([code, output]).toEqual([1, expect.stringContaining(message)])
})
