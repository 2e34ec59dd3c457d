import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const file = {
  port: 4100,
  dataDir: '/data',
  trustedProxyHops: 0,
  requestsPerSecond: 50,
  replicas: 1,
  data: { upstreamRequestsPerSecond: 50, projectRequestsPerSecond: 100, prices: [] },
  wallet: { custody: 'assisted' as const, exportDelaySeconds: 86_400 },
}

const makeReleaseKey = (half: 'public' | 'private'): string => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key =
    half === 'public'
      ? publicKey.export({ type: 'spki', format: 'pem' })
      : privateKey.export({ type: 'pkcs8', format: 'pem' })
  return String(key)
}

test('without settings, uses the hosts for development', () => {
  expect(readSettings(file, {})).toEqual({
    port: 4100,
    host: '127.0.0.1',
    frameOrigin: 'http://modal.localhost:4100',
    secureOrigin: 'http://wallet.localhost:4100',
    dataDir: '/data',
    trustedProxyHops: 0,
    requestsPerSecond: 50,
    replicas: 1,
    production: false,
    data: file.data,
    wallet: { mail: false, custody: 'assisted', exportDelayMs: 86_400_000 },
  })
})

test.each([
  [{ RELEASES_DIR: '/releases' }, 'RELEASES_DIR and RELEASES_PUBLIC_KEY must be set together.'],
  [{ RELEASES_PUBLIC_KEY: makeReleaseKey('public') }, 'RELEASES_DIR and RELEASES_PUBLIC_KEY must be set together.'],
  [{ RELEASES_DIR: '/releases', RELEASES_PUBLIC_KEY: 'words' }, 'the public half of an Ed25519 key in PEM'],
  [{ RELEASES_DIR: '/releases', RELEASES_PUBLIC_KEY: makeReleaseKey('private') }, 'the public half of an Ed25519 key'],
])('refuses unusable settings of the releases: %j', (environment, problem) => {
  expect(() => readSettings(file, environment)).toThrow(problem)
})

test('prefers environment variables over the configuration file', () => {
  const environment = {
    PORT: '8080',
    MODAL_ORIGIN: 'https://modal.example',
    WALLET_ORIGIN: 'https://wallet.example',
    DATA_DIR: '/var/appkit',
    TRUSTED_PROXY: '1',
    NODE_ENV: 'production',
  }
  const withOrigins = { ...file, modalOrigin: 'https://a.example', walletOrigin: 'https://b.example' }
  expect(readSettings(withOrigins, environment)).toEqual({
    port: 8080,
    host: undefined,
    frameOrigin: 'https://modal.example',
    secureOrigin: 'https://wallet.example',
    dataDir: '/var/appkit',
    trustedProxyHops: 1,
    requestsPerSecond: 50,
    replicas: 1,
    production: true,
    data: file.data,
    wallet: { mail: false, custody: 'assisted', exportDelayMs: 86_400_000 },
  })
})

test('refuses a page of a CAPTCHA on an origin of the modal or the wallet, where its scripts could read', () => {
  const withPage = (pageUrl: string) => {
    const captcha = { pageUrl, verifyUrl: 'https://provider.example/siteverify', secret: 's' }
    const limits = { addressHour: 5, addressDay: 10, networkHour: 20, projectHour: 200, projectHourMost: 12_000 }
    return readSettings({ ...file, mail: { url: 'smtps://mail.example', from: 'a@b.example', limits, captcha } }, {})
  }
  expect(withPage('https://check.example/').wallet.captchaPage).toBe('https://check.example/')
  for (const name of ['modal', 'wallet'])
    expect(() => withPage(`http://${name}.localhost:4100/check`)).toThrow(
      'mail.captcha.pageUrl must be on another origin',
    )
})

test('takes the number of processes from the file, and prefers the one of the environment', () => {
  const several = { ...file, replicas: 2 }
  expect(readSettings(several, { DATABASE_URL: 'postgres://db' }).replicas).toBe(2)
  expect(readSettings(several, { DATABASE_URL: 'postgres://db', REPLICAS: '3' }).replicas).toBe(3)
})

test.each([
  [{ PORT: 'http' }, 'PORT is http'],
  [{ PORT: '70000' }, 'PORT is 70000'],
  [{ TRUSTED_PROXY: 'yes' }, 'TRUSTED_PROXY is yes'],
  [{ REPLICAS: '0', DATABASE_URL: 'postgres://db' }, 'REPLICAS is 0'],
  [{ REPLICAS: '101', DATABASE_URL: 'postgres://db' }, 'REPLICAS is 101'],
  [{ REPLICAS: '3' }, 'REPLICAS is 3, but only a PostgreSQL lets server processes share state: set DATABASE_URL.'],
  [{ MODAL_ORIGIN: 'https://modal.example/' }, 'MODAL_ORIGIN is https://modal.example/'],
  [{ MODAL_ORIGIN: 'modal.example' }, 'MODAL_ORIGIN is modal.example'],
  [{ WALLET_ORIGIN: 'http://wallet.example' }, 'WALLET_ORIGIN is http://wallet.example; it must be https'],
  [{ MODAL_ORIGIN: 'https://a.example', WALLET_ORIGIN: 'https://a.example' }, 'they must differ'],
])('rejects the environment %j and names the wrong variable', (environment, message) => {
  expect(() => readSettings(file, environment)).toThrow(message)
})

const guardianKey = 'B'.repeat(87)

test('prefers the guardian in the environment over the guardian in the configuration file', () => {
  const guardian = { url: 'http://guardian:4107/', publicKey: guardianKey }
  const withGuardian = { ...file, wallet: { ...file.wallet, guardian } }
  expect(readSettings(withGuardian, {}).wallet).toMatchObject({ guardianUrl: 'http://guardian:4107', guardianKey })
  const environment = { GUARDIAN_URL: 'http://127.0.0.1:5', GUARDIAN_PUBLIC_KEY: 'C'.repeat(87) }
  expect(readSettings(withGuardian, environment).wallet).toMatchObject({
    guardianUrl: 'http://127.0.0.1:5',
    guardianKey: 'C'.repeat(87),
  })
})

test.each([
  [{ GUARDIAN_URL: 'http://127.0.0.1:5' }, 'GUARDIAN_PUBLIC_KEY must be'],
  [{ GUARDIAN_PUBLIC_KEY: guardianKey }, 'GUARDIAN_URL is undefined'],
  [{ GUARDIAN_PUBLIC_KEY: guardianKey, GUARDIAN_URL: 'file:///guardian' }, 'GUARDIAN_URL is file:///guardian'],
])('rejects the environment %j, which describes only half of the guardian', (environment, message) => {
  expect(() => readSettings(file, environment)).toThrow(message)
})
