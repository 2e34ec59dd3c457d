import type { Sealed, UnlockMethod } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { createChance, limitMs, shows, size, takeUp } from '@appkit-frame/loader/protocol/test/attack.ts'
import { expect, test } from 'vitest'
import { fromText, randomBytes, toText, utf8 } from './bytes.ts'
import { createCustody } from './custody.ts'
import { clientShare, type Factor } from './factor.ts'
import { seal } from './seal.ts'
import type { FactorSet } from './setKeys.ts'
import { openVault, type SetName, type Shares, unwrapVaultKey, type WalletName } from './vault.ts'

/** The cheapest that argon2id allows: these tests are about what fits, not about how long a guess takes. */
const kitCost = { memory: 8, passes: 1, lanes: 1 }
const walletCount = size(200, 10_000)
/** All bits of all fields are changed in the first of them, one of each field in the others. */
const wholeCount = size(1, 100)
const encryptions = size(10_000, 100_000)

const custody = () => createCustody({ exportable: false, kitCost })
type Way = FactorSet & { wrapped: Sealed }
type Wallet = { wallet: WalletName; vault: Sealed; ways: Way[]; signature: string }

/** A wallet with a set of each kind, two of them devices. */
const makeWallet = async (): Promise<Wallet> => {
  const walletId = crypto.randomUUID()
  const first = custody()
  const { accounts, vault } = await first.create(walletId)
  const ways: Way[] = []
  const add = async (type: UnlockMethod, factor: Factor) => {
    const way: FactorSet = { set: { setId: crypto.randomUUID(), type }, factor, serverShare: toText(randomBytes(32)) }
    ways.push({ ...way, wrapped: await first.wrap(way) })
  }
  for (const type of ['device', 'device', 'vault'] as const) {
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    await add(type, { kind: 'device', key })
  }
  await add('passkey', { kind: 'passkey', output: randomBytes(32) })
  const setId = crypto.randomUUID()
  const { phrase, wrapped } = await first.kit(setId)
  const factor: Factor = { kind: 'phrase', phrase, cost: kitCost }
  ways.push({ set: { setId, type: 'kit' }, factor, serverShare: null, wrapped })
  const signature = toText(await first.signSolana(utf8('one wallet')))
  await first.lock()
  return { wallet: { walletId, epoch: 1, accounts }, vault, ways, signature }
}

const opens = async (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    (thrown: { code?: string }) => {
      // Closed, and never by an accident.
      if (thrown.code !== 'KEY_NOT_UNLOCKED') throw thrown
      return false
    },
  )

const flip = (text: string, bit: number): string => {
  const bytes = fromText(text)
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return toText(bytes)
}
const bitsOf = (text: string): number => fromText(text).length * 8

type Stored = { wallet: WalletName; vault: Sealed; set: SetName; server: string; wrapped: Sealed }
/** Everything that the server keeps of a way, each field with its number of bits and how to change one of them. */
const fields: { bits: (stored: Stored) => number; change: (stored: Stored, bit: number) => Stored }[] = [
  ...(['iv', 'data'] as const).flatMap((part) => [
    {
      bits: ({ vault }: Stored) => bitsOf(vault[part]),
      change: (stored: Stored, bit: number) => ({
        ...stored,
        vault: { ...stored.vault, [part]: flip(stored.vault[part], bit) },
      }),
    },
    {
      bits: ({ wrapped }: Stored) => bitsOf(wrapped[part]),
      change: (stored: Stored, bit: number) => ({
        ...stored,
        wrapped: { ...stored.wrapped, [part]: flip(stored.wrapped[part], bit) },
      }),
    },
  ]),
  {
    bits: ({ server }: Stored) => bitsOf(server),
    change: (stored: Stored, bit: number) => ({ ...stored, server: flip(stored.server, bit) }),
  },
]

/** As the worker opens it, without the derivation of the accounts, which costs most and comes only after. */
const openStored = async (stored: Stored, client: Uint8Array<ArrayBuffer>): Promise<unknown> => {
  const { wallet, vault, set, server, wrapped } = stored
  const key = await unwrapVaultKey({ client, server: fromText(server) }, set, wallet, wrapped)
  return openVault(key, wallet, vault)
}

