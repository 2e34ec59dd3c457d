import {
  limitProofText,
  receiverProofText,
  type SealedText,
  shareSetProofText,
  type UnlockMethod,
} from '@appkit-frame/loader/protocol/api/walletApi.ts'
import fc from 'fast-check'
import { type Hex, keccak256, recoverAddress, recoverMessageAddress, stringToHex } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeGuardianKeys } from '../../test/guardian.ts'
import { signEvm, signSolana } from '../../test/signPayload.ts'
import { fromBase64url, randomBytes, toBase64url, utf8 } from './bytes.ts'
import type { ClientShareSource, ShareSet, ShareSetName, WalletName } from './contract.ts'
import { createCustody } from './custody.ts'
import { unwrapVaultKey } from './keyWrapping.ts'
import { seal } from './seal.ts'

/** The cheapest parameters of argon2id, because these tests don't measure the cost of a guess. */
const kitCost = { memory: 8, passes: 1, lanes: 1 }
const walletId = '3f2b8e0a-6a0e-4f07-9a55-0b8a55d6d0a1'
const unreachable = expect.objectContaining({ code: 'GUARDIAN_UNREACHABLE' })
const refused = expect.objectContaining({ code: 'KEY_NOT_UNLOCKED' })
const locked = expect.objectContaining({ code: 'WALLET_LOCKED' })

const deviceKey = () => crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
const custody = (isWalletWindow = false) => createCustody({ origin: 'https://wallet.example', isWalletWindow, kitCost })
const setOf = (
  type: UnlockMethod,
  source: ClientShareSource,
  serverShare: string | null = toBase64url(randomBytes(32)),
): ShareSet => ({
  name: { setId: crypto.randomUUID(), type },
  source,
  serverShare,
})

const newWallet = async () => {
  const first = custody()
  const { accounts, vault, proofs } = await first.create(walletId)
  const wallet: WalletName = { walletId, epoch: 1, accounts }
  const device = setOf('device', { kind: 'device', key: await deviceKey() })
  return { first, wallet, vault, proofs, device, wrapped: await first.wrap(device) }
}
const flip = (text: string, bit: number): string => {
  const bytes = fromBase64url(text)
  const position = bit % (bytes.length * 8)
  bytes[position >> 3] = (bytes[position >> 3] ?? 0) ^ (1 << (position & 7))
  return toBase64url(bytes)
}

test('signs a change of share sets only with an unlocked wallet, and in a form that no site can request', async () => {
  const { first, wallet } = await newWallet()
  const change = { action: 'remove', setId: 's', sessionId: 'session' } as const
  const proof = (await first.proveChange(change)) as `0x${string}`
  const text = shareSetProofText({ walletId, epoch: 1, ...change })
  expect(await recoverAddress({ hash: keccak256(stringToHex(text)), signature: proof })).toBe(wallet.accounts.eip155)
  expect(await recoverMessageAddress({ message: text, signature: proof })).not.toBe(wallet.accounts.eip155)
  await first.lock()
  await expect(first.proveChange(change)).rejects.toThrow(locked)
})

test('signs the id of a new wallet with both of its accounts', async () => {
  const { wallet, proofs } = await newWallet()
  expect(
    await recoverMessageAddress({ message: `AppKit wallet ${walletId}`, signature: proofs.eip155 as `0x${string}` }),
  ).toBe(wallet.accounts.eip155)
  expect(proofs.solana).toMatch(/^0x[0-9a-f]{128}$/)
})

describe('each share set opens the same wallet', () => {
  test.each<[UnlockMethod, () => Promise<ClientShareSource>]>([
    ['device', async () => ({ kind: 'device', key: await deviceKey() })],
    ['vault', async () => ({ kind: 'device', key: await deviceKey() })],
    ['passkey', async () => ({ kind: 'passkey', output: randomBytes(32) })],
  ])('%s', async (type, source) => {
    const { first, wallet, vault } = await newWallet()
    const set = setOf(type, await source())
    const wrapped = await first.wrap(set)
    await first.check(set, wrapped)
    const second = custody()
    await second.unlock(wallet, vault, set, wrapped)
    const message = utf8('the same')
    expect(await signSolana(second, message)).toEqual(await signSolana(first, message))
  })

  test('a backup opens the same wallet without the server', async () => {
    const { first, wallet, vault } = await newWallet()
    const setId = crypto.randomUUID()
    const { phrase, wrapped } = await first.kit(setId)
    expect(phrase.split(' ')).toHaveLength(7)
    const typed = ` ${phrase.toUpperCase().replaceAll(' ', ',\n')} `
    const set: ShareSet = {
      name: { setId, type: 'kit' },
      source: { kind: 'phrase', phrase: typed, cost: kitCost },
      serverShare: null,
    }
    await first.check(set, wrapped)
    const second = custody(true)
    await second.unlock(wallet, vault, set, wrapped)
    expect((await second.words()).split(' ')).toHaveLength(12)
    const other = { ...set, source: { ...set.source, phrase: phrase.replace(/^\w+/, 'wrong') } as ClientShareSource }
    await expect(custody().unlock(wallet, vault, other, wrapped)).rejects.toThrow(refused)
  })
})

