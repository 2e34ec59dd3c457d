import type { SealedText, UnlockMethod } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import {
  attackSize,
  attackTimeoutMs,
  createSeededRandom,
  reportAttack,
  startLongAttack,
} from '@appkit-frame/loader/protocol/test/attack.ts'
import { expect, test } from 'vitest'
import { signSolana } from '../../test/signPayload.ts'
import { fromBase64url, randomBytes, toBase64url, utf8 } from './bytes.ts'
import { deriveClientShare } from './clientShare.ts'
import type { ClientShareSource, ShareSet, ShareSetName, WalletName } from './contract.ts'
import { createCustody } from './custody.ts'
import { type KeyShares, unwrapVaultKey } from './keyWrapping.ts'
import { seal } from './seal.ts'
import { openVault } from './vault.ts'

/** The cheapest parameters of argon2id, because these tests don't measure the cost of a guess. */
const kitCost = { memory: 8, passes: 1, lanes: 1 }
const walletCount = attackSize(200, 10_000)
/**
 * The number of wallets for which the test changes every bit of every field. In the other wallets it changes one bit
 * per field.
 */
const wholeCount = attackSize(1, 100)
const encryptions = attackSize(10_000, 100_000)

const custody = () => createCustody({ origin: 'https://wallet.example', isWalletWindow: false, kitCost })
type WrappedSet = ShareSet & { wrapped: SealedText }
type Wallet = { wallet: WalletName; vault: SealedText; sets: WrappedSet[]; signature: string }

/** A wallet with a share set of each type, and two of type `device`. */
const makeWallet = async (): Promise<Wallet> => {
  const walletId = crypto.randomUUID()
  const first = custody()
  const { accounts, vault } = await first.create(walletId)
  const sets: WrappedSet[] = []
  const add = async (type: UnlockMethod, source: ClientShareSource) => {
    const set: ShareSet = {
      name: { setId: crypto.randomUUID(), type },
      source,
      serverShare: toBase64url(randomBytes(32)),
    }
    sets.push({ ...set, wrapped: await first.wrap(set) })
  }
  for (const type of ['device', 'device', 'vault'] as const) {
    const key = await crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
    await add(type, { kind: 'device', key })
  }
  await add('passkey', { kind: 'passkey', output: randomBytes(32) })
  const setId = crypto.randomUUID()
  const { phrase, wrapped } = await first.kit(setId)
  const source: ClientShareSource = { kind: 'phrase', phrase, cost: kitCost }
  sets.push({ name: { setId, type: 'kit' }, source, serverShare: null, wrapped })
  const signature = toBase64url(await signSolana(first, utf8('one wallet')))
  await first.lock()
  return { wallet: { walletId, epoch: 1, accounts }, vault, sets, signature }
}

const opens = async (attempt: Promise<unknown>): Promise<boolean> =>
  attempt.then(
    () => true,
    (thrown: { code?: string }) => {
      // Each refusal has this error code. Another error would be accidental.
      if (thrown.code !== 'KEY_NOT_UNLOCKED') throw thrown
      return false
    },
  )

const flip = (text: string, bit: number): string => {
  const bytes = fromBase64url(text)
  bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return toBase64url(bytes)
}
const bitsOf = (text: string): number => fromBase64url(text).length * 8

type Stored = { wallet: WalletName; vault: SealedText; name: ShareSetName; server: string; wrapped: SealedText }
/** Every field of a share set that the server stores, with its number of bits and a function that changes one bit. */
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

/** Decrypts a seed as the worker does, but without the last step: the derivation of the accounts is slow. */
const openStored = async (stored: Stored, client: Uint8Array<ArrayBuffer>): Promise<unknown> => {
  const { wallet, vault, name, server, wrapped } = stored
  const key = await unwrapVaultKey({ client, server: fromBase64url(server) }, name, wallet, wrapped)
  return openVault(key, wallet, vault)
}

