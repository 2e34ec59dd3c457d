import { PGlite } from '@electric-sql/pglite'
import { sealForGuardian } from 'loader/protocol/guardianEnvelope.ts'
import type { GuardianAnswer, GuardianEnvelope, GuardianRequest, Sealed } from 'loader/protocol/walletApi.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findCanaries } from '../../test/canary.ts'
import { findBytes, findManyBytes, formsOfBytes } from '../../test/canaryBytes.ts'
import { type FactorSet, makeVault, random, type Vault } from '../../test/custody.ts'
import { openTestDatabase } from '../../test/database.ts'
import { codeOf, guardianDelayMs, makeGuardian, serveGuardian } from '../../test/guardian.ts'
import { type Browser, makeOwner } from '../../test/owner.ts'
import { makeWallet } from '../../test/wallet.ts'
import type { Database } from '../database/open.ts'
import { keySets, wallets } from '../database/walletTables.ts'
import { createLog } from '../log.ts'

vi.setConfig({ testTimeout: 400_000, hookTimeout: 60_000 })

type Bytes = Uint8Array<ArrayBuffer>
const walletCount = 100

const listen = () => {
  const heard = { text: '' }
  const log = createLog(
    (text) => {
      heard.text += text
    },
    () => new Date(),
  )
  return { heard, log }
}

/** All rows of all tables as text, and the embedded database's files, where what was deleted stands for a while. */
const dump = async (database: Database): Promise<{ rows: string; files: string }> => {
  const { $client } = Object(database)
  if (!($client instanceof PGlite)) throw new Error('not embedded')
  const tables = await $client.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public'",
  )
  let rows = ''
  for (const { name } of tables.rows) {
    const found = await $client.query<{ text: string }>(`select t::text as text from "${name}" t`)
    rows += found.rows.map(({ text }) => `${text}\n`).join('')
  }
  await $client.exec('checkpoint')
  const files = Buffer.from(await (await $client.dumpDataDir('none')).arrayBuffer()).toString('latin1')
  return { rows, files }
}

/** How many of the ways open the wallet: each a client's share, a server's share, and what they wrap. */
const countOpened = async (
  vault: Vault,
  ways: { client: Bytes; server: string; set: FactorSet; wrapped: Sealed }[],
) => {
  const seeds = await Promise.allSettled(
    ways.map(({ client, server, set, wrapped }) => vault.unlock(client, server, set, wrapped)),
  )
  return seeds.filter(({ status }) => status === 'fulfilled').length
}

test('a dump after 100 wallets tells no share, seed, key, token or address, and opens nothing', async () => {
  const { database } = await openTestDatabase()
  const { heard, log } = listen()
  const server = await makeWallet(async () => database, { parts: { log } })
  const secrets: Bytes[] = []
  const texts: string[] = []
  const vaults = new Map<string, Vault>()
  for (let count = 0; count < walletCount; count++) {
    const owner = await makeOwner(server, database, `canary${count}x@mail${count}.example`)
    const browser = await owner.browser()
    const { vault, device, second } = await browser.makeWallet()
    const released = await browser.unlock(vault, device)
    const shares = [device, second].map(({ body }) => new Uint8Array(Buffer.from(body.serverShare, 'base64url')))
    expect(released.seed).toEqual(vault.seed)
    secrets.push(vault.seed, vault.vaultKey, device.client, second.client, ...shares)
    texts.push(owner.email, browser.tokens.accessToken, browser.tokens.refreshToken)
    vaults.set(vault.request.walletId, vault)
  }
  log.flush()
  const { rows, files } = await dump(database)
  expect(rows.length).toBeGreaterThan(100_000)
  const all = rows + heard.text
  expect(findManyBytes(all, secrets)).toEqual([])
  expect(findCanaries(all, texts)).toEqual([])
  expect(findBytes(files, secrets.slice(0, 12))).toEqual([])
  expect(findCanaries(files, texts.slice(0, 9))).toEqual([])

  // What an attacker with the rows, and then with the server's own key too, can put together.
  const sealedShares = await database.select().from(keySets)
  const owners = new Map((await database.select().from(wallets)).map(({ id, userId }) => [id, userId]))
  for (const row of sealedShares) {
    const vault = vaults.get(row.walletId)
    const { id, type, sealedShare, wrappedIv, wrappedData } = row
    if (!vault || !sealedShare || !wrappedIv || !wrappedData) throw new Error('incomplete')
    const place = ['key_sets', id, owners.get(row.walletId), row.walletId, id, row.epoch].join('|')
    const share = await server.parts.embedded?.secrets.open(sealedShare, place)
    if (!share) throw new Error('not opened')
    const [opened, parts] = [Buffer.from(share).toString('base64url'), sealedShare.split('.')]
    const known = [share, random(32), ...parts.map((part) => new Uint8Array(Buffer.from(part, 'base64url')))]
    const wrapped = { iv: wrappedIv, data: wrappedData }
    const set: FactorSet = { setId: id, type }
    const servers = [opened, ...parts]
    const ways = known.flatMap((client) => servers.map((server) => ({ client, server, set, wrapped })))
    expect(await countOpened(vault, ways)).toBe(0)
  }
})