describe('the handover of a vault key to another worker', () => {
  const flowId = 'f1'
  const handedOver = async () => {
    const { first, wallet, vault } = await newWallet()
    const second = custody()
    return { first, wallet, vault, second, given: await first.giveKey(flowId, await second.askForKey()) }
  }

  test('a worker opens the same wallet with the vault key that another worker handed over, and each handover works once', async () => {
    const { first, wallet, vault, second, given } = await handedOver()
    await second.takeKey(wallet, vault, flowId, given)
    const message = utf8('the same')
    expect(await signSolana(second, message)).toEqual(await signSolana(first, message))
    await expect(second.takeKey(wallet, vault, flowId, given)).rejects.toThrow(refused)
  })

  test.each<[string, (made: Awaited<ReturnType<typeof handedOver>>) => Promise<unknown>]>([
    [
      'a worker that did not ask for the key',
      async ({ wallet, vault, given }) => custody().takeKey(wallet, vault, flowId, given),
    ],
    [
      'a worker that has since asked again',
      async ({ wallet, vault, second, given }) => {
        await second.askForKey()
        await second.takeKey(wallet, vault, flowId, given)
      },
    ],
    [
      'a worker in another flow',
      async ({ wallet, vault, second, given }) => second.takeKey(wallet, vault, 'f2', given),
    ],
    [
      'another epoch of the wallet',
      async ({ wallet, vault, second, given }) => second.takeKey({ ...wallet, epoch: 2 }, vault, flowId, given),
    ],
    [
      'a public key that the server replaced',
      async ({ wallet, vault, second, given }) =>
        second.takeKey(wallet, vault, flowId, { ...given, publicKey: await custody().askForKey() }),
    ],
    [
      'a sealed key with one changed bit',
      async ({ wallet, vault, second, given }) => {
        const sealed = { ...given.sealed, data: flip(given.sealed.data, 7) }
        await second.takeKey(wallet, vault, flowId, { ...given, sealed })
      },
    ],
    ['an invalid public key', async ({ first }) => first.giveKey(flowId, toBase64url(new Uint8Array(65).fill(4)))],
  ])('a vault key that another worker handed over opens nothing for %s', async (_name, attempt) => {
    const made = await handedOver()
    await expect(attempt(made)).rejects.toThrow(refused)
    await expect(signSolana(made.second, utf8('x'))).rejects.toThrow(locked)
  })

  test('a locked wallet hands over no vault key', async () => {
    await expect(custody().giveKey(flowId, await custody().askForKey())).rejects.toThrow(locked)
  })
})

