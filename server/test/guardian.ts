import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { GuardianAnswer, GuardianEnvelope, GuardianRequest } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { getRequestListener } from '@hono/node-server'
import type { Database } from '../src/database/open.ts'
import { createDatabaseProbe } from '../src/database/probe.ts'
import { createGuardianApp } from '../src/guardian/app.ts'
import { deriveGuardianKeys } from '../src/guardian/envelope.ts'
import { createGuardian } from '../src/guardian/guardian.ts'
import { createLongPolls } from '../src/wallet/api/longPolls.ts'
import type { Mail } from '../src/wallet/mail/mailer.ts'
import { openTestDatabase } from './database.ts'
import { silentLog } from './parts.ts'
import { sealForGuardian } from './sealForGuardian.ts'
import { makeTestSecrets } from './secrets.ts'
import { readAnswerBody } from './walletServer.ts'

export const guardianMigrationsFolder = join(import.meta.dirname, '../migrations/guardian')
export const guardianDelayMs = 24 * 60 * 60_000

/** Makes a guardian with its own database and key, a clock that the test moves, and a record of its mails. */
export const makeTestGuardian = async (
  time = { now: Date.UTC(2026, 10, 21, 12) },
  own: { database?: Database; root?: Buffer; pollMs?: number; delayMs?: number; firstDelayMs?: number } = {},
) => {
  const database = own.database ?? (await openTestDatabase(guardianMigrationsFolder)).database
  const root = own.root ?? randomBytes(32)
  const secrets = makeTestSecrets(root)
  const keys = await deriveGuardianKeys(secrets)
  const mails: Mail[] = []
  const mail = {
    fails: undefined as Error | undefined,
    send: async (sent: Mail) => {
      if (mail.fails) throw mail.fails
      mails.push(sent)
    },
  }
  const parts = {
    ...{ database, secrets, keys, mail, log: silentLog },
    clock: () => time.now,
    now: () => performance.now(),
    delayMs: own.delayMs ?? guardianDelayMs,
    firstDelayMs: own.firstDelayMs ?? 0,
    longPolls: createLongPolls({ pollMs: own.pollMs ?? 0 }),
    ending: new AbortController().signal,
    publicUrl: 'https://guardian.example',
  }
  const guardian = createGuardian(parts)
  let probes = 0
  const probe = createDatabaseProbe({
    ...{ database: async () => database, readFreeBytes: undefined, log: silentLog },
    // Each question is asked anew.
    now: () => probes++ * 60_000,
    clock: parts.clock,
  })
  const app = createGuardianApp({ ...parts, probe }, guardian)

  const post = async (kind: string, envelope: unknown, browser?: string, walletId?: string) => {
    const headers = {
      ...(browser !== undefined && { 'X-Browser': browser }),
      ...(walletId !== undefined && { 'X-Wallet': walletId }),
    }
    const response = await app.request(`/${kind}`, { method: 'POST', body: JSON.stringify(envelope), headers })
    return { status: response.status, body: await readAnswerBody(response) }
  }
  /**
   * Seals a request, sends it straight to the guardian, and returns the decrypted answer. `browser` and `walletId` are
   * what the main server says about the sender.
   */
  const ask = async (request: GuardianRequest, browser?: string, walletId?: string): Promise<GuardianAnswer> => {
    const sent = await sealForGuardian(keys.publicKey, request, time.now)
    const { body } = await post(request.kind, sent.envelope, browser, walletId)
    return (await sent.open(body as GuardianEnvelope)) as GuardianAnswer
  }
  return { app, guardian, ask, post, time, mails, mail, parts, root, publicKey: keys.publicKey }
}

export type TestGuardian = Awaited<ReturnType<typeof makeTestGuardian>>

/** Serves the guardian's HTTP API on a free port. */
export const serveGuardian = async ({ app }: Pick<TestGuardian, 'app'>) => {
  const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The link in a mail of the guardian: to confirm a recovery, or to cancel a delayed one. */
export const linkInMail = (mail: Mail | undefined): URL =>
  new URL(/https?:\/\/\S+\/(?:confirm|cancel)\?\S+/.exec(mail?.text ?? '')?.[0] ?? 'none:')

/** The form that the page behind a confirmation link sends when its owner picks a number. */
export const confirmationForm = (link: URL, number: string): string => `${link.searchParams}&number=${number}`

/** Confirms a recovery at a guardian that runs as a process, as its owner does. Returns the status of the page. */
export const confirmAt = async (url: string, mail: Mail | undefined, number: string): Promise<number> =>
  (await fetch(`${url}/confirm`, { method: 'POST', body: confirmationForm(linkInMail(mail), number) })).status

/** Reads the form of the page behind a link, whose buttons are given by what they send. */
export const formIn = (page: string, action: string): string => {
  const form = new RegExp(`<form method="post" action="${action}">(.*?)</form>`).exec(page)?.[1] ?? ''
  const fields = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)]
  return new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value])).toString()
}
