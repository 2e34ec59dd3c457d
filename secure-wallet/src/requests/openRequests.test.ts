// @vitest-environment happy-dom
import type { SecureBootstrap } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { bytesToHex, type Hex, hexToBytes, keccak256 } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { corpusNode } from '../../test/corpus/run.ts'
import type { CorpusRow } from '../../test/corpus/shape.ts'
import { createFlowServer } from '../../test/flowServer.ts'
import { evmAccount, hostOrigin, testNetworks } from '../../test/rpcScope.ts'
import { createTestSigning } from '../../test/signPayload.ts'
import type { ServerRequest } from '../session/serverClient.ts'
import { memoryStore } from '../session/store.ts'
import { createCardSurface } from '../ui/cardSurface.ts'
import { readApprovalRequest } from '../windows/flows/approvalRequest.ts'
import { answerFlow } from '../windows/flows/flowPage.ts'
import { createSiteRequests } from './openRequests.ts'

const friend = '0x00000000000000000000000000000000000000AA'
/** A node that simulates the payment of the tests. */
const node = corpusNode({ simulated: [{ to: friend, amount: 1n }] } as CorpusRow)
const answerNode = async ({ method, params }: { method: string; params: [Hex] }): Promise<object> => {
  if (method === 'eth_sendRawTransaction') return { result: keccak256(params[0]) }
  return node.ask('eip155:1', method as 'eth_call', params).then(
    (result) => ({ result }),
    () => ({ error: { code: -32601, message: 'unknown' } }),
  )
}

const open = vi.fn((_url: string) => ({}))
beforeEach(() => {
  vi.stubGlobal('open', open)
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  document.documentElement.lang = 'en'
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('../approval/windowCard.ts')
  document.body.replaceChildren()
  delete document.documentElement.dataset.theme
  open.mockClear()
})

/** The requests of a site, with a server behind them that answers for a node and for flows. */
const setUp = ({ isTrusted = true, isFramed = false, hasPasskey = true, isOutdated = false } = {}) => {
  const flows = createFlowServer(hostOrigin)
  const asked: string[] = []
  const server = async ({ path, body }: ServerRequest): Promise<unknown> => {
    if (path !== 'rpc') throw new Error('offline')
    const { requests } = body as { requests: Parameters<typeof answerNode>[0][] }
    return { answers: await Promise.all(requests.map(answerNode)) }
  }
  const ask = async (request: ServerRequest): Promise<unknown> => {
    asked.push(request.path.replace(/[?/].*/, ''))
    if (request.path.startsWith('flows')) return flows.send(request)
    throw new Error('offline')
  }
  const surface = createCardSurface({ container: document.body, name: 'wallet.example', panel: async () => undefined })
  const requests = createSiteRequests({
    bootstrap: {
      ...{ projectId: 'shop/1', networks: testNetworks, trustedOrigins: isTrusted ? [hostOrigin] : [], sites: [] },
    } as Partial<SecureBootstrap> as SecureBootstrap,
    page: { origin: hostOrigin, isFramed, topOrigin: hostOrigin },
    keys: {
      accounts: () => ({ eip155: evmAccount.address, solana: '' }),
      status: () => 'ready',
      unlock: async () => undefined,
      ...createTestSigning(async (payload) => hexToBytes(await evmAccount.sign({ hash: bytesToHex(payload) }))),
    },
    passkey: {
      isPossible: () => hasPasskey,
      isOutdated: () => isOutdated,
      confirm: async () => 'approval',
    } as unknown as Parameters<typeof createSiteRequests>[0]['passkey'],
    ...{ surface, server, ask, store: memoryStore(), scale: devicePixelRatio },
  })
  const request = (method: string, params: unknown) => {
    const answer = requests.request({ method, params, chainId: 'eip155:31337', chainNamespace: 'eip155' })
    answer.catch(() => undefined)
    return answer
  }
  return {
    ...{ requests, surface, asked },
    sign: () => request('personal_sign', ['0x48616c6c6f', evmAccount.address]),
    pay: () => request('eth_sendTransaction', [{ from: evmAccount.address, to: friend, value: '0x1' }]),
    refused: () => request('eth_sign', [evmAccount.address, '0x']),
    /** Opens the wallet window, and returns its URL. */
    openWindow: async () => {
      await vi.waitFor(() => expect(buttons()).toContain('Open wallet window'))
      press('Open wallet window')
      return new URL(open.mock.lastCall?.[0] ?? '')
    },
    /** Approves the request in the window. */
    approve: async ({ hash }: URL) => {
      const { flow, frozen } = await readApprovalRequest(flows.send, new URLSearchParams(hash.slice(1)))
      const { digest, proposal } = frozen
      await answerFlow(flows.send, flow, { digest, choiceId: proposal.choices[0]?.id ?? '', isApproved: true })
    },
  }
}
const buttons = () => [...document.querySelectorAll('button')].map(({ textContent }) => textContent)
const press = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click()

