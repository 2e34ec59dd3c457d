import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { expect, test, vi } from 'vitest'
import { findSecretBytes, secretByteEncodings } from '../../../test/canaryBytes.ts'
import { countOpeningCandidates, makeTestVault, secureRandomBytes, type TestShareSet } from '../../../test/custody.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { guardianDelayMs, linkInMail, makeTestGuardian } from '../../../test/guardian.ts'
import { makeWalletOwner } from '../../../test/owner.ts'
import { makeWalletServer } from '../../../test/walletServer.ts'

vi.setConfig({ testTimeout: attackTimeoutMs(), hookTimeout: 60_000 })

type Bytes = Uint8Array<ArrayBuffer>

test('`findSecretBytes` finds secret bytes in every encoding', () => {
  const secret = secureRandomBytes(32)
  for (const encoded of secretByteEncodings(secret))
    expect(findSecretBytes(`before ${encoded} after`, [secret]), encoded).toHaveLength(1)
  for (const shift of [1, 2, 3]) {
    const longer = Buffer.concat([secureRandomBytes(shift), secret, secureRandomBytes(7)])
    for (const text of [longer.toString('base64'), longer.toString('base64url'), longer.toString('hex')])
      expect(findSecretBytes(text, [secret]), text).toHaveLength(1)
  }
  expect(findSecretBytes(Buffer.from(secureRandomBytes(4_096)).toString('base64'), [secret])).toEqual([])
})

test('an attacker who controls the main server confirms no recovery without the mailbox, and the owner gets a mail', async ({
  task,
}) => {
  const guardian = await makeTestGuardian()
  const [walletId, setId, clientKey] = [crypto.randomUUID(), crypto.randomUUID(), 'main-server-client']
  const email = 'ann@mail.example'
  const share = Buffer.from(secureRandomBytes(32)).toString('base64url')
  await guardian.ask({ kind: 'enrol', walletId, setId, email, share })
  // The attacker knows every id and address, but can't read the mailbox.
  const own = { kind: 'challenge', walletId, host: 'https://shop.example', clientKey } as const
  expect(await guardian.ask({ ...own, email: 'root@wallet.example' })).toMatchObject({ ok: false })
  const begun = await guardian.ask({ ...own, email })
  if (!begun.ok || begun.kind !== 'challenge') throw new Error(JSON.stringify(begun))
  const { challengeId, number } = begun
  expect(guardian.mails.map(({ to }) => to)).toEqual([email])
  // The attacker knows the number, but the token of the link is only in the mail.
  const right = linkInMail(guardian.mails.at(-1)).searchParams.get('token') ?? ''
  const tokens = Array.from(
    { length: 200 },
    (_, at) =>
      right.slice(0, at % 43) +
      Buffer.from(secureRandomBytes(32))
        .toString('base64url')
        .slice(at % 43),
  )
  for (const token of tokens.filter((guess) => guess !== right)) {
    const body = new URLSearchParams({ id: challengeId, token, number }).toString()
    expect((await guardian.app.request('/confirm', { method: 'POST', body })).status).toBe(404)
  }
  const asked = await guardian.ask({ kind: 'verify', challengeId, clientKey })
  expect(asked).toEqual({ ok: true, kind: 'verify', releaseAt: null })
  guardian.time.now += guardianDelayMs
  const taken = await guardian.ask({ kind: 'release', challengeId, clientKey })
  expect(taken).toEqual({ ok: false, failure: { code: 'CHALLENGE_NOT_FOUND' } })
  reportAttack(task, 'G7', 200, 'guessed links of a recovery')
})

test('opens no wallet with a client share of one share set and a server share of another', async ({ task }) => {
  const { database } = await openTestDatabase()
  const server = await makeWalletServer(async () => database)
  for (let round = 0; round < 5; round++) {
    const owner = await makeWalletOwner(server, database)
    const browser = await owner.browser()
    const { vault, device, second } = await browser.makeWallet()
    const third = await (await owner.browser()).addSet(vault, 'device')
    const sets: { set: TestShareSet; client: Bytes; serverShare: string; wrapped: SealedText }[] = []
    for (const { set, client } of [device, second, third]) {
      const { body } = await browser.call('POST', `sets/${set.setId}/release`, {})
      sets.push({ set, client, serverShare: body.serverShare, wrapped: body.wrapped })
    }
    const clients = sets.map(({ client }) => client)
    const shares = sets.map(({ serverShare }) => serverShare)
    const asText = clients.map((client) => Buffer.from(client).toString('base64url'))
    const asClient = shares.map((share) => new Uint8Array(Buffer.from(share, 'base64url')))
    const candidates = [...clients, ...asClient].flatMap((client) =>
      [...shares, ...asText].flatMap((serverShare) =>
        sets.flatMap(({ set }) => sets.map(({ wrapped }) => ({ client, server: serverShare, set, wrapped }))),
      ),
    )
    expect(candidates.length).toBe(324)
    // Only three candidates open the vault: the two shares of each share set with its own wrapped key.
    expect(await countOpeningCandidates(vault, candidates)).toBe(3)
  }
  reportAttack(task, 'G11', 5 * 324, 'pairs of shares from the server, of which each set’s own opens')
})

test('opens no wallet with a stored value in which one bit is flipped', async ({ task }) => {
  const { database } = await openTestDatabase()
  const server = await makeWalletServer(async () => database)
  const browser = await (await makeWalletOwner(server, database)).browser()
  const { vault, device } = await browser.makeWallet()
  const { body } = await browser.call('POST', `sets/${device.set.setId}/release`, {})
  const { serverShare, wrapped } = body as { serverShare: string; wrapped: SealedText }
  const flip = (text: string, bit: number): string => {
    const bytes = Buffer.from(text, 'base64url')
    const at = (bit >> 3) % bytes.length
    bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
    return bytes.toString('base64url')
  }
  const { set, client } = device
  const candidates = Array.from({ length: 400 }, (_, bit) => [
    { client, server: flip(serverShare, bit), set, wrapped },
    { client, server: serverShare, set, wrapped: { ...wrapped, iv: flip(wrapped.iv, bit) } },
    { client, server: serverShare, set, wrapped: { ...wrapped, data: flip(wrapped.data, bit) } },
  ]).flat()
  expect(await countOpeningCandidates(vault, candidates)).toBe(0)
  reportAttack(task, 'G11', candidates.length, 'changed bits of what the server gave')
  const other = await makeTestVault()
  expect(await countOpeningCandidates(other, [{ client, server: serverShare, set, wrapped }])).toBe(0)
  expect(await countOpeningCandidates(vault, [{ client, server: serverShare, set, wrapped }])).toBe(1)
})
