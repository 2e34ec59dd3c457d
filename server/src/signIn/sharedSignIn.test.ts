import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  createPostgresDatabase,
  type DatabaseEngine,
  databaseEngines,
  postgresSkipReason,
} from '../../test/database.ts'
import { makeTestFolder, openTestSignIn, silentLog } from '../../test/parts.ts'
import { makeTestKey, makeTestSecrets } from '../../test/secrets.ts'
import { evmSigner } from '../../test/signers.ts'
import { errorCodeOfResponse, makeSignInSite, sendSignIn, signInStartMs } from '../../test/siwx.ts'
import { openTestStorage } from '../../test/storage.ts'
import { openDatabaseInBackground } from '../database/background.ts'
import type { Database } from '../database/open.ts'
import { signedOutSessions, usedNonces } from '../database/signInTables.ts'
import { removeStaleRows } from '../database/staleRows.ts'
import { nonceLifetimeMs } from './nonces.ts'
import { openSignIn } from './openSignIn.ts'
import { openSharedSigningKey } from './signingKey.ts'

const minuteMs = 60_000
const signer = evmSigner()

type Own = { root?: Buffer; time?: { ms: number } }

const setUp = ({ open, skip }: DatabaseEngine) => {
  const on = {} as { database: Database }
  beforeAll(async () => {
    if (!skip) on.database = (await open()).database
  })
  const sharedRoot = randomBytes(32)

  /** Starts one of several server processes on the same database. */
  const startProcess = async (own: Own = {}, database = async () => on.database) => {
    const { root = sharedRoot, time = { ms: signInStartMs } } = own
    const clock = () => time.ms
    const secrets = makeTestSecrets(root)
    const probe = async () => 'READY' as const
    const storage = { database, secrets, probe, isShared: true, close: async () => undefined }
    const dataDir = await makeTestFolder()
    const key = await openSharedSigningKey(dataDir, {}, secrets)
    const now = () => performance.now()
    return makeSignInSite({ signIn: await openSignIn({ dataDir, key, storage, now, clock }), clock })
  }
  return { on, startProcess, it: test.skipIf(skip) }
}

const issued = (ms = signInStartMs) => ({ issuedAt: new Date(ms).toISOString() })
/** A site whose sign-ins are prepared and signed, but not sent. */
const unsent = <Site extends object>(site: Site) => ({ ...site, post: async () => new Response('{}') })

describe.each(databaseEngines)('sign-ins of several processes on $name', (engine) => {
  const { on, startProcess, it } = setUp(engine)

  it('of thirty requests with one nonce at three processes, accepts one', async () => {
    const processes = [await startProcess(), await startProcess(), await startProcess()] as const
    for (const maker of processes) {
      const { body } = await sendSignIn(unsent(maker), signer, issued())
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, index) => (processes[index % 3] ?? maker).post(body)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })

  it('a sign-out at one process ends the session at every process, also for a renewed token', async () => {
    const [one, two, three] = [await startProcess(), await startProcess(), await startProcess()]
    const { token } = (await sendSignIn(one, signer, issued())).json
    const renewed = (await (await two.authorized('/auth/v1/me', token)).json()).token
    expect((await three.authorized('/auth/v1/sign-out', token, 'POST')).status).toBe(204)
    await removeStaleRows(on.database, signInStartMs)
    for (const site of [one, two, three, await startProcess()])
      for (const ended of [token, renewed])
        expect(await errorCodeOfResponse(await site.authorized('/auth/v1/me', ended))).toBe('SIWX_SESSION_INVALID')
  })

  it('rejects nonces and tokens of a server with another WALLET_KEY', async () => {
    const [own, foreign] = [await startProcess(), await startProcess({ root: randomBytes(32) })]
    const { body } = await sendSignIn(unsent(foreign), signer, issued())
    const { json } = await sendSignIn(foreign, signer, issued())
    expect(await errorCodeOfResponse(await own.post(body))).toBe('SIWX_NONCE_INVALID')
    expect(await errorCodeOfResponse(await own.authorized('/auth/v1/me', json.token))).toBe('SIWX_SESSION_INVALID')
  })

  it('accepts no nonce again at a machine whose clock is nine minutes behind', async () => {
    const [site, behind] = [await startProcess(), await startProcess()]
    const { body } = await sendSignIn(site, signer, issued())
    await removeStaleRows(on.database, signInStartMs + nonceLifetimeMs + 9 * minuteMs)
    expect(await errorCodeOfResponse(await behind.post(body))).toBe('SIWX_NONCE_INVALID')
  })

  it('accepts a nonce for five minutes, even from a process whose clock is one second ahead', async () => {
    const [ahead, site] = [await startProcess({ time: { ms: signInStartMs + 1_000 } }), await startProcess()]
    expect((await sendSignIn({ ...site, nonce: ahead.nonce }, signer, issued())).status).toBe(200)
    const time = { ms: signInStartMs }
    const late = await startProcess({ time })
    const nonce = await late.nonce()
    time.ms += nonceLifetimeMs
    const answer = await sendSignIn({ ...late, nonce: async () => nonce }, signer, issued(time.ms))
    expect(answer.json.reasons[0].code).toBe('SIWX_NONCE_INVALID')
  })

  it('stores only random ids and times', async () => {
    const site = await startProcess()
    const { body, json } = await sendSignIn(site, signer, issued())
    await site.authorized('/auth/v1/sign-out', json.token, 'POST')
    const rows = JSON.stringify([
      await on.database.select().from(usedNonces),
      await on.database.select().from(signedOutSessions),
    ]).toLowerCase()
    for (const secret of [signer.address, body.signature, json.token, json.token.split('.')[2], 'shop.example'])
      expect(rows).not.toContain(secret.toLowerCase())
  })
})

