import { createECDH, createHash } from 'node:crypto'
import type {
  GuardianAnswer,
  GuardianEnvelope,
  GuardianRequest,
  SealedText,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import {
  attackSize,
  attackTimeoutMs,
  isFullSize,
  reportAttack,
  startLongAttack,
} from '@appkit-frame/loader/protocol/test/attack.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { findSecretTexts } from '../../../test/canary.ts'
import { findSecretBytes } from '../../../test/canaryBytes.ts'
import {
  countOpeningCandidates,
  type ShareCandidate,
  secureRandomBytes,
  type TestShareSet,
  type TestVault,
} from '../../../test/custody.ts'
import { databaseEngines } from '../../../test/database.ts'
import { dumpFiles, dumpRows } from '../../../test/dump.ts'
import { confirmAt, guardianMigrationsFolder, linkInMail } from '../../../test/guardian.ts'
import { startGuardianProcess } from '../../../test/guardianProcess.ts'
import { logInBrowser, type OwnerBrowser } from '../../../test/owner.ts'
import { sealForGuardian } from '../../../test/sealForGuardian.ts'
import { loginCodeInMail, makeWalletServer } from '../../../test/walletServer.ts'
import { rateCounters } from '../../database/loginTables.ts'
import { openDatabase } from '../../database/open.ts'
import { shareSets, wallets } from '../../database/walletTables.ts'
import { createLog } from '../../http/log.ts'

vi.setConfig({ testTimeout: attackTimeoutMs(400_000), hookTimeout: 60_000 })

type Bytes = Uint8Array<ArrayBuffer>
const walletCount = attackSize(100, 1_000)
const host = 'https://shop.example'
const bytesOf = (text: string): Bytes => new Uint8Array(Buffer.from(text, 'base64url'))

type Made = {
  email: string
  vault: TestVault
  set: TestShareSet
  client: Bytes
  serverShare: string
  wrapped: SealedText
}

/** Both databases store the same rows, so the short run of this test uses only the embedded one. */
describe.each(databaseEngines.slice(0, isFullSize ? 2 : 1))('stored data on $name', ({ open, skip, name }) => {
  test.skipIf(skip)(
    'opens no wallet with all data that many logins, wallets and recoveries leave on server and guardian',
    async ({ task }) => {
      const { database } = await open()
      let logs = ''
      const log = createLog(
        (text) => {
          logs += text
        },
        () => new Date(),
      )
      const guardian = await startGuardianProcess(0)
      const noLimits = { addressHour: 1e6, addressDay: 1e6, networkHour: 1e6, projectHour: 1e6, projectHourMost: 1e6 }
      const server = await makeWalletServer(async () => database, { limits: noLimits, parts: { log } })
      server.parts.settings.wallet.guardianUrl = guardian.url
      // Make the server mail only long codes: a code of six digits may occur by chance in a dump, but one of ten
      // characters does not.
      const later = server.time.now + 400 * 24 * 60 * 60_000
      await database.insert(rateCounters).values({ key: 'guessing', endsAt: later, count: 1 })

      const secret: { texts: string[]; bytes: Bytes[] } = { texts: [], bytes: [] }
      /** All traffic through the main server: requests, responses and guardian envelopes. */
      let traffic = ''
      const askGuardian = async (browser: OwnerBrowser, request: GuardianRequest): Promise<GuardianAnswer> => {
        const sent = await sealForGuardian(guardian.publicKey, request, Date.now())
        const { body } = await browser.call('POST', `guardian/${request.kind}`, sent.envelope)
        traffic += `${JSON.stringify([sent.envelope, body])}\n`
        return (await sent.open(body as GuardianEnvelope)) as GuardianAnswer
      }
      /** Logs in through the API and returns the browser. */
      const logIn = async (email: string): Promise<OwnerBrowser> => {
        const client = await server.makeClient()
        const { tokens, session } = await client.signIn(email)
        const renewed = await client.call('POST', 'session/refresh', { body: { refreshToken: tokens.refreshToken } })
        secret.texts.push(
          email,
          tokens.accessToken,
          tokens.refreshToken,
          renewed.body.accessToken,
          renewed.body.refreshToken,
        )
        const browser = await logInBrowser(server, database, session.userId, { client })
        secret.texts.push(browser.tokens.accessToken, browser.tokens.refreshToken)
        server.time.now += 2 * 60_000
        return browser
      }

      const made: Made[] = []
      const attack = startLongAttack(task, {
        ...{ gate: 'G12', what: `wallets' dump, logs of server and guardian, ${name}`, total: walletCount, step: 1 },
        ...{ counts: {}, canResume: false },
      })
      for (const [count] of attack.steps()) {
        const email = `canary${count}x${Buffer.from(secureRandomBytes(4)).toString('hex')}@mail${count}.example`
        const browser = await logIn(email)
        const { vault, device, second, record } = await browser.makeWallet('guardian')
        expect(record.status).toBe('active')
        const { walletId } = vault.request
        const { set, client } = second
        const share = Buffer.from(client).toString('base64url')
        const { setId } = set
        const ownerKey = secureRandomBytes(32)
        const owner = createHash('sha256').update(ownerKey).digest('base64url')
        expect(await askGuardian(browser, { kind: 'enrol', walletId, setId, email, share, owner })).toMatchObject({
          ok: true,
        })
        const deviceKey = createECDH('prime256v1').generateKeys().toString('base64url')
        const own = { ownerKey: Buffer.from(ownerKey).toString('base64url'), deviceKey }
        expect(await askGuardian(browser, { kind: 'recognise', walletId, setId, ...own })).toMatchObject({ ok: true })
        const { body, seed } = await browser.unlock(vault, second)
        expect(seed).toEqual(vault.seed)
        traffic += `${JSON.stringify([vault.request, device.body, second.body, body])}\n`
        made.push({ email, vault, set, client, serverShare: body.serverShare, wrapped: body.wrapped })
        const shares = [device, second].map(({ body: { serverShare } }) => bytesOf(serverShare))
        secret.bytes.push(vault.seed, vault.vaultKey, device.client, client, ownerKey, ...shares)

        // Every tenth owner recovers the wallet in another browser through the guardian.
        if (count % 10 === 0) {
          // The failed login of a stranger may leave traces too.
          const stranger = await server.makeClient()
          const { challengeId: guessed } = await stranger.start(email)
          await stranger.call('POST', `login/${guessed}/code`, { body: { code: 'WRONGCODE0' } })
          await stranger.call('POST', 'session/refresh', { body: { refreshToken: `rt_${'A'.repeat(43)}` } })
          server.time.now += 2 * 60_000
          const other = await logIn(email)
          const clientKey = Buffer.from(secureRandomBytes(16)).toString('base64url')
          const begun = await askGuardian(other, { kind: 'challenge', walletId, setId, email, host, clientKey })
          if (!begun.ok || begun.kind !== 'challenge') throw new Error(JSON.stringify(begun))
          const { challengeId } = begun
          expect(await confirmAt(guardian.url, guardian.mails.at(-1), begun.number)).toBe(200)
          expect(await askGuardian(other, { kind: 'verify', challengeId, clientKey })).toMatchObject({ ok: true })
          const released = await askGuardian(other, { kind: 'release', challengeId, clientKey })
          expect(released).toEqual({ ok: true, kind: 'release', share, setId })
          expect((await other.unlock(vault, { set, client: bytesOf(share) })).seed).toEqual(vault.seed)
          secret.texts.push(clientKey)
          traffic += other.client.recorded.map(({ init }) => `${JSON.stringify(init)}\n`).join('')
        }
        traffic += browser.client.recorded.map(({ init }) => `${JSON.stringify(init)}\n`).join('')
      }
      const count = attack.done()
      log.flush()
      expect(guardian.isReadByOthers(guardian.keyFile)).not.toBe(true)
      const guardianLogs = await guardian.stop()
      secret.texts.push(...server.mails.map(loginCodeInMail).filter(Boolean))
      const tokens = guardian.mails.map((mail) => linkInMail(mail).searchParams.get('token') ?? '').filter(Boolean)
      expect(tokens.length).toBeGreaterThanOrEqual(count / 10)

      const rows = await dumpRows(database)
      const files = await dumpFiles(database)
      const kept = await openDatabase({ folder: guardian.databaseFolder }, guardianMigrationsFolder)
      onTestFinished(kept.close)
      const guardianRows = await dumpRows(kept.database)
      const guardianFiles = (await dumpFiles(kept.database)) ?? ''
      expect(rows.length).toBeGreaterThan(100_000)
      expect(guardianRows.length).toBeGreaterThan(count * 200)

      // No stored row and no log line contains a secret in clear text or in a reversible encoding.
      const known = `${rows}${logs}${guardianRows}${guardianLogs}`
      expect(findSecretBytes(known, secret.bytes)).toEqual([])
      expect(findSecretTexts(known, [...secret.texts, ...tokens])).toEqual([])
      for (const file of [files ?? '', guardianFiles]) {
        expect(findSecretBytes(file, secret.bytes)).toEqual([])
        expect(findSecretTexts(file, secret.texts)).toEqual([])
      }
      attack.report(`${secret.texts.length} texts and ${secret.bytes.length} keys in 8 encodings`)

      // An attacker with the rows, the server's key and recorded traffic tries every 32 bytes in them as the missing
      // share.
      const recorded = `${traffic}${logs}${rows}`
      expect(
        findSecretBytes(
          recorded,
          made.flatMap(({ vault, client }) => [vault.seed, vault.vaultKey, client]),
        ),
      ).toEqual([])
      const candidates = [...new Set(recorded.match(/[\w-]{43}/g) ?? [])].map(bytesOf)
      expect(candidates.length).toBeGreaterThan(count)
      for (const { vault, set, wrapped, serverShare } of made.slice(0, attackSize(1, 4)))
        expect(
          await countOpeningCandidates(
            vault,
            candidates.map((client) => ({ client, server: serverShare, set, wrapped })),
          ),
        ).toBe(0)

      const owners = new Map((await database.select().from(wallets)).map(({ id, userId }) => [id, userId]))
      const vaults = new Map(made.map(({ vault }) => [vault.request.walletId, vault]))
      let tried = 0
      for (const { id, type, walletId, epoch, sealedShare, wrappedIv, wrappedData } of await database
        .select()
        .from(shareSets)) {
        const vault = vaults.get(walletId)
        if (!vault || !sealedShare || !wrappedIv || !wrappedData) throw new Error('incomplete')
        const context = ['key_sets', id, owners.get(walletId), walletId, id, epoch].join('|')
        const share = await server.parts.embedded?.secrets.open(sealedShare, context)
        if (!share) throw new Error('not opened')
        const parts = sealedShare.split('.')
        const clients = [share, secureRandomBytes(32), ...parts.map(bytesOf)]
        const wrapped = { iv: wrappedIv, data: wrappedData }
        // Try the sealed values as shares first, then the server share that the server's key decrypts.
        for (const server of [...parts, Buffer.from(share).toString('base64url')]) {
          const candidates = clients.map(
            (client): ShareCandidate => ({ client, server, set: { setId: id, type }, wrapped }),
          )
          tried += candidates.length
          expect(await countOpeningCandidates(vault, candidates)).toBe(0)
        }
      }
      // With the right share every wallet opens, so the attempts above would have succeeded with a leaked share.
      for (const { vault, set, wrapped, serverShare, client } of made)
        expect(await countOpeningCandidates(vault, [{ client, server: serverShare, set, wrapped }])).toBe(1)
      const alone = guardian.hasOwnUser ? 'a guardian with a user of its own' : 'a guardian of the same user'
      reportAttack(
        task,
        'G12',
        count,
        `assisted wallets against the server's memory, ${name}`,
        `${tried + attackSize(1, 4) * candidates.length} candidates, ${alone}`,
      )
    },
  )
})
