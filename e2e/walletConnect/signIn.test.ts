import type { SignInMode, SiteSignInMethod } from '@appkit-frame/loader/protocol/api/frameApi.ts'
import type { IWalletKit } from '@reown/walletkit'
import { buildAuthObject, populateAuthPayload } from '@walletconnect/utils'
import { createStore } from 'jotai/vanilla'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openRemote } from '../../frame-app/src/core/connectors/walletConnect/connector.ts'
import { toastAtom } from '../../frame-app/src/core/state/notices.ts'
import { configureAtom, setBootstrapAtom } from '../../frame-app/src/core/state/options.ts'
import { setHostAtom } from '../../frame-app/src/core/state/peers.ts'
import { setStorageAtom } from '../../frame-app/src/core/state/storage.ts'
import { signInSessionsAtom } from '../../frame-app/src/features/signIn/signInAtoms.ts'
import { sampleBootstrap } from '../../frame-app/test/bootstrap.ts'
import { mirrorEvmSignature } from '../../server/test/mangle.ts'
import { modalOrigin, shopOrigin } from '../../server/test/parts.ts'
import { answerRpcResult, startRpcNode } from '../../server/test/rpcNode.ts'
import { evmSigner, solanaSigner } from '../../server/test/signers.ts'
import { makeSignInSite } from '../../server/test/siwx.ts'
import { disconnectEveryNamespace, openTestRelay, openTestWallet, pairByLink } from './test/peers.ts'

/**
 * One-click sign-in with the frame's own client, a real wallet kit, the relay and the server's app. The frame has to
 * compare the signed text with the requested one, since wallet kit and sign-client don't.
 */
const signer = evmSigner()
const caipAddress = `eip155:1:${signer.address}`
const methods = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']
const granted = {
  eip155: { methods, events: [], chains: ['eip155:1'], accounts: [`eip155:1:${signer.address}`] },
}

beforeEach(() => {
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('navigator', { onLine: true, locks: { query: () => Promise.reject(new Error('denied')) } })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
})

type Page = {
  signIn?: SignInMode
  networks?: typeof sampleBootstrap.networks
  lateMs?: number
  /** The node's answer to the ERC-1271 call. */
  contractSays?: '0x00' | '0x01'
  /** The sign-in functions of a page that does not use AppKit's server. */
  own?: { [name in SiteSignInMethod]?: (given: never) => unknown }
}
const openPage = async ({
  signIn = 'required',
  networks = sampleBootstrap.networks,
  lateMs = 0,
  contractSays,
  own: ofPage,
}: Page = {}) => {
  const relay = await openTestRelay()
  const time = { now: Date.now(), passed: 0 }
  const node = contractSays && (await startRpcNode(answerRpcResult(contractSays)))
  const site = await makeSignInSite(
    { clock: () => Date.now() + time.passed, now: () => performance.now() + time.passed } as never,
    node && [{ id: 'eip155:1', privateRpcUrls: [node.url] }],
  )
  const routes: string[] = []
  const foreignUrls: string[] = []
  const own = globalThis.fetch
  vi.stubGlobal('fetch', async (path: string | URL | Request, init: RequestInit = {}) => {
    const url = path instanceof Request ? path.url : String(path)
    // The wallet kit asks this foreign server to check contract signatures. The frame's client must not ask it.
    if (url.startsWith('https://rpc.walletconnect')) {
      foreignUrls.push(url)
      return Response.json({ result: `0x1626ba7e${'0'.repeat(56)}` })
    }
    if (!url.startsWith('/auth/')) return own(path, init)
    routes.push(url.split('?')[0]?.split('/').at(-1) ?? '')
    if (url.includes('authenticate')) time.passed = lateMs
    return site.app(`${modalOrigin}${url}`, {
      ...init,
      headers: { ...init.headers, Origin: modalOrigin },
    } as RequestInit)
  })
  const siwx = async (method: SiteSignInMethod, [given]: unknown[] = []) =>
    method === 'describe'
      ? {
          functions: Object.keys(ofPage ?? {}),
          isLegacy: false,
          isRequired: true,
          staysSignedIn: false,
          inMemory: false,
        }
      : ofPage?.[method]?.(given as never)
  const host = { account: async () => {}, siwx }
  const store = createStore()
  const options = { ...sampleBootstrap.options, signIn }
  const walletConnect = { projectId: 'demo', relayUrl: relay.url }
  store.set(setBootstrapAtom, { ...sampleBootstrap, projectId: 'shop', networks, options, walletConnect })
  store.set(setStorageAtom, null, shopOrigin)
  store.set(setHostAtom, host as never)
  if (ofPage) store.set(configureAtom, { siwx: {} })
  const context = { store, host: host as never, hostOrigin: shopOrigin }
  const [remote, wallet] = await Promise.all([
    openRemote(context, { system: 'desktop', isTelegram: false }),
    openTestWallet(relay),
  ])
  onTestFinished(() => disconnectEveryNamespace(remote))
  return { remote, store, wallet, routes, foreignUrls, node }
}