test.skipIf(postgresSkipReason !== null)(
  'sign-outs of a single process that moves to PostgreSQL hold at every process as soon as its database is open',
  async () => {
    const [dataDir, { url }] = [await makeTestFolder(), await createPostgresDatabase()]
    const single = await makeSignInSite({ signIn: await openTestSignIn(dataDir) })
    const [ended, live] = [await sendSignIn(single, signer), await sendSignIn(single, signer)].map(
      ({ json }) => json.token,
    )
    expect((await single.authorized('/auth/v1/sign-out', ended, 'POST')).status).toBe(204)

    const environment = {
      ...{ DATABASE_URL: url, WALLET_KEY: makeTestKey() },
      SIGNING_KEY: await readFile(join(dataDir, 'sign-in/signing-key.pem'), 'utf8'),
    }
    const startAt = async (folder: string) => {
      const { storage, signingKey } = await openTestStorage(environment, folder)
      await storage.database()
      const clocks = { now: () => performance.now(), clock: Date.now }
      return makeSignInSite({ signIn: await openSignIn({ dataDir: folder, key: signingKey, storage, ...clocks }) })
    }
    const [moved, other] = [await startAt(dataDir), await startAt(await makeTestFolder())]
    for (const site of [other, moved]) {
      expect((await site.authorized('/auth/v1/me', ended)).status).toBe(401)
      expect((await site.authorized('/auth/v1/me', live)).status).toBe(200)
    }
  },
)

describe('the shared state of sign-ins', () => {
  const { startProcess } = setUp({ ...(databaseEngines[0] as DatabaseEngine) })

  const fail = async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.1'), { code: 'ECONNREFUSED' })
  }
  test.each([
    ['a query fails', fail],
    ['the database could not be opened', openDatabaseInBackground(fail, silentLog, () => 0).database],
  ])('answers RESOURCE_UNAVAILABLE and accepts no token if %s', async (_, database) => {
    const working = await startProcess()
    const { json } = await sendSignIn(working, signer, issued())
    const { body } = await sendSignIn(unsent(working), signer, issued())
    const broken = await startProcess({}, database)
    const answers = [
      await broken.authorized('/auth/v1/me', json.token),
      await broken.authorized('/auth/v1/sign-out', json.token, 'POST'),
      await broken.post(body),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(await errorCodeOfResponse(answer)).toBe('RESOURCE_UNAVAILABLE')
    }
    expect((await working.authorized('/auth/v1/me', json.token)).status).toBe(200)
  })
})
