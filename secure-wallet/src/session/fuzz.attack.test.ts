import { AppError, isErrorCode } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { attackSize, attackTimeoutMs, startLongAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { anyValue, corruptText, watchGlobalDamage } from '@appkit-frame/loader/protocol/test/fuzz.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testSite, walletOrigin } from '../../test/server.ts'
import { createShareSets } from '../unlock/shareSets.ts'
import { createCustody } from '../worker/custody.ts'
import { findClientKey } from './clientKey.ts'
import { createNodeClient } from './node.ts'
import { createServerClient } from './serverClient.ts'
import { emailLoginSchema, parseAnswer, sessionRowsSchema, signedInSchema } from './serverSchemas.ts'
import { createSession } from './session.ts'
import { memoryStore } from './store.ts'

const answers = attackSize(4_000, 200_000)
const now = 1_800_000_000_000

const tokens = { accessToken: 'a', accessExpiresAt: now + 600_000, refreshToken: 'r' }
const sealed = { iv: 'AAAAAAAAAAAAAAAA', data: 'A'.repeat(86) }
const set = { setId: 's', type: 'device', epoch: 1, createdAt: 1, lastUsedAt: null, confirmed: true, label: 'Here' }
const wallet = {
  walletId: '3f2b8e0a-6a0e-4f07-9a55-0b8a55d6d0a1',
  epoch: 1,
  status: 'active',
  accounts: { eip155: '0x00', solana: '11' },
  vault: sealed,
  sets: [set],
} as const
const session = {
  sessionId: 's',
  userId: 'u',
  email: 'ada@shop.example',
  browser: '',
  custody: 'self',
  authTime: 0,
  freshMs: 300_000,
  wallet,
}
const login = { challengeId: 'c', state: 'VERIFY_OTP', expiresAt: now, resendAt: now }

/** Returns a copy of a valid server answer with one field changed: the field has another value or is undefined. */
const corruptOne = (right: object): fc.Arbitrary<unknown> =>
  fc.tuple(fc.array(fc.nat(9), { maxLength: 3 }), fc.option(anyValue, { nil: undefined })).map(([path, other]) => {
    const copy: unknown = JSON.parse(JSON.stringify(right))
    let at = Object(copy)
    const keys = path.map((step) => step)
    for (const step of keys.slice(0, -1)) {
      const inner = at[Object.keys(at)[step % Math.max(Object.keys(at).length, 1)] ?? '']
      if (inner && typeof inner === 'object') at = inner
    }
    const names = Object.keys(at)
    const name = names[(keys.at(-1) ?? 0) % Math.max(names.length, 1)]
    if (name !== undefined) at[name] = other
    return copy
  })

test('no answer of a hostile server unlocks the wallet, and every rejection has an error code', {
  timeout: attackTimeoutMs(),
}, async ({ task }) => {
  const store = memoryStore()
  const key = await findClientKey(store, 'p')
  const output = new Uint8Array(32)
  let answer = (): Response => new Response()
  const server = createServerClient({
    origin: walletOrigin,
    site: testSite,
    key: async () => key,
    fetch: async () => answer(),
    now: () => now,
  })
  const custody = createCustody({
    origin: 'https://wallet.example',
    isWalletWindow: false,
    kitCost: { memory: 8, passes: 1, lanes: 1 },
  })

  const visit = async (accessExpiresAt = tokens.accessExpiresAt) => {
    const own = memoryStore()
    const withLock = <Result>(_: string, run: () => Promise<Result>) => run()
    const made = createSession({
      server,
      store: own,
      scope: 'p',
      withLock,
      ended: () => undefined,
      now: () => now,
    })
    await made.begin({ tokens: { ...tokens, accessExpiresAt }, session: session as never })
    const sets = createShareSets({
      ...{
        session: made,
        custody,
        store: own,
        scope: 'p',
        deviceType: 'device',
        label: 'Here',
        guardianKey: undefined,
      },
      hasNoStorage: () => false,
      locale: () => 'en',
      withLock,
    })
    return { session: made, sets }
  }
  const asked: { right: object; run: () => Promise<unknown> }[] = [
    { right: session, run: async () => (await visit(0)).session.restore() },
    { right: tokens, run: async () => (await visit(0)).session.ask({ method: 'GET', path: 'session' }) },
    {
      right: { tokens, session },
      run: async () => parseAnswer(signedInSchema, await server({ method: 'POST', path: 'login/c/code' })),
    },
    {
      right: login,
      run: async () => parseAnswer(emailLoginSchema, await server({ method: 'POST', path: 'login/email' })),
    },
    {
      right: { sessions: [] },
      run: async () => parseAnswer(sessionRowsSchema, await server({ method: 'GET', path: 'sessions' })),
    },
    { right: { answers: [{ result: '0x1' }] }, run: () => createNodeClient(server).ask('eip155:1', 'eth_call', []) },
    {
      right: { answers: [{ error: { code: 3, message: 'm' } }] },
      run: () => createNodeClient(server).ask('eip155:1', 'eth_call', []),
    },
    {
      right: { serverShare: 'A'.repeat(43), wrapped: sealed },
      run: async () => (await visit()).sets.passkey.unlock('s', output),
    },
    { right: wallet, run: async () => (await visit()).sets.remove({ setId: 's', type: 'device' }) },
    {
      right: {},
      run: async () => (await visit()).session.signOut(() => ({ put: {}, remove: [], server })),
    },
  ]

  const status = fc.constantFrom(200, 200, 200, 200, 204, 400, 401, 403, 404, 429, 500, 502)
  const reason = fc.record({
    code: fc.oneof(
      fc.constantFrom('SESSION_REVOKED', 'DPOP_INVALID', 'constructor', '__proto__', 'toString'),
      anyValue,
    ),
    values: anyValue,
  })
  const failure = fc.record({ reasons: fc.oneof(fc.array(reason, { maxLength: 2 }), anyValue) })
  const headers = fc.record({
    'DPoP-Nonce': fc.stringMatching(/^[\w-]{0,40}$/),
    Date: fc.constantFrom('', 'Thu, 01 Jan 1970 00:00:00 GMT', 'now', '1e999'),
  })
  const one = fc.nat(asked.length - 1).chain((which) => {
    const json = fc
      .oneof(corruptOne(asked[which]?.right ?? {}), failure, anyValue)
      .map((value) => JSON.stringify(value) ?? '')
    return fc.record({ which: fc.constant(which), status, headers, text: fc.oneof(json, corruptText(json)) })
  })

  const uncoded: string[] = []
  const counts = { refused: 0, taken: 0 }
  const attack = startLongAttack(task, {
    gate: 'G1',
    what: 'answers, server to wallet',
    total: answers,
    step: 1_000,
    counts,
  })
  const hold = () => expect(uncoded, `ATTACK_SEED=${attack.seed}`).toEqual([])
  const realm = await watchGlobalDamage(async () => {
    for (const [start, count] of attack.steps(hold))
      for (const { which, ...made } of fc.sample(one, { numRuns: count, seed: attack.seed + start })) {
        const body = made.status === 204 ? null : made.text
        answer = () => new Response(body, { status: made.status, headers: made.headers })
        try {
          await asked[which]?.run()
          counts.taken++
        } catch (thrown) {
          counts.refused++
          const isCoded = thrown instanceof AppError && isErrorCode(thrown.code) && thrown.code !== 'INTERNAL_ERROR'
          if (!isCoded) uncoded.push(`${which} ${made.status} ${made.text}: ${thrown}`)
        }
      }
  })
  expect(realm).toEqual({ thrown: [], polluted: false })
  expect(await custody.isUnlocked()).toBe(false)
  expect(Math.min(counts.refused, counts.taken)).toBeGreaterThan(attack.done() / 20)
  attack.report(`${counts.refused} refused`)
})