test('every way opens its wallet and the same accounts; no part, no mixture and no changed bit opens any', {
  timeout: limitMs(),
}, async ({ task }) => {
  let before: Wallet | undefined
  const counts = { opened: 0, mixed: 0, bits: 0 }
  const course = takeUp(task, { gate: 'G11', what: 'wallets', total: walletCount, step: 1, counts })
  for (const [at] of course.steps()) {
    const chance = createChance(course.seed + at)
    const made = await makeWallet()
    const { wallet, vault, ways, signature } = made
    for (const way of at < wholeCount * 10 ? ways : [ways[at % ways.length] as Way]) {
      const other = custody()
      await other.unlock(wallet, vault, way, way.wrapped)
      expect(toText(await other.signSolana(utf8('one wallet')))).toBe(signature)
      await other.lock()
      counts.opened++
    }

    // Every single view and every pair that is no set's own: shares of the client, of the server, and of the server as a client.
    const clients = await Promise.all(ways.map(({ factor, set }) => clientShare(factor, set.setId, null)))
    const servers = ways.map(({ serverShare }) => (serverShare === null ? null : fromText(serverShare)))
    const allServers = servers.filter((share) => share !== null)
    const mixtures: { shares: Shares; right: boolean; set: SetName; wrapped: Sealed }[] = ways.flatMap(
      ({ set, wrapped }, own) =>
        [...clients, ...allServers].flatMap((client, from) =>
          [null, ...servers, ...clients].map((server, by) => ({
            shares: { client, server },
            right: from === own && (by === own + 1 || (servers[own] === null && server === null)),
            ...{ set, wrapped },
          })),
        ),
    )
    const tried = at < wholeCount ? mixtures : mixtures.filter((_, place) => place % 37 === at % 37)
    for (const { shares, right, set, wrapped } of tried) {
      expect(await opens(unwrapVaultKey(shares, set, wallet, wrapped))).toBe(right)
      counts.mixed++
    }

    for (const [place, { set, serverShare, wrapped }] of ways.entries()) {
      const client = clients[place]
      if (serverShare === null || !client) continue
      if (at >= wholeCount && place !== at % 4) continue
      const stored: Stored = { wallet, vault, set, server: serverShare, wrapped }
      expect(await opens(openStored(stored, client))).toBe(true)
      for (const { bits, change } of fields) {
        const total = bits(stored)
        const chosen = at < wholeCount ? Array.from({ length: total }, (_, bit) => bit) : [chance.below(total)]
        for (const bit of chosen) {
          expect(await opens(openStored(change(stored, bit), client))).toBe(false)
          counts.bits++
        }
      }
      // Moved to another row, or said to be another wallet's, another time's, or another account's.
      const { accounts } = wallet
      const moved: Partial<Stored>[] = [
        { set: { ...set, setId: crypto.randomUUID() } },
        { set: { ...set, type: set.type === 'device' ? 'vault' : 'device' } },
        { wallet: { ...wallet, walletId: crypto.randomUUID() } },
        { wallet: { ...wallet, epoch: 2 } },
        { wallet: { ...wallet, accounts: { ...accounts, solana: accounts.eip155 } } },
        { wallet: { ...wallet, accounts: { ...accounts, eip155: accounts.eip155.toUpperCase() } } },
        ...(before ? [{ vault: before.vault }, { wrapped: before.ways[0]?.wrapped ?? wrapped }] : []),
      ]
      for (const change of moved) expect(await opens(openStored({ ...stored, ...change }, client))).toBe(false)
    }
    before = made
  }
  course.shows(`${counts.opened} ways opened, ${counts.mixed} mixtures, ${counts.bits} changed bits`)
})

test('no IV comes twice, and each fits its place alone', { timeout: limitMs() }, async ({ task }) => {
  const key = { secret: randomBytes(32), salt: 's', info: 'i' }
  const seen = new Set<string>()
  for (let done = 0; done < encryptions; done += 1_000) {
    const texts = await Promise.all(Array.from({ length: 1_000 }, () => seal(key, 'aad', randomBytes(32))))
    for (const { iv } of texts) seen.add(iv)
  }
  expect(seen.size).toBe(encryptions)
  shows(task, 'G11', encryptions, 'encryptions with one key, no IV twice')
})
