// @vitest-environment happy-dom
import type { AccountState } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import { type ChainNamespace, namespaces } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { rpcMethods, rpcPolicyOf } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openPage, sampleAccountOn, sampleAddress } from '../../../test/page.ts'
import { mockServer } from '../../../test/server.ts'
import { sentTransactionAtom } from '../state/sentTransaction.ts'
import { answerRequest, type FrameAnswers, type RequestAnswerer } from './answerRequest.ts'

const disconnected: AccountState = { status: 'disconnected' }

const openAsked = (account: AccountState = sampleAccountOn(1, 'embedded')) => {
  const places: string[] = []
  mockServer.use(
    http.post('*/v1/', () => {
      places.push('node')
      return HttpResponse.json({ jsonrpc: '2.0', id: 0, result: '0x1' })
    }),
  )
  const { store } = openPage()
  const answerer: RequestAnswerer = {
    store,
    hostOrigin: 'https://shop.example',
    account,
    caipNetworkId: 'eip155:1',
    send: async ({ method }) => {
      places.push('wallet')
      return `answer to ${method}`
    },
    switchNetwork: async () => void places.push('switch'),
    disconnect: async () => void places.push('disconnect'),
    onRefused: async () => void places.push('refused'),
  }
  const ask = (method: string, params?: unknown, namespace: ChainNamespace = 'eip155') =>
    answerRequest(answerer, namespace, params === undefined ? { method } : { method, params })
  return { ask, places, sent: () => store.get(sentTransactionAtom) }
}

const rows = Object.keys(rpcMethods).flatMap((method) =>
  (Object.keys(namespaces) as ChainNamespace[]).map((namespace) => ({ method, namespace })),
)

test.each(rows)(
  'lets the side that the policy table names answer $method in $namespace',
  async ({ method, namespace }) => {
    const { ask, places } = openAsked()
    const policy = rpcPolicyOf(method, namespace)
    const failure = await ask(method, [], namespace).then(
      () => null,
      ({ code }) => code,
    )
    if (policy?.answeredBy === 'wallet') expect(places).toEqual(['wallet'])
    else if (policy?.answeredBy === 'node' && policy.proxy === 'public') expect(places).toEqual(['node'])
    else if (policy?.answeredBy === 'unbuilt') expect([failure, places]).toEqual(['NOT_SUPPORTED_YET', []])
    else if (policy?.answeredBy === 'frame') expect(failure).not.toBe('METHOD_NOT_ALLOWED')
    else expect([failure, places]).toEqual(['METHOD_NOT_ALLOWED', []])
  },
)

test('notes the answer to a transaction, and to no other request', async () => {
  const { ask, sent } = openAsked()
  await ask('personal_sign', ['0x00'])
  expect(sent()).toBeNull()
  await ask('eth_sendTransaction', [{}])
  expect(sent()).toEqual({ answer: 'answer to eth_sendTransaction', caipNetworkId: 'eip155:1' })
})

test('refuses a method that the policy table lacks, and tells the visitor', async () => {
  const { ask, places } = openAsked()
  await expect(ask('eth_sign')).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED', number: 4200 })
  expect(places).toEqual(['refused'])
})

test.each([
  ['eth_accounts', undefined, []],
  ['eth_chainId', undefined, '0x1'],
  ['net_version', undefined, '1'],
  ['wallet_getPermissions', undefined, []],
  ['wallet_revokePermissions', [{ eth_accounts: {} }], null],
])('answers the method %s although no account is connected', async (method, params, answer) => {
  expect(await openAsked(disconnected).ask(method, params)).toEqual(answer)
})

test.each([
  ['eth_requestAccounts', undefined],
  ['wallet_requestPermissions', [{ eth_accounts: {} }]],
  ['wallet_switchEthereumChain', [{ chainId: '0x1' }]],
  ['personal_sign', ['0x00', sampleAddress]],
])('rejects the method %s as unauthorized if no account is connected', async (method, params) => {
  const { ask, places } = openAsked(disconnected)
  await expect(ask(method, params)).rejects.toMatchObject({ code: 'UNAUTHORIZED', number: 4100 })
  expect(places).toEqual([])
})

test("does not compile if the frame's table of answers lacks a method or has an unknown method", () => {
  // @ts-expect-error: the answer to eth_chainId is missing.
  const incomplete: FrameAnswers = {} as Omit<FrameAnswers, 'eth_chainId'>
  // @ts-expect-error: by the policy table the frame does not answer eth_coinbase.
  const unlisted = { ...({} as FrameAnswers), eth_coinbase: () => null } satisfies FrameAnswers
  expect([incomplete, unlisted]).toHaveLength(2)
})
