import { resolve } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

type GuardianSettings = {
  port: number
  host: string
  dataDir: string
  publicUrl: string
  delayMs: number
  firstDelayMs: number
  mail: { url: string; from: string; fromName: string }
  databaseUrl?: string
}

const longestDelaySeconds = 30 * 86_400

export const readGuardianDataDir = (environment: Environment): string =>
  resolve(environment.GUARDIAN_DATA_DIR ?? '.data/guardian')

/** Reads only environment variables: the guardian doesn't trust the server and shares no file with it. */
export const readGuardianSettings = (environment: Environment): GuardianSettings => {
  const port = readNumber(environment, 'GUARDIAN_PORT', 4107, 65_535)
  const publicUrl = (environment.GUARDIAN_PUBLIC_URL ?? `http://guardian.localhost:${port}`).replace(/\/+$/, '')
  if (!/^https?:$/.test(URL.parse(publicUrl)?.protocol ?? ''))
    throw new Error(`GUARDIAN_PUBLIC_URL is ${publicUrl}; it must be the URL that links in its mails open.`)
  const mailUrl = environment.GUARDIAN_MAIL_URL ?? ''
  if (!/^smtps?:$/.test(URL.parse(mailUrl)?.protocol ?? ''))
    throw new Error('GUARDIAN_MAIL_URL must be the smtp:// or smtps:// URL of a mail server.')
  const from = environment.GUARDIAN_MAIL_FROM ?? ''
  if (!/^[^\s@,<>"]+@[^\s@,<>"]+$/.test(from)) throw new Error('GUARDIAN_MAIL_FROM must be an address.')
  const delaySeconds = readNumber(environment, 'GUARDIAN_DELAY_SECONDS', 86_400, longestDelaySeconds)
  return {
    port,
    host: environment.GUARDIAN_HOST ?? '127.0.0.1',
    dataDir: readGuardianDataDir(environment),
    publicUrl,
    delayMs: delaySeconds * 1_000,
    // A wallet with more ways in must not be easier to open by mail.
    firstDelayMs: readNumber(environment, 'GUARDIAN_FIRST_DELAY_SECONDS', 0, delaySeconds) * 1_000,
    mail: { url: mailUrl, from, fromName: new URL(publicUrl).hostname },
    ...(environment.GUARDIAN_DATABASE_URL && { databaseUrl: environment.GUARDIAN_DATABASE_URL }),
  }
}

const readNumber = (environment: Environment, variable: string, preset: number, highest: number): number => {
  const value = environment[variable] ?? String(preset)
  if (!/^\d{1,7}$/.test(value) || Number(value) > highest)
    throw new Error(`${variable} is ${value}; it must be a number from 0 to ${highest}.`)
  return Number(value)
}
