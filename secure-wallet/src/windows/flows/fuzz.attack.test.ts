import type { SealedText } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError, isErrorCode } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { attackSize, attackTimeoutMs, startLongAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { anyValue, watchGlobalDamage } from '@appkit-frame/loader/protocol/test/fuzz.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FrozenProposal, proposalDigest } from '../../approval/proposal.ts'
import { createFlowClient, type FlowAnswer } from './flowClient.ts'
import { readFlow } from './flowPage.ts'
import { createFlowId, createFlowKey, sealText } from './seal.ts'

const messages = attackSize(3_000, 200_000)

beforeEach(() => {
  // The client waits before it repeats a failed poll. Skip this pause.
  vi.stubGlobal('setTimeout', (run: () => void) => setImmediate(run))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const frozen = { digest: proposalDigest('{"a":1}'), text: '{"a":1}' } as FrozenProposal
const yes: FlowAnswer = { digest: frozen.digest, choiceId: 'fast', isApproved: true }

/**
 * Everything that a hostile server can return. The server knows the flow's id and both sealed texts, but not the key.
 */
const kinds = ['any', 'shape', 'flip', 'request', 'otherFlow', 'otherKey', 'otherDigest', 'no', 'malformed'] as const
const responses = fc.record({
  kind: fc.constantFrom(...kinds),
  value: anyValue,
  bit: fc.nat(20_000),
  text: fc.string({ unit: 'binary', maxLength: 40 }),
})
type ServerResponse = typeof responses extends fc.Arbitrary<infer Made> ? Made : never

const flip = (text: string, bit: number): string => {
  const bytes = Buffer.from(text, 'base64url')
  const at = (bit >> 3) % bytes.length
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
  return bytes.toString('base64url')
}

type FlowParts = { flowId: string; key: string; request: SealedText }
const putIn = async (
  { kind, value, bit, text }: ServerResponse,
  { flowId, key, request }: FlowParts,
): Promise<unknown> => {
  const seal = (answer: unknown, id = flowId, by = key) => sealText(by, id, 'result', JSON.stringify(answer))
  const right = await seal(yes)
  switch (kind) {
    case 'any':
      return value
    case 'shape':
      return { iv: text, data: text }
    case 'flip':
      return bit % 2 ? { ...right, iv: flip(right.iv, bit) } : { ...right, data: flip(right.data, bit) }
    case 'request':
      return request
    case 'otherFlow':
      return seal(yes, createFlowId())
    case 'otherKey':
      return seal(yes, flowId, createFlowKey())
    // Only a window of this origin can seal the texts below. The client accepts them only as an answer to this request.
    case 'otherDigest':
      return seal({ ...yes, digest: proposalDigest(text) })
    case 'no':
      return seal({ digest: frozen.digest, isApproved: false })
    case 'malformed':
      return seal({ ...yes, ...(bit % 2 ? { isApproved: value } : { choiceId: { value } }) })
  }
}

test("a flow approves a request only with the window's own answer, whatever the server returns", {
  timeout: attackTimeoutMs(),
}, async ({ task }) => {
  const approved: string[] = []
  const uncoded: string[] = []
  const attack = startLongAttack(task, {
    gate: 'G1',
    what: 'answers in a flow’s mailbox',
    total: messages,
    step: 1_000,
    counts: {},
  })
  const hold = () => expect({ approved, uncoded }, `ATTACK_SEED=${attack.seed}`).toEqual({ approved: [], uncoded: [] })
  const realm = await watchGlobalDamage(async () => {
    for (const [start, count] of attack.steps(hold))
      for (const made of fc.sample(responses, { numRuns: count, seed: attack.seed + start })) {
        if (made.kind === 'malformed' && made.value === true && made.bit % 2) continue
        const ended = new AbortController()
        let put: unknown
        let polls = 0
        const parts = { flowId: '', key: '', request: {} as SealedText }
        const flow = await createFlowClient(
          async ({ method, body }) => {
            if (method === 'POST') return void Object.assign(parts, body)
            // The client polls again after a response without an answer, until the visitor gives up.
            if (polls++ > 0) ended.abort(new AppError(commonErrors.USER_REJECTED))
            return { result: put }
          },
          () => 'https://wallet.example/approve/p',
        ).start(frozen, ended.signal)
        parts.key = new URLSearchParams(new URL(flow.url).hash.slice(1)).get('key') ?? ''
        put = await putIn(made, parts)
        await flow.answer(ended.signal).then(
          () => approved.push(JSON.stringify(made)),
          // Only our own pages can seal a `malformed` or `otherDigest` text, so the client may reject it with any
          // error. Every other text must end with an error code.
          (thrown) => {
            const isOwn = made.kind === 'malformed' || made.kind === 'otherDigest'
            if (!isOwn && !(thrown instanceof AppError && isErrorCode(thrown.code)))
              uncoded.push(`${JSON.stringify(made)}: ${thrown}`)
          },
        )
      }
  })
  expect(realm).toEqual({ thrown: [], polluted: false })
  attack.report()
})

test('the window opens only the request that its URL names', { timeout: attackTimeoutMs() }, async ({ task }) => {
  const opened: string[] = []
  const uncoded: string[] = []
  const attack = startLongAttack(task, {
    gate: 'G1',
    what: 'requests in a flow’s mailbox',
    total: messages,
    step: 1_000,
    counts: {},
  })
  const hold = () => expect({ opened, uncoded }, `ATTACK_SEED=${attack.seed}`).toEqual({ opened: [], uncoded: [] })
  const realm = await watchGlobalDamage(async () => {
    for (const [start, count] of attack.steps(hold))
      for (const made of fc.sample(responses, { numRuns: count, seed: attack.seed + start })) {
        const [flowId, key] = [createFlowId(), createFlowKey()]
        const request = await sealText(key, flowId, 'result', '{}')
        const put = made.kind === 'no' ? undefined : await putIn(made, { flowId, key, request })
        const address = made.kind === 'any' ? { flow: made.text, key: made.text } : { flow: flowId, key }
        await readFlow(async () => ({ request: put }), new URLSearchParams(address), 'flow').then(
          () => opened.push(JSON.stringify(made)),
          (thrown) => {
            if (!(thrown instanceof AppError && isErrorCode(thrown.code)))
              uncoded.push(`${JSON.stringify(made)}: ${thrown}`)
          },
        )
      }
  })
  expect(realm).toEqual({ thrown: [], polluted: false })
  attack.report()
})
