import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { Mail } from '../src/wallet/mail/mailer.ts'
import { makeTestFolder } from './parts.ts'
import { findFreePort, programPath, startTestProcess } from './process.ts'

const entry = programPath('guardian')
/** User ids that own no files. Only root can start a process as one of them. */
const guardianUser = { uid: 65_534, gid: 65_534 }
const strangeUser = { uid: 65_533, gid: 65_533 }

/** Starts a mail server that records its mails. */
export const startMailServer = async () => {
  const mails: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope }, done) => {
      const raw = await new Response(Buffer.concat(await stream.toArray())).arrayBuffer()
      const { subject = '', text = '', html = '' } = await PostalMime.parse(raw)
      mails.push({ to: envelope.rcptTo.map(({ address }) => address).join(), subject, text, html })
      done()
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { mails, url: `smtp://127.0.0.1:${Object(server.server.address()).port}` }
}

/**
 * Starts the guardian as an operator does: with its own process, key and database, and with its own user if this
 * process is root.
 */
export const startGuardianProcess = async (delaySeconds: number) => {
  const mail = await startMailServer()
  const [folder, port] = [await makeTestFolder(), await findFreePort()]
  const env = {
    PATH: process.env.PATH ?? '',
    GUARDIAN_DATA_DIR: join(folder, 'guardian'),
    GUARDIAN_PORT: String(port),
    GUARDIAN_MAIL_URL: mail.url,
    GUARDIAN_MAIL_FROM: 'guardian@wallet.example',
    GUARDIAN_DELAY_SECONDS: String(delaySeconds),
  }
  const isRoot = process.getuid?.() === 0
  // The program may be inside a private folder, which the guardian's user can't read.
  const hasOwnUser =
    isRoot && spawnSync(process.execPath, ['-e', `require('fs').accessSync('${entry}')`], guardianUser).status === 0
  if (hasOwnUser) await chown(folder, guardianUser.uid, guardianUser.gid)
  await chmod(folder, 0o700)

  const child = startTestProcess(entry, [], { env, ...(hasOwnUser && guardianUser) })
  const output = await child.ready()
  const ready = output.split('\n').find((line) => line.includes('"event":"ready"'))
  if (!ready) throw new Error(output)
  const [key = ''] = await readdir(join(env.GUARDIAN_DATA_DIR, 'keys'))

  return {
    url: `http://127.0.0.1:${port}`,
    publicKey: String(JSON.parse(ready).publicKey),
    mails: mail.mails,
    hasOwnUser,
    databaseFolder: join(env.GUARDIAN_DATA_DIR, 'db'),
    keyFile: join(env.GUARDIAN_DATA_DIR, 'keys', key),
    /** Tells whether a process of another user can read a file. Undefined if this process may not start one. */
    isReadByOthers: (file: string): boolean | undefined =>
      isRoot ? spawnSync('cat', [file], strangeUser).status === 0 : undefined,
    /** Stops the guardian and returns its whole log. */
    stop: async (): Promise<string> => {
      child.signal('SIGTERM')
      return (await child.ended()).output
    },
  }
}