describe('the key worker and the guardian', () => {
  const enrolled = async () => {
    const guardian = await makeGuardianKeys()
    const made = await newWallet()
    const set = setOf('guardian', { kind: 'guardian' })
    const wrapped = await made.first.wrap(set)
    const { setId } = set.name
    const { ticket, envelope } = await made.first.askGuardian(guardian.publicKey, {
      kind: 'enrol',
      walletId,
      setId,
      email: 'ada@shop.example',
      locale: 'de',
      ways: [],
    })
    const { timed, sealAnswer } = await guardian.open(envelope)
    const { request } = timed
    await made.first.readGuardian(ticket, await sealAnswer({ ok: true, kind: 'enrol' }))
    return { ...made, guardian, set, wrapped, share: request.kind === 'enrol' ? request.share : '' }
  }

  test("the worker sends the guardian's share only to the guardian, and forgets it after the test unwrap", async () => {
    const { first, set, wrapped, share } = await enrolled()
    expect(fromBase64url(share)).toHaveLength(32)
    await first.check(set, wrapped)
    await expect(first.check(set, wrapped)).rejects.toThrow(refused)
  })

  test('the worker gets its share back from the guardian and unlocks the wallet, but never passes the share to the document', async () => {
    const { guardian, wallet, vault, set, wrapped, share } = await enrolled()
    const second = custody()
    const sent = await second.askGuardian(guardian.publicKey, { kind: 'release', challengeId: 'c', clientKey: 'k' })
    const { sealAnswer } = await guardian.open(sent.envelope)
    const { setId } = set.name
    const answer = await sealAnswer({ ok: true, kind: 'release', share, setId })
    expect(await second.readGuardian(sent.ticket, answer)).toEqual({ kind: 'release', setId })
    await expect(second.readGuardian(sent.ticket, answer)).rejects.toThrow(unreachable)
    await second.unlock(wallet, vault, set, wrapped)
    expect(await second.isUnlocked()).toBe(true)
  })

  test.each([
    ['to another kind of request', { ok: true, kind: 'enrol' }],
    ['without a share', { ok: true, kind: 'release', setId: 's' }],
    ['that is not an object', 'share'],
    ['with an unknown error code', { ok: false, failure: { code: 'constructor' } }],
  ])('the worker rejects an answer of the guardian %s', async (_name, content) => {
    const { guardian, first } = await enrolled()
    const sent = await first.askGuardian(guardian.publicKey, { kind: 'release', challengeId: 'c', clientKey: 'k' })
    const { sealAnswer } = await guardian.open(sent.envelope)
    await expect(first.readGuardian(sent.ticket, await sealAnswer(content))).rejects.toThrow(unreachable)
  })

  test("the worker rejects with the guardian's error code", async () => {
    const { guardian, first } = await enrolled()
    const sent = await first.askGuardian(guardian.publicKey, { kind: 'release', challengeId: 'c', clientKey: 'k' })
    const { sealAnswer } = await guardian.open(sent.envelope)
    const failure = { code: 'GUARDIAN_DELAY', values: { n: 60 } }
    await expect(first.readGuardian(sent.ticket, await sealAnswer({ ok: false, failure }))).rejects.toMatchObject(
      failure,
    )
  })
})

describe('the unlock with a changed or mixed share set', () => {
  test('a share set opens nothing if one bit of any field has changed', async () => {
    const { wallet, vault, device, wrapped } = await newWallet()
    const attempt = (change: {
      wallet?: Partial<WalletName>
      vault?: SealedText
      name?: Partial<ShareSetName>
      serverShare?: string
      wrapped?: SealedText
    }) =>
      custody().unlock(
        { ...wallet, ...change.wallet },
        change.vault ?? vault,
        {
          ...device,
          name: { ...device.name, ...change.name },
          serverShare: change.serverShare ?? device.serverShare,
        },
        change.wrapped ?? wrapped,
      )
    await attempt({})
    const bit = fc.nat({ max: 1_023 })
    const changes = fc.oneof(
      bit.map((at) => ({ vault: { ...vault, iv: flip(vault.iv, at) } })),
      bit.map((at) => ({ vault: { ...vault, data: flip(vault.data, at) } })),
      bit.map((at) => ({ wrapped: { ...wrapped, iv: flip(wrapped.iv, at) } })),
      bit.map((at) => ({ wrapped: { ...wrapped, data: flip(wrapped.data, at) } })),
      bit.map((at) => ({ serverShare: flip(device.serverShare ?? '', at) })),
      fc.constantFrom<{ wallet?: Partial<WalletName>; name?: Partial<ShareSetName> }>(
        { wallet: { walletId: crypto.randomUUID() } },
        { wallet: { epoch: 2 } },
        { wallet: { accounts: { ...wallet.accounts, solana: wallet.accounts.eip155 } } },
        { wallet: { accounts: { ...wallet.accounts, eip155: wallet.accounts.eip155.toUpperCase() } } },
        { name: { setId: crypto.randomUUID() } },
        { name: { type: 'vault' } },
      ),
    )
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        await expect(attempt(change)).rejects.toThrow(refused)
      }),
      { numRuns: 300 },
    )
  })

  test('a share set opens nothing with the share, sealed key or name of another share set', async () => {
    const { first, wallet, vault, device, wrapped } = await newWallet()
    const other = setOf('device', { kind: 'device', key: await deviceKey() })
    const otherWrapped = await first.wrap(other)
    const mixes: [ShareSet, SealedText][] = [
      [device, otherWrapped],
      [{ ...device, serverShare: other.serverShare }, wrapped],
      [{ ...device, source: other.source }, wrapped],
      [{ ...device, name: other.name }, wrapped],
      [{ ...other, serverShare: device.serverShare }, otherWrapped],
    ]
    for (const [set, text] of mixes) await expect(custody().unlock(wallet, vault, set, text)).rejects.toThrow(refused)
  })

  test('the client shares of two devices open nothing without a server share', async () => {
    const { first, wallet, device, wrapped } = await newWallet()
    const other = setOf('device', { kind: 'device', key: await deviceKey() })
    await first.wrap(other)
    const shareOf = async ({ source, name }: ShareSet) =>
      source.kind === 'device'
        ? new Uint8Array(await crypto.subtle.sign('HMAC', source.key, utf8(name.setId)))
        : randomBytes(32)
    const [own, others] = [await shareOf(device), await shareOf(other)]
    for (const [client, server] of [
      [own, others],
      [others, own],
      [own, null],
    ] as const)
      await expect(unwrapVaultKey({ client, server }, device.name, wallet, wrapped)).rejects.toThrow(refused)
  })

  test('a share set opens no encrypted seed of another wallet', async () => {
    const { wallet, device, wrapped } = await newWallet()
    const stranger = await newWallet()
    await expect(custody().unlock(wallet, stranger.vault, device, wrapped)).rejects.toThrow(refused)
  })
})

