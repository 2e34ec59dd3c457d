import {
  type RenewedShareSet,
  type SealedText,
  type UnlockMethod,
  vaultKeyRenewalProofText,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { keccak256, recoverAddress, stringToHex } from 'viem'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeGuardianKeys } from '../../test/guardian.ts'
import { signSolana } from '../../test/signPayload.ts'
import { fromBase64url, randomBytes, toBase64url, utf8 } from '../worker/bytes.ts'
import { deriveClientShare } from '../worker/clientShare.ts'
import type { Bytes, ClientShareSource, ShareSet, VaultKeyStage, WalletName } from '../worker/contract.ts'
import { createCustody } from '../worker/custody.ts'
import { type KeyShares, unwrapVaultKey } from '../worker/keyWrapping.ts'
import { deriveOwnerKey } from '../worker/ownerKey.ts'
import { openVault } from '../worker/vault.ts'

/** The cheapest parameters of argon2id, because these tests don't measure the cost of a guess. */
const kitCost = { memory: 8, passes: 1, lanes: 1 }
const custody = () => createCustody({ origin: 'https://wallet.example', isWalletWindow: true, kitCost })
type WrappedSet = ShareSet & { wrapped: SealedText }
const closed = { code: 'KEY_NOT_UNLOCKED' }
const locked = { code: 'WALLET_LOCKED' }
afterEach(() => {
  vi.useRealTimers()
})

/**
 * The share sets under both vault keys use the same client shares. This is the worst case: an attacker who knows all
 * client shares.
 */
const clientShares = async (): Promise<[UnlockMethod, ClientShareSource][]> => {
  const key = () => crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return [
    ['device', { kind: 'device', key: await key() }],
    ['vault', { kind: 'device', key: await key() }],
    ['passkey', { kind: 'passkey', output: randomBytes(32) }],
  ]
}
const setsOf = async (
  from: ReturnType<typeof custody>,
  made: [UnlockMethod, ClientShareSource][],
  which: VaultKeyStage,
) => {
  const sets: WrappedSet[] = []
  for (const [type, source] of made) {
    const set = { name: { setId: crypto.randomUUID(), type }, source, serverShare: toBase64url(randomBytes(32)) }
    sets.push({ ...set, wrapped: await from.wrap(set, which) })
  }
  const name = { setId: crypto.randomUUID(), type: 'kit' as const }
  const { phrase, wrapped } = await from.kit(name.setId, which)
  sets.push({ name, source: { kind: 'phrase', phrase, cost: kitCost }, serverShare: null, wrapped })
  return sets
}
const sharesOf = async ({ source, name, serverShare }: WrappedSet): Promise<KeyShares> => ({
  client: await deriveClientShare(source, name.setId, null),
  server: serverShare === null ? null : fromBase64url(serverShare),
})
const keyOf = async (set: WrappedSet, wallet: WalletName): Promise<Bytes> =>
  unwrapVaultKey(await sharesOf(set), set.name, wallet, set.wrapped)

/**
 * Creates a wallet with a share set of each kind, and new share sets under a staged vault key, which is not in use yet.
 */
const renewing = async () => {
  const own = custody()
  const walletId = crypto.randomUUID()
  const { accounts, vault: oldVault } = await own.create(walletId)
  const oldWallet: WalletName = { walletId, epoch: 1, accounts }
  const made = await clientShares()
  const before = await setsOf(own, made, 'current')
  const signature = await signSolana(own, utf8('one wallet'))
  const vault = await own.stageKey()
  const after = await setsOf(own, made, 'staged')
  return { own, oldWallet, oldVault, before, wallet: { ...oldWallet, epoch: 2 }, vault, after, signature }
}

test('after a renewal of the vault key only the new share sets open the wallet, no old share set and no mixture of parts', async () => {
  const { own, oldWallet, oldVault, before, wallet, vault, after, signature } = await renewing()
  await own.adoptKey()
  expect(await signSolana(own, utf8('one wallet'))).toEqual(signature)
  for (const set of after) {
    const other = custody()
    await other.unlock(wallet, vault, set, set.wrapped)
    expect(await signSolana(other, utf8('one wallet'))).toEqual(signature)
  }
  const names = [oldWallet, wallet]
  for (const [index, old] of before.entries()) {
    const fresh = after[index]
    if (!fresh) throw new Error('A set is missing')
    // Try every mixture of parts from before and after the renewal: wallet name, vault, wrapped key, server share and
    // share-set id.
    for (let parts = 0; parts < 32; parts++) {
      const isNew = (part: number): boolean => (parts & (1 << part)) !== 0
      const of = (part: number): WrappedSet => (isNew(part) ? fresh : old)
      const set = { ...of(3), name: of(4).name, source: of(4).source }
      const attempt = custody().unlock(
        names[Number(isNew(0))] ?? wallet,
        isNew(1) ? vault : oldVault,
        set,
        of(2).wrapped,
      )
      // A backup has no server share, so its attempts differ only in the other parts.
      const own = [0, 1, 2, 4].map(isNew).concat(old.serverShare === null ? [] : isNew(3))
      if (own.every((each) => each === own[0])) await attempt
      else await expect(attempt, `${old.name.type} ${parts}`).rejects.toMatchObject(closed)
    }
  }
})