test('the search for bytes finds them, whatever they are wrapped in', () => {
  const secret = random(32)
  for (const form of formsOfBytes(secret))
    for (const find of [findBytes, findManyBytes]) expect(find(`before ${form} after`, [secret])).toHaveLength(1)
  for (const shift of [1, 2, 3]) {
    const longer = Buffer.concat([random(shift), secret, random(7)])
    for (const text of [longer.toString('base64'), longer.toString('base64url'), longer.toString('hex')])
      expect(findBytes(text, [secret]), text).toHaveLength(1)
  }
  expect(findBytes(Buffer.from(random(4_096)).toString('base64'), [secret])).toEqual([])
})

test('the main server’s memory, key, database and traffic of 100 assisted wallets recover no key', async () => {
  const { database } = await openTestDatabase()
  const { heard, log } = listen()
  const server = await makeWallet(async () => database, { parts: { log } })
  const guardian = await makeGuardian(server.time)
  const served = await serveGuardian(guardian)
  onTestFinished(served.stop)
  server.parts.settings.wallet.guardianUrl = served.url

  /** All that passes the main server: what browsers send it and it answers, and the guardian's envelopes both ways. */
  let traffic = ''
  const ask = async (browser: Browser, request: GuardianRequest): Promise<GuardianAnswer> => {
    const sent = await sealForGuardian(guardian.publicKey, request, server.time.now)
    const { status, body } = await browser.call('POST', `guardian/${request.kind}`, sent.envelope)
    traffic += `${JSON.stringify([sent.envelope, body])}\n`
    expect(status).toBe(200)
    return (await sent.open(body as GuardianEnvelope)) as GuardianAnswer
  }

  const made: { vault: Vault; set: FactorSet; wrapped: Sealed; serverShare: string; client: Bytes; email: string }[] =
    []
  for (let count = 0; count < walletCount; count++) {
    const owner = await makeOwner(server, database, `ann${count}@mail.example`)
    const browser = await owner.browser()
    const { vault, device, second, record } = await browser.makeWallet('guardian')
    expect(record.status).toBe('active')
    const { walletId } = vault.request
    const { set, client } = second
    const share = Buffer.from(client).toString('base64url')
    const enrolled = await ask(browser, { kind: 'enrol', walletId, setId: set.setId, email: owner.email, share })
    expect(enrolled).toEqual({ ok: true, kind: 'enrol' })
    const { body } = await browser.unlock(vault, second)
    traffic += `${JSON.stringify([vault.request, device.body, second.body, body])}\n`
    traffic += browser.client.recorded.map(({ init }) => `${JSON.stringify(init)}\n`).join('')
    made.push({ vault, set, wrapped: body.wrapped, serverShare: body.serverShare, client, email: owner.email })

    // Every tenth owner loses the browser and comes back through the guardian.
    if (count % 10 !== 0) continue
    const clientKey = Buffer.from(random(16)).toString('base64url')
    const host = 'https://shop.example'
    const begun = await ask(browser, {
      kind: 'challenge',
      walletId,
      setId: set.setId,
      email: owner.email,
      host,
      clientKey,
    })
    if (!begun.ok || begun.kind !== 'challenge') throw new Error(JSON.stringify(begun))
    const { challengeId } = begun
    await ask(browser, { kind: 'verify', challengeId, code: codeOf(guardian.mails.at(-1)), clientKey })
    server.time.now += guardianDelayMs
    const later = await owner.browser()
    const released = await ask(later, { kind: 'release', challengeId, clientKey })
    if (!released.ok || released.kind !== 'release') throw new Error(JSON.stringify(released))
    expect(released).toEqual({ ok: true, kind: 'release', share, setId: set.setId })
    const given = new Uint8Array(Buffer.from(released.share, 'base64url'))
    expect((await later.unlock(vault, { set, client: given })).seed).toEqual(vault.seed)
  }
  log.flush()

  const { rows } = await dump(database)
  const known = traffic + heard.text + rows
  expect(
    findManyBytes(
      known,
      made.flatMap(({ vault, client }) => [vault.seed, vault.vaultKey, client]),
    ),
  ).toEqual([])

  // Every 32 bytes that passed or are kept, as the guardian's share of the wallets that the main server's key opens.
  const candidates = [...new Set(known.match(/[\w-]{43}/g) ?? [])].map(
    (text) => new Uint8Array(Buffer.from(text, 'base64url')),
  )
  expect(candidates.length).toBeGreaterThan(walletCount)
  for (const { vault, set, wrapped, serverShare } of made.slice(0, 2)) {
    const ways = candidates.map((client) => ({ client, server: serverShare, set, wrapped }))
    expect(await countOpened(vault, ways)).toBe(0)
  }
  // The right share opens each of them, so the wallets are real.
  for (const { vault, set, wrapped, serverShare, client } of made)
    expect(await countOpened(vault, [{ client, server: serverShare, set, wrapped }])).toBe(1)

  // And the main server itself asks: it knows every id and address, but reads no mailbox.
  const [victim] = made
  if (!victim) return
  server.time.now += 60_000
  const { walletId } = victim.vault.request
  const clientKey = 'main-server-client'
  const own = { kind: 'challenge', walletId, host: 'https://shop.example', clientKey } as const
  expect(await guardian.ask({ ...own, email: 'root@wallet.example' })).toMatchObject({ ok: false })
  const begun = await guardian.ask({ ...own, email: victim.email })
  if (!begun.ok || begun.kind !== 'challenge') throw new Error(JSON.stringify(begun))
  expect(guardian.mails.at(-1)?.to).toBe(victim.email)
  const right = codeOf(guardian.mails.at(-1))
  for (let guess = 1; guess <= 5; guess++) {
    const code = String((Number(right) + guess) % 1_000_000).padStart(6, '0')
    expect(await guardian.ask({ kind: 'verify', challengeId: begun.challengeId, code, clientKey })).toMatchObject({
      ok: false,
    })
  }
  server.time.now += guardianDelayMs
  const taken = await guardian.ask({ kind: 'release', challengeId: begun.challengeId, clientKey })
  expect(taken).toEqual({ ok: false, failure: { code: 'CHALLENGE_NOT_FOUND' } })

  // The guardian in turn keeps nothing in clear, and no part that the main server keeps.
  const kept = await dump(guardian.parts.database)
  const texts = made.map(({ email }) => email)
  expect(
    findManyBytes(
      kept.rows,
      made.map(({ client }) => client),
    ),
  ).toEqual([])
  expect(findCanaries(kept.rows, texts)).toEqual([])
  expect(
    findManyBytes(
      kept.rows,
      made.map(({ serverShare }) => new Uint8Array(Buffer.from(serverShare, 'base64url'))),
    ),
  ).toEqual([])
})

