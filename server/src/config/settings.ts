import type { KeyObject } from 'node:crypto'
import { resolve } from 'node:path'
import type { Announcement } from '@appkit-frame/loader/protocol/origins/announcement.ts'
import { type Config, mostReplicas } from './configSchema.ts'
import { readReleaseKey } from './releaseKeys.ts'

type Environment = Readonly<Record<string, string | undefined>>

export type Settings = {
  port: number
  /** The address to listen on. Undefined means all addresses of this machine. */
  host: string | undefined
  frameOrigin: string
  secureOrigin: string
  announcement?: Announcement
  dataDir: string
  trustedProxyHops: number
  requestsPerSecond: number
  /** The number of server processes that share the visitors' requests. Each takes its part of the rate limits. */
  replicas: number
  production: boolean
  /** The budgets of requests for data about accounts. */
  data: Config['data']
  wallet: EmbeddedWalletSettings
  releases?: ReleasesFolder
  /** The fields of `security.txt`. Without them the server does not serve this file. */
  securityContact?: { contacts: string[]; languages: string[] }
}

/** The folder of releases (`http/documents/releases.ts`). */
export type ReleasesFolder = {
  path: string
  /** The Ed25519 key of the deploy. The processes don't have its private half, so none can add a script for another. */
  publicKey: KeyObject
}

/** The settings of the embedded wallet, which are the same in every project. */
export type EmbeddedWalletSettings = {
  /** Whether a mail server is configured. */
  mail: boolean
  /** The operator's page with a CAPTCHA. */
  captchaPage?: string
  custody: 'assisted' | 'self'
  /** The delay before a visitor without a passkey sees the recovery phrase. */
  exportDelayMs: number
  /** The raw P-256 public key of the guardian, in base64url. */
  guardianKey?: string
  /** The URL at which this server reaches the guardian, without a slash at its end. */
  guardianUrl?: string
}

/** Environment variables override the configuration file, so that one container image runs in many places. */
export const readSettings = (config: Omit<Config, 'projects' | 'directory'>, environment: Environment): Settings => {
  const port = readNumber(environment, 'PORT', 65_535) ?? config.port
  const production = environment.NODE_ENV === 'production'
  const frameOrigin = readOrigin(environment, 'MODAL_ORIGIN') ?? config.modalOrigin ?? `http://modal.localhost:${port}`
  const secureOrigin =
    readOrigin(environment, 'WALLET_ORIGIN') ?? config.walletOrigin ?? `http://wallet.localhost:${port}`
  if (new URL(frameOrigin).host === new URL(secureOrigin).host) {
    throw new Error(`MODAL_ORIGIN and WALLET_ORIGIN are both ${frameOrigin}; they must differ.`)
  }
  for (const [variable, origin] of Object.entries({ MODAL_ORIGIN: frameOrigin, WALLET_ORIGIN: secureOrigin })) {
    const { protocol, hostname } = new URL(origin)
    if (protocol === 'http:' && !/^(?:localhost|127\.0\.0\.1|.+\.localhost)$/.test(hostname))
      throw new Error(`${variable} is ${origin}; it must be https unless it is on this machine.`)
  }
  // Plain http is allowed only for hosts of this machine. No other machine can reach them, so the server then listens
  // only on loopback.
  const host = environment.HOST ?? config.host ?? (frameOrigin.startsWith('http:') ? '127.0.0.1' : undefined)
  return {
    port,
    host,
    frameOrigin,
    secureOrigin,
    ...(config.announce && { announcement: config.announce }),
    dataDir: resolve(environment.DATA_DIR ?? config.dataDir),
    trustedProxyHops: readNumber(environment, 'TRUSTED_PROXY', 10) ?? config.trustedProxyHops,
    requestsPerSecond: config.requestsPerSecond,
    replicas: readReplicas(config.replicas, environment),
    production,
    data: config.data,
    ...readReleases(environment),
    ...(config.security && {
      securityContact: { contacts: [config.security.contact].flat(), languages: config.security.languages },
    }),
    wallet: {
      mail: config.mail !== undefined,
      ...readCaptchaPage(config.mail?.captcha?.pageUrl, [frameOrigin, secureOrigin]),
      custody: config.wallet.custody,
      exportDelayMs: config.wallet.exportDelaySeconds * 1_000,
      ...readGuardian(config.wallet.guardian, environment),
    },
  }
}

/** A script of the CAPTCHA's provider may run on neither of our origins. */
const readCaptchaPage = (url: string | undefined, ours: readonly string[]): { captchaPage?: string } => {
  if (url === undefined) return {}
  if (ours.includes(new URL(url).origin))
    throw new Error('mail.captcha.pageUrl must be on another origin than modal and wallet.')
  return { captchaPage: url }
}

const readReleases = ({ RELEASES_DIR: path, RELEASES_PUBLIC_KEY: key }: Environment): { releases?: ReleasesFolder } => {
  if (!path && !key) return {}
  if (!path || !key) throw new Error('RELEASES_DIR and RELEASES_PUBLIC_KEY must be set together.')
  return { releases: { path: resolve(path), publicKey: readReleaseKey(key, 'RELEASES_PUBLIC_KEY', 'public') } }
}

const readReplicas = (configured: number, environment: Environment): number => {
  const replicas = readNumber(environment, 'REPLICAS', mostReplicas) ?? configured
  if (replicas < 1) throw new Error('REPLICAS is 0; it must be the number of server processes.')
  if (replicas > 1 && !environment.DATABASE_URL)
    throw new Error(
      `REPLICAS is ${replicas}, but only a PostgreSQL lets server processes share state: set DATABASE_URL.`,
    )
  return replicas
}

const readNumber = (environment: Environment, variable: string, highest: number): number | undefined => {
  const value = environment[variable]
  if (value === undefined) return undefined
  if (!/^\d{1,5}$/.test(value) || Number(value) > highest)
    throw new Error(`${variable} is ${value}; it must be a number from 0 to ${highest}.`)
  return Number(value)
}

/**
 * The environment may override the guardian's URL and key, because a script that starts both processes learns the key
 * only at run time.
 */
const readGuardian = (
  given: Config['wallet']['guardian'],
  environment: Environment,
): Pick<EmbeddedWalletSettings, 'guardianKey' | 'guardianUrl'> => {
  const url = environment.GUARDIAN_URL ?? given?.url
  const key = environment.GUARDIAN_PUBLIC_KEY ?? given?.publicKey
  if (url === undefined && key === undefined) return {}
  if (!url || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Error(`GUARDIAN_URL is ${url}; it must be the http or https address of the guardian.`)
  if (!key || !/^[\w-]{87}$/.test(key))
    throw new Error('GUARDIAN_PUBLIC_KEY must be the output of `node server/dist/guardian.js --public-key`.')
  return { guardianUrl: url.replace(/\/+$/, ''), guardianKey: key }
}

const readOrigin = (environment: Environment, variable: string): string | undefined => {
  const value = environment[variable]
  if (value === undefined) return undefined
  const url = URL.parse(value)
  if (!url || url.origin !== value || !/^https?:$/.test(url.protocol))
    throw new Error(`${variable} is ${value}; it must be an origin like https://modal.example, without a path.`)
  return value
}
