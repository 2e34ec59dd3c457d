import { reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { coseNumbers, makePasskeyKeys, type PasskeyAlgorithm, signAssertion } from '../../test/passkeyKeys.ts'
import { randomBytes, toBase64url, utf8 } from './bytes.ts'
import type { ApprovalRequest, Bytes, CustodyApi, PasskeyAssertion } from './contract.ts'
import { createCustody } from './custody.ts'

const [origin, host] = ['https://wallet.example', 'https://shop.example']
const refused = { code: 'UNAUTHORIZED' }
const namespace = 'eip155' as const
const passkey = { topOrigin: host }
const hash = (bytes: Uint8Array): Bytes => new Uint8Array(sha256(bytes))

const openWallet = async (): Promise<CustodyApi> => {
  const custody = createCustody({ origin, isWalletWindow: false, kitCost: { memory: 8, passes: 1, lanes: 1 } })
  await custody.create('w')
  return custody
}
const addPasskey = async (custody: CustodyApi, setId = 's', algorithm: PasskeyAlgorithm = 'ES256') => {
  const { signing, spki } = await makePasskeyKeys(algorithm)
  const sealed = await custody.sealPasskeyKey(setId, { algorithm: coseNumbers[algorithm], spki })
  const clientDataOf = (challenge: Bytes): { [field: string]: unknown } => ({
    ...{ type: 'webauthn.get', challenge: toBase64url(challenge), origin, topOrigin: host, crossOrigin: true },
  })
  return {
    key: { setId, sealed },
    /** Signs as the authenticator does, or with other client data, relying party, flags or signature. */
    assert: async (
      challenge: Bytes,
      { clientData = {}, rpId = 'wallet.example', flags = 0x05, text = '', change = (bytes: Bytes) => bytes } = {},
    ): Promise<PasskeyAssertion> => {
      const clientDataJSON = utf8(text || JSON.stringify({ ...clientDataOf(challenge), ...clientData }))
      const authenticatorData = new Uint8Array(concatBytes(hash(utf8(rpId)), Uint8Array.of(flags, 0, 0, 0, 0)))
      const signature = await signAssertion(algorithm, signing.privateKey, authenticatorData, clientDataJSON)
      return { clientDataJSON, authenticatorData, signature: change(signature) }
    },
  }
}
const open = async () => {
  const custody = await openWallet()
  const owner = await addPasskey(custody)
  const payload = randomBytes(32)
  const start = (request: Partial<ApprovalRequest> = {}) =>
    custody.startApproval({ namespace, payloads: [payload], passkey, ...request })
  return { custody, owner, payload, start }
}

test.each(['ES256', 'EdDSA', 'RS256'] as const)('signs after a passkey with %s has confirmed', async (algorithm) => {
  const custody = await openWallet()
  const { assert, key } = await addPasskey(custody, 's', algorithm)
  const payloads = [randomBytes(32), randomBytes(32)]
  const { approvalId, challenge } = await custody.startApproval({ namespace, payloads, passkey })
  await custody.confirmApproval(approvalId, await assert(challenge), key)
  for (const payload of payloads) expect(await custody.sign(approvalId, payload)).toHaveLength(65)
})

test('accepts an assertion without the top origin, which some browsers omit', async () => {
  const { custody, owner, payload, start } = await open()
  const { approvalId, challenge } = await start()
  const assertion = await owner.assert(challenge, { clientData: { topOrigin: undefined } })
  await custody.confirmApproval(approvalId, assertion, owner.key)
  expect(await custody.sign(approvalId, payload)).toHaveLength(65)
})

test('the challenge is fresh for each approval and depends on everything that is signed', async () => {
  const { payload, start } = await open()
  const other = randomBytes(32)
  const requests: Partial<ApprovalRequest>[] = [
    {},
    {},
    { payloads: [other] },
    { payloads: [payload, other] },
    { namespace: 'solana' },
    { namespace: 'solana', payloads: [new Uint8Array(concatBytes(payload, other))] },
  ]
  const challenges = await Promise.all(requests.map((request) => start(request)))
  expect(new Set(challenges.map(({ challenge }) => toBase64url(challenge))).size).toBe(requests.length)
  for (const { challenge } of challenges) expect(challenge).toHaveLength(32)
})

describe('the worker signs nothing', () => {
  test('without an assertion', async ({ task }) => {
    const { custody, payload, start } = await open()
    const { approvalId } = await start()
    for (let tries = 0; tries < 3; tries++)
      await expect(custody.sign(approvalId, payload)).rejects.toMatchObject(refused)
    await expect(custody.sign('approval', payload)).rejects.toMatchObject(refused)
    await expect(custody.sign('', payload)).rejects.toMatchObject(refused)
    reportAttack(task, 'G14', 5, 'signatures asked without an assertion')
  })

  test('for an approval that no passkey was asked for, if an assertion is given', async () => {
    const { custody, owner, payload } = await open()
    const { approvalId, challenge } = await custody.startApproval({ namespace, payloads: [payload] })
    const confirmed = custody.confirmApproval(approvalId, await owner.assert(challenge), owner.key)
    await expect(confirmed).rejects.toMatchObject(refused)
  })

  const strangers = { type: 'webauthn.create', origin: host, topOrigin: 'https://other.example', challenge: 'AAAA' }
  const changes: [string, NonNullable<Parameters<Awaited<ReturnType<typeof addPasskey>>['assert']>[1]>][] = [
    ...Object.entries(strangers).map(([field, value]): [string, object] => [
      `another ${field}`,
      { clientData: { [field]: value } },
    ]),
    ['no type', { clientData: { type: undefined } }],
    ['no challenge', { clientData: { challenge: undefined } }],
    ['no origin', { clientData: { origin: undefined } }],
    ['a top origin that is no text', { clientData: { topOrigin: null } }],
    ['client data that is not JSON', { text: 'yes' }],
    ['client data that is null', { text: 'null' }],
    ['another relying party', { rpId: 'shop.example' }],
    ['the parent domain as relying party', { rpId: 'example' }],
    ['no presence of the user', { flags: 0x04 }],
    ['no verification of the user', { flags: 0x01 }],
    ['no flags', { flags: 0 }],
    [
      'a changed signature',
      { change: (bytes) => bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)) },
    ],
    ['a short signature', { change: (bytes) => bytes.slice(0, 20) }],
    ['no signature', { change: () => new Uint8Array() }],
    ['a signature of zeros', { change: () => Uint8Array.of(0x30, 6, 2, 1, 0, 2, 1, 0) }],
    ['a signature with a number too large', { change: () => Uint8Array.of(0x30, 70, 2, 68, ...new Uint8Array(68)) }],
  ]
  test.each(changes)('after an assertion with %s', async (_name, change) => {
    const { custody, owner, payload, start } = await open()
    const { approvalId, challenge } = await start()
    const confirmed = custody.confirmApproval(approvalId, await owner.assert(challenge, change), owner.key)
    await expect(confirmed).rejects.toMatchObject(refused)
    await expect(custody.sign(approvalId, payload)).rejects.toMatchObject(refused)
    // A passkey has one try, so a right assertion comes too late.
    const again = custody.confirmApproval(approvalId, await owner.assert(challenge), owner.key)
    await expect(again).rejects.toMatchObject(refused)
    await expect(custody.sign(approvalId, payload)).rejects.toMatchObject(refused)
  })

  test('after an assertion by another passkey of the same wallet', async () => {
    const { custody, owner, payload, start } = await open()
    const other = await addPasskey(custody, 't')
    const { approvalId, challenge } = await start()
    const confirmed = custody.confirmApproval(approvalId, await other.assert(challenge), owner.key)
    await expect(confirmed).rejects.toMatchObject(refused)
    await expect(custody.sign(approvalId, payload)).rejects.toMatchObject(refused)
  })

  test('with a public key that this wallet has not sealed for this share set', async () => {
    const { custody, owner, payload, start } = await open()
    const stranger = await addPasskey(await openWallet())
    const keys = [
      stranger.key,
      { ...stranger.key, setId: 't' },
      { ...owner.key, setId: 't' },
      { ...owner.key, sealed: { ...owner.key.sealed, iv: stranger.key.sealed.iv } },
      { setId: 's', sealed: { iv: '', data: '' } },
    ]
    for (const key of keys) {
      const { approvalId, challenge } = await start()
      const confirmed = custody.confirmApproval(approvalId, await stranger.assert(challenge), key)
      await expect(confirmed).rejects.toMatchObject({ code: 'KEY_NOT_UNLOCKED' })
      await expect(custody.sign(approvalId, payload)).rejects.toMatchObject(refused)
    }
  })

  test('after a replayed assertion', async ({ task }) => {
    const { custody, owner, payload, start } = await open()
    const first = await start()
    const assertion = await owner.assert(first.challenge)
    await custody.confirmApproval(first.approvalId, assertion, owner.key)
    // The same approval does not accept the assertion again, and a new one for the same payload does not either.
    await expect(custody.confirmApproval(first.approvalId, assertion, owner.key)).rejects.toMatchObject(refused)
    expect(await custody.sign(first.approvalId, payload)).toHaveLength(65)
    const second = await start()
    await expect(custody.confirmApproval(second.approvalId, assertion, owner.key)).rejects.toMatchObject(refused)
    for (const { approvalId } of [first, second])
      await expect(custody.sign(approvalId, payload)).rejects.toMatchObject(refused)
    reportAttack(task, 'G14', 4, 'replayed assertions')
  })

  test('but what the passkey confirmed, and each payload once', async () => {
    const { custody, owner, payload, start } = await open()
    const { approvalId, challenge } = await start()
    await custody.confirmApproval(approvalId, await owner.assert(challenge), owner.key)
    const changed = payload.map((byte, at) => (at === 0 ? byte ^ 1 : byte))
    await expect(custody.sign(approvalId, changed)).rejects.toMatchObject(refused)
    expect(await custody.sign(approvalId, payload)).toHaveLength(65)
    await expect(custody.sign(approvalId, payload)).rejects.toMatchObject(refused)
  })

  test('that the document changes after the passkey was asked', async () => {
    const { custody, owner, payload } = await open()
    const [before, after] = [payload.slice(), randomBytes(32)]
    const payloads = [payload]
    const { approvalId, challenge } = await custody.startApproval({ namespace, payloads, passkey })
    payload.set(after)
    payloads.push(after)
    await custody.confirmApproval(approvalId, await owner.assert(challenge), owner.key)
    await expect(custody.sign(approvalId, after)).rejects.toMatchObject(refused)
    expect(await custody.sign(approvalId, before)).toHaveLength(65)
  })

  test('for an approval that a later one has ended', async () => {
    const { custody, owner, payload, start } = await open()
    const first = await start()
    await custody.confirmApproval(first.approvalId, await owner.assert(first.challenge), owner.key)
    await start()
    await expect(custody.sign(first.approvalId, payload)).rejects.toMatchObject(refused)
  })

  test('with the wallet that was opened after the approval of another one', async () => {
    const { custody, owner, payload, start } = await open()
    const { approvalId, challenge } = await start()
    await custody.confirmApproval(approvalId, await owner.assert(challenge), owner.key)
    await custody.create('another')
    await expect(custody.sign(approvalId, payload)).rejects.toMatchObject(refused)
  })

  test('while the wallet is locked', async () => {
    const { custody, owner, payload, start } = await open()
    const { approvalId, challenge } = await start()
    await custody.confirmApproval(approvalId, await owner.assert(challenge), owner.key)
    await custody.lock()
    await expect(custody.sign(approvalId, payload)).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
    await expect(start()).rejects.toMatchObject({ code: 'WALLET_LOCKED' })
  })

  test('that is no digest on an EVM network, and no empty list', async () => {
    const { start } = await open()
    for (const payloads of [[], [randomBytes(31)], [randomBytes(32), randomBytes(33)]])
      await expect(start({ payloads })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
  })
})

test('a renewed wallet verifies the passkey only with the key that was sealed again', async () => {
  const { custody, owner, payload, start } = await open()
  await custody.stageKey()
  const sealed = await custody.restagePasskeyKey(owner.key, 'n')
  await custody.adoptKey()
  const old = await start()
  const failed = custody.confirmApproval(old.approvalId, await owner.assert(old.challenge), owner.key)
  await expect(failed).rejects.toMatchObject({ code: 'KEY_NOT_UNLOCKED' })
  const { approvalId, challenge } = await start()
  await custody.confirmApproval(approvalId, await owner.assert(challenge), { setId: 'n', sealed })
  expect(await custody.sign(approvalId, payload)).toHaveLength(65)
})