test('two devices’ shares do not combine, nor any pair that is not one set’s', async () => {
  const { database } = await openTestDatabase()
  const server = await makeWallet(async () => database)
  for (let round = 0; round < 5; round++) {
    const owner = await makeOwner(server, database)
    const browser = await owner.browser()
    const { vault, device, second } = await browser.makeWallet()
    const third = await (await owner.browser()).addSet(vault, 'device')
    const sets: { set: FactorSet; client: Bytes; serverShare: string; wrapped: Sealed }[] = []
    for (const { set, client } of [device, second, third]) {
      const { body } = await browser.call('POST', `sets/${set.setId}/release`, {})
      sets.push({ set, client, serverShare: body.serverShare, wrapped: body.wrapped })
    }
    const clients = sets.map(({ client }) => client)
    const shares = sets.map(({ serverShare }) => serverShare)
    const asText = clients.map((client) => Buffer.from(client).toString('base64url'))
    const asClient = shares.map((share) => new Uint8Array(Buffer.from(share, 'base64url')))
    const ways = [...clients, ...asClient].flatMap((client) =>
      [...shares, ...asText].flatMap((serverShare) =>
        sets.flatMap(({ set }) => sets.map(({ wrapped }) => ({ client, server: serverShare, set, wrapped }))),
      ),
    )
    expect(ways.length).toBe(324)
    // One for each set: its own client's share, its own server's share, under its own name.
    expect(await countOpened(vault, ways)).toBe(3)
  }
})

test('one changed bit of anything that the server keeps opens nothing', async () => {
  const { database } = await openTestDatabase()
  const server = await makeWallet(async () => database)
  const browser = await (await makeOwner(server, database)).browser()
  const { vault, device } = await browser.makeWallet()
  const { body } = await browser.call('POST', `sets/${device.set.setId}/release`, {})
  const { serverShare, wrapped } = body as { serverShare: string; wrapped: Sealed }
  const flip = (text: string, bit: number): string => {
    const bytes = Buffer.from(text, 'base64url')
    const at = (bit >> 3) % bytes.length
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
    return bytes.toString('base64url')
  }
  const { set, client } = device
  const ways = Array.from({ length: 400 }, (_, bit) => [
    { client, server: flip(serverShare, bit), set, wrapped },
    { client, server: serverShare, set, wrapped: { ...wrapped, iv: flip(wrapped.iv, bit) } },
    { client, server: serverShare, set, wrapped: { ...wrapped, data: flip(wrapped.data, bit) } },
  ]).flat()
  expect(await countOpened(vault, ways)).toBe(0)
  const other = await makeVault()
  expect(await countOpened(other, [{ client, server: serverShare, set, wrapped }])).toBe(0)
  expect(await countOpened(vault, [{ client, server: serverShare, set, wrapped }])).toBe(1)
})