type Payload = Parameters<typeof buildAuthObject>[0]
type Answer = {
  change?: (payload: Payload) => Partial<Payload>
  account?: string
  chain?: string
  sign?: (text: string) => string | Promise<string>
  type?: string
}
/** A wallet that signs in while it connects, as in the wallet kit's guide. */
const signsIn = (
  wallet: IWalletKit,
  { change, account = signer.address, chain = 'eip155:1', sign, type }: Answer = {},
) => {
  const done = Promise.withResolvers<void>()
  wallet.on('session_authenticate', async ({ id, params }) => {
    try {
      const supported = { authPayload: params.authPayload, chains: ['eip155:1'], methods }
      const payload = populateAuthPayload(supported as never) as Payload
      const signed = { ...payload, ...change?.(payload) }
      const iss = `did:pkh:${chain}:${account}`
      const text = wallet.formatAuthMessage({ request: signed as never, iss })
      const signature = await (sign ?? signer.sign)(text)
      if (type) sendAs(wallet, type)
      await wallet.approveSessionAuthenticate({
        id,
        auths: [buildAuthObject(signed, { t: type ? 'eip1271' : 'eip191', s: signature }, iss)],
      })
      done.resolve()
    } catch (error) {
      done.reject(error)
    }
  })
  return done.promise
}
/** Lets a test change the message that the wallet kit sends. */
const rewrite = (wallet: IWalletKit, change: (cacaos: Sent[]) => unknown) => {
  const engine = wallet.engine.signClient.engine as never as { sendResult(sent: { result: object }): Promise<void> }
  const { sendResult } = engine
  engine.sendResult = (sent) => {
    const { cacaos } = sent.result as { cacaos?: Sent[] }
    return sendResult(cacaos ? { ...sent, result: { ...sent.result, cacaos: change(cacaos) } } : sent)
  }
}
type Sent = { p: object; s: object }
/** Makes the wallet kit accept any contract signature, so that it also sends an invalid one. */
const sendAs = (wallet: IWalletKit, type: string) =>
  rewrite(wallet, (cacaos) => cacaos.map((cacao) => ({ ...cacao, s: { ...cacao.s, t: type } })))
const ended = (wallet: IWalletKit) => new Promise((resolve) => wallet.once('session_delete', resolve))

test('one WalletConnect request connects and signs in', async () => {
  const { remote, store, wallet, routes } = await openPage()
  const signing = signsIn(wallet)
  const { uri, settled } = await remote.pair()
  expect(uri).toContain('methods=wc_sessionAuthenticate')
  const toasts: unknown[] = []
  store.sub(toastAtom, () => toasts.push(store.get(toastAtom)))
  await wallet.pair({ uri })
  const [session] = await Promise.all([settled, signing])
  expect(session.granted.eip155?.methods).toEqual(expect.arrayContaining(methods))
  expect(await remote.adopt()).toMatchObject({ namespace: 'eip155', account: { caipAddress } })
  const kept = store.get(signInSessionsAtom)[caipAddress]
  expect(kept).toMatchObject({ caipAddress, token: expect.any(String), signature: expect.stringMatching(/^0x/) })
  expect(kept?.message).toContain(`shop.example wants you to sign in with your Ethereum account:\n${signer.address}`)
  expect(routes).toEqual(['nonce', 'authenticate'])
  expect(toasts[0]).toEqual({ variant: 'loading', text: 'authenticating' })
})

test('a wallet without one-click sign-in connects by the proposal and signs later', async () => {
  const { remote, store, wallet, routes } = await openPage()
  const { uri, settled } = await remote.pair()
  const { id } = await pairByLink(wallet, uri)
  await Promise.all([settled, wallet.approveSession({ id, namespaces: granted })])
  expect(await remote.adopt()).toMatchObject({ account: { caipAddress } })
  expect(store.get(signInSessionsAtom)).toEqual({})
  expect(routes).toEqual(['nonce'])
})

test.each<[name: string, page: Page]>([
  ['the project has no sign-in', { signIn: 'none' }],
  [
    'the project has other namespaces',
    {
      networks: [
        ...sampleBootstrap.networks,
        {
          ...(sampleBootstrap.networks[0] as never as object),
          chainNamespace: 'solana',
          caipNetworkId: solanaSigner().caipNetworkId,
        } as never,
      ],
    },
  ],
])('shows a code that connects without a sign-in if %s', async (_name, page) => {
  const { remote, routes } = await openPage(page)
  const { uri } = await remote.pair()
  expect(uri).not.toContain('wc_sessionAuthenticate')
  expect(routes).toEqual([])
})