test('a request of a site that is not trusted is answered in the wallet window of its project, theme and language', async () => {
  document.documentElement.lang = 'de'
  document.documentElement.dataset.theme = 'dark'
  const { sign, openWindow, approve } = setUp({ isTrusted: false })
  const signature = sign()
  const url = await openWindow()
  expect([url.origin, url.pathname, url.search]).toEqual([
    location.origin,
    '/approve/shop%2F1',
    '?theme=dark&locale=de',
  ])
  await approve(url)
  expect(await signature).toBe(await evmAccount.signMessage({ message: 'Hallo' }))
  await vi.waitFor(() => expect(document.querySelector('.approve')).toBeNull())
})

test('the wallet window of a document without language and theme is English and names no theme', async () => {
  document.documentElement.lang = ''
  const { sign, openWindow } = setUp({ isTrusted: false })
  void sign()
  expect((await openWindow()).search).toBe('?locale=en')
})

test.each([
  ['asks for', 'a payment that a new passkey could confirm', 'pay', { isOutdated: true }, true],
  ['does not ask for', 'a payment without an old passkey', 'pay', {}, false],
  ['does not ask for', 'a message that no passkey confirms', 'sign', { isTrusted: false, isOutdated: true }, false],
  ['does not ask for', 'a payment that a site in a frame asks for', 'pay', { isFramed: true, isOutdated: true }, false],
] as const)('the wallet window %s the passkey again after %s', async (_asks, _what, method, surroundings, isAsked) => {
  const made = setUp({ hasPasskey: false, ...surroundings })
  void made[method]()
  expect((await made.openWindow()).searchParams.get('passkey')).toBe(isAsked ? 'old' : null)
})

test.each([
  ['a trusted site', {}, true],
  ['a site that is not trusted', { isTrusted: false }, false],
  ['a trusted site in a frame', { isFramed: true }, false],
])(
  'the card of a message of %s is in the frame only if nothing else can cover it',
  async (_, surroundings, isInFrame) => {
    const { sign } = setUp(surroundings)
    void sign()
    await vi.waitFor(() => expect(buttons()).toContain(isInFrame ? 'Sign message' : 'Open wallet window'))
  },
)

test.each([
  ['a trusted site', {}, ['limit']],
  ['a site that is not trusted', { isTrusted: false }, []],
  ['a trusted site in a frame', { isFramed: true }, []],
])('the limit of %s is asked for only where it can count', async (_, surroundings, expected) => {
  const { requests, asked } = setUp({ ...surroundings, hasPasskey: false })
  const data = `0xa9059cbb${friend.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`
  const transaction = { from: evmAccount.address, to: `0x${'c'.repeat(40)}`, data }
  requests
    .request({
      method: 'eth_sendTransaction',
      params: [transaction],
      chainId: 'eip155:31337',
      chainNamespace: 'eip155',
    })
    .catch(() => undefined)
  await vi.waitFor(() => expect(buttons()).toContain('Open wallet window'))
  expect(asked.filter((path) => path === 'limit')).toEqual(expected)
})

test('the end of a session rejects the request on the card with its reason, and removes the card', async () => {
  const { sign, requests, surface } = setUp()
  const answer = sign()
  await vi.waitFor(() => expect(buttons()).toContain('Sign message'))
  requests.abort(new AppError(walletErrors.SESSION_REVOKED))
  await expect(answer).rejects.toMatchObject({ code: 'SESSION_REVOKED' })
  expect(surface.shown()).toBeNull()
})

test('a request that the wallet never allows is rejected and explained, until the visitor closes the modal', async () => {
  const { refused, requests, surface } = setUp()
  await expect(refused()).rejects.toMatchObject({ code: 'METHOD_NOT_ALLOWED' })
  await vi.waitFor(() => expect(document.body.textContent).toContain('This request was blocked'))
  requests.abort()
  expect(surface.shown()).toBeNull()
})

test('the code of the wallet window loads again with the next request if it could not be loaded', async () => {
  let isDown = true
  vi.doMock('../approval/windowCard.ts', async (original) => {
    if (isDown) throw new Error('no connection')
    return original()
  })
  const { sign, openWindow } = setUp({ isTrusted: false })
  await expect(sign()).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
  isDown = false
  void sign()
  await openWindow()
})

test.each(['with', 'without'])('a payment is sent in a browser %s channels between tabs', async (withOrWithout) => {
  const posted: unknown[] = []
  class Channel {
    readonly name: string
    constructor(name: string) {
      this.name = name
    }
    addEventListener(): void {}
    postMessage(message: unknown): void {
      posted.push([this.name, message])
    }
  }
  vi.stubGlobal('BroadcastChannel', withOrWithout === 'with' ? Channel : undefined)
  const { pay, openWindow, approve } = setUp({ hasPasskey: false })
  const hash = pay()
  await approve(await openWindow())
  expect(await hash).toMatch(/^0x[0-9a-f]{64}$/)
  const account = `eip155:31337:${evmAccount.address.toLowerCase()}`
  expect(posted).toEqual(withOrWithout === 'with' ? [['nonces', { account, nonce: 5 }]] : [])
})
