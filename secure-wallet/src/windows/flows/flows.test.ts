import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { expect, test, vi } from 'vitest'
import { type FrozenProposal, proposalDigest } from '../../approval/proposal.ts'
import type { ServerClient } from '../../session/serverClient.ts'
import { readApprovalRequest } from './approvalRequest.ts'
import { readApprovalText } from './approvalText.ts'
import type { SendFlowRequest } from './flow.ts'
import { createFlowClient } from './flowClient.ts'
import { answerFlow, readFlow } from './flowPage.ts'
import { createFlowId, createFlowKey, openSealedText, sealText } from './seal.ts'

const frozen = { digest: proposalDigest('{"a":1}'), text: '{"a":1}' } as FrozenProposal
const signal = () => new AbortController().signal

test('decrypts a sealed text only with the key, flow and direction of the text, and only if the text is unchanged', async () => {
  const [flowId, key] = [createFlowId(), createFlowKey()]
  const sealed = await sealText(key, flowId, 'request', 'text')
  expect(await openSealedText(key, flowId, 'request', sealed)).toBe('text')
  const flipped = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`
  await expect(openSealedText(key, flowId, 'result', sealed)).rejects.toThrow()
  await expect(openSealedText(key, createFlowId(), 'request', sealed)).rejects.toThrow()
  await expect(openSealedText(createFlowKey(), flowId, 'request', sealed)).rejects.toThrow()
  await expect(openSealedText(key, flowId, 'request', { ...sealed, data: flipped(sealed.data) })).rejects.toThrow()
  await expect(openSealedText(key, flowId, 'request', { ...sealed, iv: flipped(sealed.iv) })).rejects.toThrow()
})

/** Starts a flow over a server that cannot read its texts, and answers the flow. */
const setUp = async (answerOf: (request: string) => object | string) => {
  let stored: { flowId: string; request: { iv: string; data: string } } | undefined
  let result: unknown = null
  const ask: SendFlowRequest = async ({ method, body }) => {
    if (method === 'POST') {
      stored = body as typeof stored
      return undefined
    }
    return { result }
  }
  const flow = await createFlowClient(ask, () => 'https://wallet.example/approve/p').start(frozen, signal())
  const fragment = new URLSearchParams(new URL(flow.url).hash.slice(1))
  const [flowId, key] = [fragment.get('flow') ?? '', fragment.get('key') ?? '']
  expect(JSON.stringify(stored)).not.toContain(key)
  if (!stored) throw new Error('nothing was stored')
  const request = await openSealedText(key, flowId, 'request', stored.request)
  const answer = answerOf(request)
  result = await sealText(key, flowId, 'result', typeof answer === 'string' ? answer : JSON.stringify(answer))
  return { flow, request }
}

test("a flow passes the request to the window, and the window's answer back", async () => {
  const { flow, request } = await setUp((text) => ({
    digest: readApprovalText(text).frozen.digest,
    choiceId: 'fast',
    isApproved: true,
  }))
  expect(readApprovalText(request)).toMatchObject({ frozen: { digest: frozen.digest }, madeAt: undefined })
  expect(await flow.answer(signal())).toEqual({ digest: frozen.digest, choiceId: 'fast' })
})

test.each([
  ['a rejection', { digest: frozen.digest, isApproved: false }, 'USER_REJECTED'],
  ['another digest', { digest: 'ff', choiceId: 'fast', isApproved: true }, 'INTERNAL_ERROR'],
])('approves nothing if the window answers with %s', async (_name, answer, code) => {
  const { flow } = await setUp(() => answer)
  await expect(flow.answer(signal())).rejects.toMatchObject({ code })
})

test.each([{}, 'no JSON', { digest: frozen.digest, choiceId: 'fast', isApproved: 'yes' }])(
  'rejects the malformed answer %j of a window',
  async (answer) => {
    const { flow } = await setUp(() => answer)
    await expect(flow.answer(signal())).rejects.toThrow()
  },
)

test("polls again for the window's answer after a lost connection, but not once the server has lost the flow", async () => {
  vi.useFakeTimers()
  const failures = [new AppError(commonErrors.SERVER_UNREACHABLE), new AppError(walletErrors.FLOW_NOT_FOUND)]
  const ask: SendFlowRequest = async ({ method }) => {
    if (method === 'GET') throw failures.shift()
    return undefined
  }
  const flow = await createFlowClient(ask, () => 'https://wallet.example/approve/p').start(frozen, signal())
  const answered = expect(flow.answer(signal())).rejects.toMatchObject({ code: 'FLOW_NOT_FOUND' })
  await vi.advanceTimersByTimeAsync(2_000)
  await answered
  vi.useRealTimers()
})

test('a window reads the flow that its URL names and answers it, and rejects malformed URLs', async () => {
  const flows = new Map<string, { request?: unknown; result?: unknown }>()
  const server: ServerClient = async ({ method, path, body }) => {
    const [, flowId = '', part] = path.split('/')
    if (method === 'POST' && !flowId) {
      const { flowId: id, request } = body as { flowId: string; request: unknown }
      return void flows.set(id, { request, result: null })
    }
    const flow = flows.get(flowId)
    if (!flow) throw new AppError(walletErrors.FLOW_NOT_FOUND)
    if (method === 'POST') return Object.assign(flow, body)
    return part === 'result' ? { result: flow.result } : { request: flow.request }
  }
  const flow = await createFlowClient(server, () => 'https://wallet.example/approve/p').start(frozen, signal())
  const { hash } = new URL(flow.url)
  const read = (fragment: string) => readFlow(server, new URLSearchParams(fragment.slice(1)), 'flow')
  const opened = await read(hash)
  const { digest } = readApprovalText(opened.text).frozen
  expect(digest).toBe(frozen.digest)
  await answerFlow(server, opened, { digest, choiceId: 'normal', isApproved: true })
  expect(await flow.answer(signal())).toEqual({ digest: frozen.digest, choiceId: 'normal' })
  for (const wrong of ['', '#flow=1&key=2', hash.replace(/key=.*/, ''), hash.slice(0, -1)])
    await expect(read(wrong)).rejects.toThrow()
})

test.each([
  ['the same origin', 'https://shop.example', 'https://shop.example'],
  ['another site', 'https://bank.example', 'https://shop.example'],
  ['the same host with another scheme', 'http://shop.example', 'https://shop.example'],
  ['the same host with another port', 'https://shop.example:8443', 'https://shop.example'],
  ['a site while the server reports no host', 'https://shop.example', undefined],
  ['no site while the server reports no host', undefined, undefined],
])(
  "the window compares the site of a request with the session's host: the request names %s",
  async (_name, named, host) => {
    const [flowId, key] = [createFlowId(), createFlowKey()]
    const request = await sealText(
      key,
      flowId,
      'request',
      JSON.stringify({ proposal: JSON.stringify({ facts: { host: named } }) }),
    )
    const asked = readApprovalRequest(async () => ({ request, host }), new URLSearchParams({ flow: flowId, key }))
    if (named !== undefined && named === host) expect((await asked).frozen.proposal.facts.host).toBe(host)
    else await expect(asked).rejects.toMatchObject({ code: 'FLOW_NOT_FOUND' })
  },
)