test('rejects with the wallet’s error if the visitor rejects the sign-in in the wallet', async () => {
  const { remote, wallet } = await openPage()
  wallet.on('session_authenticate', ({ id }) =>
    wallet.rejectSessionAuthenticate({ id, reason: { code: 5000, message: 'User rejected.' } }),
  )
  const { uri, settled } = await remote.pair()
  await wallet.pair({ uri })
  await expect(settled).rejects.toMatchObject({ number: 5000, message: 'User rejected.' })
})

const other = evmSigner(8)
test.each<[code: string, name: string, answer: Answer]>([
  ['SIWX_DOMAIN_MISMATCH', 'another site', { change: () => ({ domain: 'bank.example' }) }],
  ['SIWX_URI_MISMATCH', 'another address of a site', { change: () => ({ aud: 'https://bank.example' }) }],
  [
    'SIWX_URI_MISMATCH',
    'an address that resembles that of the site',
    { change: () => ({ aud: `${shopOrigin}.evil` }) },
  ],
  ['SIWX_DATA_MISMATCH', 'another nonce', { change: () => ({ nonce: 'anotherNonce12345' }) }],
  ['SIWX_MESSAGE_INVALID', 'another version', { change: () => ({ version: '2' as never }) }],
  ['SIWX_MESSAGE_INVALID', 'an extra line', { change: () => ({ requestId: 'a\nNonce: b' }) }],
  ['SIWX_CHAIN_MISMATCH', 'a network that was not requested', { chain: 'eip155:5' }],
])('reports %s and disconnects a wallet that signs for %s', async (code, _name, answer) => {
  const { remote, store, wallet } = await openPage()
  signsIn(wallet, answer).catch(() => {})
  const left = ended(wallet)
  const { uri, settled } = await remote.pair()
  await wallet.pair({ uri })
  await expect(settled).rejects.toMatchObject({ code })
  await left
  expect(store.get(signInSessionsAtom)).toEqual({})
  await expect(remote.adopt()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
})

test.each<[name: string, answer: Answer]>([
  ['that has expired', { change: () => ({ exp: '2020-01-01T00:00:00Z' }) }],
  ['that is not valid yet', { change: () => ({ nbf: '2099-01-01T00:00:00Z' }) }],
  // The server has no node for this network.
  ['with a contract signature', { type: 'eip1271', sign: () => '0x1234' }],
])('connects without a sign-in if the wallet signs a message %s', async (_name, answer) => {
  const { remote, store, wallet, routes } = await openPage()
  signsIn(wallet, answer).catch(() => {})
  const { uri, settled } = await remote.pair()
  await wallet.pair({ uri })
  await settled
  expect(await remote.adopt()).toMatchObject({ account: { caipAddress } })
  expect(store.get(signInSessionsAtom)).toEqual({})
  expect(routes[0]).toBe('nonce')
})

test.each(['eip1271', 'eip191', 'eip6492'])(
  'signs in a contract account if its contract accepts the signature, which has the type %s',
  async (type) => {
    const contract = { account: other.address, sign: () => '0x1234', type }
    const { remote, store, wallet, node, foreignUrls } = await openPage({ contractSays: '0x01' })
    const signing = signsIn(wallet, contract)
    const { uri, settled } = await remote.pair()
    await wallet.pair({ uri })
    await Promise.all([settled, signing])
    const known = `eip155:1:${other.address}`
    expect(await remote.adopt()).toMatchObject({ account: { caipAddress: known } })
    expect(store.get(signInSessionsAtom)[known]).toMatchObject({ token: expect.any(String), signature: '0x1234' })
    expect(node?.calls.map(({ method }) => method)).toEqual(['eth_call'])
    // The only request to a foreign server is the wallet kit's own; the frame's client sends none.
    expect(foreignUrls).toHaveLength(1)
  },
)

test.each<[name: string, answer: Answer]>([
  ['another account', { sign: other.sign, type: 'eip191' }],
  ['nobody, in an unknown format', { sign: () => 'no signature', type: 'eip191' }],
  ['nobody, with an empty signature', { sign: () => '0x', type: 'eip191' }],
  ['a contract that rejects it', { sign: () => '0x1234', type: 'eip1271' }],
  ['itself, with a high-S signature', { sign: async (text) => mirrorEvmSignature(await signer.sign(text)) }],
])('disconnects a wallet whose text was signed by %s', async (_name, answer) => {
  const { remote, store, wallet } = await openPage({ contractSays: '0x00' })
  signsIn(wallet, answer).catch(() => {})
  const left = ended(wallet)
  const { uri, settled } = await remote.pair()
  await wallet.pair({ uri })
  await expect(settled).rejects.toMatchObject({ code: 'SIWX_SIGNATURE_INVALID' })
  await left
  expect(store.get(signInSessionsAtom)).toEqual({})
  await expect(remote.adopt()).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
})

test('passes the wallet’s message and signature unchanged to a page that verifies itself', async () => {
  const given: { message: string; signature: string; cacao?: { h: object; p: { iss: string }; s: object } }[] = []
  const own: Page['own'] = { verifyMessage: (signed: (typeof given)[number]) => given.push(signed) > 0 }
  const { remote, store, wallet, routes } = await openPage({ own })
  const signing = signsIn(wallet)
  const { uri, settled } = await remote.pair()
  await wallet.pair({ uri })
  await Promise.all([settled, signing])
  expect(given).toHaveLength(1)
  const [{ message, signature, cacao } = { message: '', signature: '' }] = given
  expect(message).toContain('shop.example wants you to sign in')
  expect(cacao).toMatchObject({ p: { iss: `did:pkh:eip155:1:${signer.address}` }, s: { t: 'eip191', s: signature } })
  expect(store.get(signInSessionsAtom)[caipAddress]).toMatchObject({ message, signature })
  expect(routes).toEqual(['nonce'])
})

test('disconnects if the page rejects the signature', async () => {
  const { remote, store, wallet } = await openPage({ own: { verifyMessage: () => false } })
  signsIn(wallet).catch(() => {})
  const left = ended(wallet)
  const { uri, settled } = await remote.pair()
  await wallet.pair({ uri })
  await expect(settled).rejects.toMatchObject({ code: 'SIWX_SIGNATURE_INVALID' })
  await left
  expect(store.get(signInSessionsAtom)).toEqual({})
})

test.each(['getNonce', 'createMessage'] as const)(
  'the QR code requests no sign-in if the page supplies its own %s',
  async (name) => {
    const { remote } = await openPage({ own: { [name]: () => 'abcdefgh12345', verifyMessage: () => true } })
    expect((await remote.pair()).uri).not.toContain('wc_sessionAuthenticate')
  },
)

test.each<[name: string, change: (cacaos: Sent[]) => unknown]>([
  ['no list', () => null],
  ['a null entry', () => [null]],
  ['an issuer that is not a string', ([cacao]) => [{ ...cacao, p: { ...cacao?.p, iss: 7 } }]],
  ['no text to sign', ([cacao]) => [{ ...cacao, p: null }]],
])('reports an answer that has %s as unreadable', async (_name, change) => {
  const { remote, store, wallet } = await openPage()
  rewrite(wallet, change)
  signsIn(wallet).catch(() => {})
  const { uri, settled } = await remote.pair()
  await wallet.pair({ uri })
  await expect(settled).rejects.toMatchObject({
    code: 'SIWX_ANSWER_UNREADABLE',
    message: 'What the wallet signed can not be read',
  })
  expect(store.get(signInSessionsAtom)).toEqual({})
})

test('connects if the wallet answers after the sign-in message expired, and then requires another signature', async () => {
  const { remote, store, wallet, routes } = await openPage({ lateMs: 600_000 })
  signsIn(wallet).catch(() => {})
  const { uri, settled } = await remote.pair()
  await wallet.pair({ uri })
  await settled
  expect(routes).toEqual(['nonce', 'authenticate'])
  expect(store.get(signInSessionsAtom)).toEqual({})
  expect(await remote.adopt()).toMatchObject({ account: { caipAddress } })
})

test('if the pairing was aborted, a wallet that still answers its code gets no session', async () => {
  const { remote, store, wallet } = await openPage()
  signsIn(wallet).catch(() => {})
  const { uri, settled, end } = await remote.pair()
  const left = ended(wallet)
  end()
  await expect(settled).rejects.toMatchObject({ code: 'PAIRING_EXPIRED' })
  await wallet.pair({ uri })
  await left
  expect(store.get(signInSessionsAtom)).toEqual({})
})

test('stores a sign-in session only for the account that signed', async () => {
  const { remote, store, wallet } = await openPage()
  // The wallet kit sends this sign-in of another account, since it only checks that text and signature belong together.
  signsIn(wallet, { account: other.address, sign: other.sign }).catch(() => {})
  const { uri, settled } = await remote.pair()
  await wallet.pair({ uri })
  await settled
  expect(Object.keys(store.get(signInSessionsAtom))).toEqual([`eip155:1:${other.address}`])
  expect(await remote.adopt()).toMatchObject({ account: { caipAddress: `eip155:1:${other.address}` } })
})