test('sealing never uses an IV twice', async () => {
  const key = { secret: randomBytes(32), salt: 's', info: 'i' }
  const texts = await Promise.all(Array.from({ length: 1_000 }, () => seal(key, 'aad', randomBytes(32))))
  expect(new Set(texts.map(({ iv }) => iv)).size).toBe(texts.length)
  for (const { iv } of texts) expect(fromBase64url(iv)).toHaveLength(12)
})

test('the worker of a frame refuses to return the seed phrase', async () => {
  const { first } = await newWallet()
  await expect(first.words()).rejects.toThrow(expect.objectContaining({ code: 'UNAUTHORIZED' }))
})

test('only the worker of the wallet window signs a limit or the name of a receiver', async () => {
  const limit = { sessionId: 's', host: 'https://shop.example', chainId: 'eip155:1', token: '0xaa', perDay: '5' }
  const receiver = { sessionId: 's', chainId: 'eip155:1', address: '0xbb' }
  const { first } = await newWallet()
  await expect(first.proveLimit(limit)).rejects.toThrow(expect.objectContaining({ code: 'UNAUTHORIZED' }))
  await expect(first.proveReceiver(receiver)).rejects.toThrow(expect.objectContaining({ code: 'UNAUTHORIZED' }))
  const own = custody(true)
  const { accounts } = await own.create('w')
  const signer = async (text: string, signature: string) =>
    recoverAddress({ hash: keccak256(stringToHex(text)), signature: signature as Hex })
  expect(await signer(limitProofText({ ...limit, walletId: 'w' }), await own.proveLimit(limit))).toBe(accounts.eip155)
  expect(await signer(receiverProofText({ ...receiver, walletId: 'w' }), await own.proveReceiver(receiver))).toBe(
    accounts.eip155,
  )
})

describe('the lock of an idle wallet', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('a wallet locks on request and signs nothing afterwards', async () => {
    const { first, device } = await newWallet()
    await first.lock()
    await expect(signSolana(first, utf8('x'))).rejects.toThrow(locked)
    await expect(signEvm(first, randomBytes(32))).rejects.toThrow(locked)
    await expect(first.wrap(device)).rejects.toThrow(locked)
  })

  test('a wallet locks after five idle minutes', async () => {
    const { first } = await newWallet()
    vi.advanceTimersByTime(299_000)
    await signSolana(first, utf8('x'))
    vi.advanceTimersByTime(299_000)
    expect(await first.isUnlocked()).toBe(true)
    vi.advanceTimersByTime(1_000)
    expect(await first.isUnlocked()).toBe(false)
    await expect(signSolana(first, utf8('x'))).rejects.toThrow(locked)
  })

  test('a wallet is locked after the computer slept and no timer ran', async () => {
    const { first } = await newWallet()
    vi.setSystemTime(Date.now() + 300_000)
    await expect(signSolana(first, utf8('x'))).rejects.toThrow(locked)
  })

  test.each([
    [0, 60_000],
    [15, 900_000],
    [90, 900_000],
  ])('a wallet with an idle time of %d minutes locks after %d ms', async (minutes, ms) => {
    const { first } = await newWallet()
    await first.setIdle(minutes)
    vi.advanceTimersByTime(ms - 1)
    expect(await first.isUnlocked()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(await first.isUnlocked()).toBe(false)
  })
})