test('every share set opens only its own wallet; no part, mixture or changed bit opens a wallet', {
  timeout: attackTimeoutMs(),
}, async ({ task }) => {
  let before: Wallet | undefined
  const counts = { opened: 0, mixed: 0, bits: 0 }
  const attack = startLongAttack(task, { gate: 'G11', what: 'wallets', total: walletCount, step: 1, counts })
  for (const [at] of attack.steps()) {
    const random = createSeededRandom(attack.seed + at)
    const made = await makeWallet()
    const { wallet, vault, sets, signature } = made
    for (const set of at < wholeCount * 10 ? sets : [sets[at % sets.length] as WrappedSet]) {
      const other = custody()
      await other.unlock(wallet, vault, set, set.wrapped)
      expect(toBase64url(await signSolana(other, utf8('one wallet')))).toBe(signature)
      await other.lock()
      counts.opened++
    }

    // Tries every single share and every pair of shares, also server shares as client shares. Only the two shares of
    // the same set may open that share set.
    const clients = await Promise.all(sets.map(({ source, name }) => deriveClientShare(source, name.setId, null)))
    const servers = sets.map(({ serverShare }) => (serverShare === null ? null : fromBase64url(serverShare)))
    const allServers = servers.filter((share) => share !== null)
    const mixtures: { shares: KeyShares; right: boolean; name: ShareSetName; wrapped: SealedText }[] = sets.flatMap(
      ({ name, wrapped }, own) =>
        [...clients, ...allServers].flatMap((client, from) =>
          [null, ...servers, ...clients].map((server, by) => ({
            shares: { client, server },
            right: from === own && (by === own + 1 || (servers[own] === null && server === null)),
            ...{ name, wrapped },
          })),
        ),
    )
    const tried = at < wholeCount ? mixtures : mixtures.filter((_, index) => index % 37 === at % 37)
    for (const { shares, right, name, wrapped } of tried) {
      expect(await opens(unwrapVaultKey(shares, name, wallet, wrapped))).toBe(right)
      counts.mixed++
    }

    for (const [index, { name, serverShare, wrapped }] of sets.entries()) {
      const client = clients[index]
      if (serverShare === null || !client) continue
      if (at >= wholeCount && index !== at % 4) continue
      const stored: Stored = { wallet, vault, name, server: serverShare, wrapped }
      expect(await opens(openStored(stored, client))).toBe(true)
      for (const { bits, change } of fields) {
        const total = bits(stored)
        const chosen = at < wholeCount ? Array.from({ length: total }, (_, bit) => bit) : [random.below(total)]
        for (const bit of chosen) {
          expect(await opens(openStored(change(stored, bit), client))).toBe(false)
          counts.bits++
        }
      }
      // Tries sealed data under the name of another share set, or with another wallet, epoch or account.
      const { accounts } = wallet
      const moved: Partial<Stored>[] = [
        { name: { ...name, setId: crypto.randomUUID() } },
        { name: { ...name, type: name.type === 'device' ? 'vault' : 'device' } },
        { wallet: { ...wallet, walletId: crypto.randomUUID() } },
        { wallet: { ...wallet, epoch: 2 } },
        { wallet: { ...wallet, accounts: { ...accounts, solana: accounts.eip155 } } },
        { wallet: { ...wallet, accounts: { ...accounts, eip155: accounts.eip155.toUpperCase() } } },
        ...(before ? [{ vault: before.vault }, { wrapped: before.sets[0]?.wrapped ?? wrapped }] : []),
      ]
      for (const change of moved) expect(await opens(openStored({ ...stored, ...change }, client))).toBe(false)
    }
    before = made
  }
  attack.report(`${counts.opened} sets opened, ${counts.mixed} mixtures, ${counts.bits} changed bits`)
})

test('sealing uses each IV once, and sealed data opens in no other context', { timeout: attackTimeoutMs() }, async ({
  task,
}) => {
  const key = { secret: randomBytes(32), salt: 's', info: 'i' }
  const seen = new Set<string>()
  for (let done = 0; done < encryptions; done += 1_000) {
    const texts = await Promise.all(Array.from({ length: 1_000 }, () => seal(key, 'aad', randomBytes(32))))
    for (const { iv } of texts) seen.add(iv)
  }
  expect(seen.size).toBe(encryptions)
  reportAttack(task, 'G11', encryptions, 'encryptions with one key, no IV twice')
})