test('the old vault key opens nothing that is sealed under the new vault key', async () => {
  const { oldWallet, oldVault, before, wallet, vault, after } = await renewing()
  const [old, fresh] = [before.at(-1), after.at(-1)]
  if (!old || !fresh) throw new Error('There is no kit')
  const [oldKey, key] = [await keyOf(old, oldWallet), await keyOf(fresh, wallet)]
  expect(key).not.toEqual(oldKey)
  expect(await openVault(key, wallet, vault)).toEqual(await openVault(oldKey, oldWallet, oldVault))
  for (const name of [oldWallet, wallet]) {
    await expect(openVault(oldKey, name, vault)).rejects.toMatchObject(closed)
    await expect(openVault(key, name, oldVault)).rejects.toMatchObject(closed)
    // The guardian does not accept the owner key of the other vault key either.
    expect(await deriveOwnerKey(oldKey, name)).not.toEqual(await deriveOwnerKey(key, wallet))
  }
})

test('no message of the worker contains the staged vault key', async () => {
  const { own, wallet, vault, after } = await renewing()
  const kit = after.at(-1)
  if (!kit) throw new Error('There is no kit')
  const key = await keyOf(kit, wallet)
  const guardian = await makeGuardianKeys()
  const set: ShareSet = {
    name: { setId: crypto.randomUUID(), type: 'guardian' },
    source: { kind: 'guardian' },
    serverShare: toBase64url(randomBytes(32)),
  }
  const wrapped = await own.wrap(set, 'staged')
  const question = {
    kind: 'enrol',
    walletId: wallet.walletId,
    setId: set.name.setId,
    email: 'a@b',
    locale: 'en',
    ways: [],
  } as const
  const { envelope } = await own.askGuardian(guardian.publicKey, question, 'staged')
  const { timed } = await guardian.open(envelope)
  const proof = await own.proveRenewal({ sets: [], sessionId: 's' })
  const said = JSON.stringify([vault, after.map((each) => each.wrapped), wrapped, envelope, timed, proof])
  for (const form of [toBase64url(key), Buffer.from(key).toString('hex'), Buffer.from(key).toString('base64')])
    expect(said.toLowerCase()).not.toContain(form.toLowerCase())
})

test('the wallet signs a proof that names every new share set', async () => {
  const { own, wallet, vault, after } = await renewing()
  const [, window] = after
  if (!window || window.serverShare === null) throw new Error('There is no window')
  const { name, serverShare, wrapped } = window
  const sets: RenewedShareSet[] = [{ setId: name.setId, type: 'vault', label: 'Here', serverShare, wrapped }]
  const proof = (await own.proveRenewal({ sets, sessionId: 's' })) as `0x${string}`
  const { walletId, epoch, accounts } = wallet
  const by = (change: object) => {
    const text = vaultKeyRenewalProofText({ walletId, epoch, sessionId: 's', vault, sets, ...change })
    return recoverAddress({ hash: keccak256(stringToHex(text)), signature: proof })
  }
  expect(await by({})).toBe(accounts.eip155)
  const others = [{ epoch: 3 }, { sessionId: 't' }, { vault: wrapped }, { sets: [] }, { walletId: 'w' }]
  for (const change of others) expect(await by(change)).not.toBe(accounts.eip155)
})

describe('a staged vault key that the server has not accepted', () => {
  test('the old vault key opens the wallet while the new key is only staged', async () => {
    const { own, oldWallet, oldVault, before, signature } = await renewing()
    expect(await signSolana(own, utf8('one wallet'))).toEqual(signature)
    for (const set of before) await own.check(set, set.wrapped)
    for (const set of before) await custody().unlock(oldWallet, oldVault, set, set.wrapped)
    expect(await own.isUnlocked(oldWallet.walletId, 1)).toBe(true)
  })

  test('a share set under one vault key does not decrypt the other vault key', async () => {
    const { own, before, after } = await renewing()
    for (const set of after) await own.check(set, set.wrapped, 'staged')
    for (const set of after) await expect(own.check(set, set.wrapped)).rejects.toMatchObject(closed)
    for (const set of before) await expect(own.check(set, set.wrapped, 'staged')).rejects.toMatchObject(closed)
  })

  test.each<[string, (own: ReturnType<typeof custody>) => Promise<unknown>]>([
    ['the wallet is locked', (own) => own.lock()],
    ['the renewal is abandoned', (own) => own.dropKey()],
    ['the worker creates another wallet', (own) => own.create(crypto.randomUUID())],
  ])('the worker drops the staged vault key when %s', async (_name, end) => {
    const { own, after } = await renewing()
    await end(own)
    await expect(own.proveRenewal({ sets: [], sessionId: 's' })).rejects.toMatchObject(locked)
    await expect(own.adoptKey()).rejects.toMatchObject(locked)
    for (const set of after) await expect(own.check(set, set.wrapped, 'staged')).rejects.toMatchObject(locked)
  })

  test('the worker drops the staged vault key when the wallet locks itself', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { own } = await renewing()
    vi.advanceTimersByTime(300_000)
    await expect(own.adoptKey()).rejects.toMatchObject(locked)
  })

  test('a locked worker stages no vault key', async () => {
    await expect(custody().stageKey()).rejects.toMatchObject(locked)
  })
})

test('a document with the old vault key cannot hand over the new wallet', async () => {
  const { own, oldWallet, oldVault, before, wallet, vault } = await renewing()
  const [device] = before
  if (!device) throw new Error('There is no device')
  const stale = custody()
  await stale.unlock(oldWallet, oldVault, device, device.wrapped)
  await own.adoptKey()
  expect(await stale.isUnlocked(wallet.walletId, 2)).toBe(false)
  const asking = custody()
  const given = await stale.giveKey('flow', await asking.askForKey())
  await expect(asking.takeKey(wallet, vault, 'flow', given)).rejects.toMatchObject(closed)
  // Show that this handover can succeed at all: a document with the new vault key can hand it over.
  const again = custody()
  await again.takeKey(wallet, vault, 'flow', await own.giveKey('flow', await again.askForKey()))
  expect(await again.isUnlocked(wallet.walletId, 2)).toBe(true)
})
