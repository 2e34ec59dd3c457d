import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ChainNamespace } from '@appkit-frame/loader/protocol/caip/namespaces.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { base58, base64, hex } from '@scure/base'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WalletRequest } from '../../frame-app/src/core/chains/adapter.ts'
import { adapters } from '../../frame-app/src/core/chains/index.ts'
import { createSiwxApi } from '../../frame-app/src/features/signIn/api.ts'
import { writeSiwxMessage } from '../../frame-app/src/features/signIn/siwxMessage.ts'
import { modalOrigin, shopOrigin } from '../../server/test/parts.ts'
import {
  bitcoinSigner,
  cosmosSigner,
  evmSigner,
  polkadotSigner,
  signAdr36Document,
  solanaSigner,
} from '../../server/test/signers.ts'
import { makeSignInSite, signerAccount, type TestSigner } from '../../server/test/siwx.ts'

/** The frame's sign-in steps against the server's app. Wallets answer in WalletConnect's formats. */
let site: Awaited<ReturnType<typeof makeSignInSite>>
beforeEach(async () => {
  site = await makeSignInSite()
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    site.app(`${modalOrigin}${path}`, { ...init, headers: { ...init.headers, Origin: modalOrigin } }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const api = (hostOrigin = shopOrigin) => createSiwxApi({ projectId: 'shop', hostOrigin })
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

type Answers = { [method: string]: (params: never, signer: TestSigner) => unknown }
const answers: Answers = {
  personal_sign: ([message]: [string], { sign }) => sign(text(hex.decode(message.slice(2)))),
  solana_signMessage: async ({ message }: { message: string }, { sign }) => ({
    signature: await sign(text(base58.decode(message))),
  }),
  signMessage: async ({ message }: { message: string }, { sign, address }) => ({
    address,
    signature: hex.encode(base64.decode(await sign(message))),
  }),
  polkadot_signMessage: async ({ message }: { message: string }, { sign }) => ({ signature: await sign(message) }),
  cosmos_signArbitrary: async ({ data }: { data: string }, { sign }) => ({ pub_key: {}, signature: await sign(data) }),
}

const network = ({ caipNetworkId, networkName }: TestSigner): Network => ({
  caipNetworkId,
  chainNamespace: caipNetworkId.split(':')[0] as ChainNamespace,
  id: caipNetworkId.split(':')[1] ?? '',
  name: networkName,
  nativeCurrency: { name: '', symbol: '', decimals: 8 },
})

const prepare = async (signer: TestSigner, hostOrigin = shopOrigin) => {
  const adapter = await adapters[network(signer).chainNamespace]()
  const address = await adapter.displayAddress(signer.address, network(signer))
  const proof = await api().nonce()
  return writeSiwxMessage({ hostOrigin, network: network(signer), address, ...proof })
}

const signIn = async (signer: TestSigner, own: Answers = {}) => {
  const message = await prepare(signer)
  const adapter = await adapters[network(signer).chainNamespace]()
  const request: WalletRequest = async ({ method, params }) =>
    ({ ...answers, ...own })[method]?.(params as never, signer)
  const signature = await adapter.signMessage(request, message.text, {
    address: signer.address,
    network: network(signer),
  })
  const caipAddress = signerAccount({ ...signer, address: message.data.accountAddress })
  const session = await api().authenticate({ message: message.text, signature, caipAddress, data: message.data })
  return { ...session, token: session.token ?? '' }
}

test.each([
  evmSigner(),
  solanaSigner(),
  bitcoinSigner('p2wpkh'),
  bitcoinSigner('p2tr'),
  bitcoinSigner('p2pkh'),
  polkadotSigner(),
  cosmosSigner(),
])('signs in an account of $networkName, confirms its session, and signs it out', async (signer) => {
  const session = await signIn(signer)
  expect(session.caipAddress).toBe(signerAccount(signer))
  expect(session.expiresAt).toBeGreaterThan(Date.now())
  const renewed = await api().me(session.token)
  expect(renewed.caipAddress).toBe(session.caipAddress)
  await api().signOut(renewed.token ?? '')
  await expect(api().me(renewed.token ?? '')).rejects.toMatchObject({ code: 'SIWX_SESSION_INVALID' })
})

test('signs in with the checksum address if the wallet reports its address in lower case', async () => {
  const signer = evmSigner()
  const session = await signIn({ ...signer, address: signer.address.toLowerCase() })
  expect(session.caipAddress).toBe(`eip155:1:${signer.address}`)
})

test('accepts an answer that is only the signature, and a Bitcoin signature in base64', async () => {
  const bare: Answers = { signMessage: ({ message }: { message: string }, { sign }) => sign(message) }
  expect(await signIn(bitcoinSigner(), bare)).toMatchObject({ token: expect.any(String) })
})

test('sends the ADR-36 document to Keplr, since WalletConnect has no method for its texts', async () => {
  const own: Answers = {
    cosmos_signArbitrary: () => {
      throw new AppError(commonErrors.UNSUPPORTED_METHOD)
    },
    cosmos_signAmino: async ({ signDoc }: { signDoc: { msgs: { value: { data: string } }[] } }) => ({
      signed: signDoc,
      signature: {
        signature: await signAdr36Document(text(base64.decode(signDoc.msgs[0]?.value.data ?? '')), signDoc),
      },
    }),
  }
  expect(await signIn(cosmosSigner(), own)).toMatchObject({ token: expect.any(String) })
})

test.each([null, {}, { signature: 7 }, { signature: 'no signature' }, ''])(
  "rejects the wallet's answer %j, which holds no signature",
  async (answer) => {
    const own: Answers = { personal_sign: () => answer }
    await expect(signIn(evmSigner(), own)).rejects.toMatchObject({ code: 'SIWX_SIGNATURE_INVALID' })
  },
)

test('reports a refusal of the server by its code', async () => {
  const signer = solanaSigner()
  const other = solanaSigner(8)
  await expect(signIn({ ...signer, sign: other.sign })).rejects.toMatchObject({ code: 'SIWX_SIGNATURE_INVALID' })
  const { text: message, data } = await prepare(signer)
  const body = { message, data, signature: await signer.sign(message), caipAddress: signerAccount(signer) }
  await api().authenticate(body)
  await expect(api().authenticate(body)).rejects.toMatchObject({ code: 'SIWX_NONCE_INVALID' })
})

test('refuses a message for another page of the project', async () => {
  const signer = evmSigner()
  const { text: message, data } = await prepare(signer, 'https://evil.example')
  const body = { message, data, signature: await signer.sign(message), caipAddress: signerAccount(signer) }
  await expect(api().authenticate(body)).rejects.toMatchObject({ code: 'SIWX_DOMAIN_MISMATCH' })
  await expect(api('https://evil.example').nonce()).rejects.toMatchObject({ code: 'ORIGIN_NOT_ALLOWED' })
})

test('refuses a token of another site', async () => {
  const { token } = await signIn(evmSigner())
  const answer = async () => Response.json({ token })
  vi.stubGlobal('fetch', answer)
  await expect(api('https://other.example').me(token)).rejects.toMatchObject({ code: 'SIWX_SESSION_INVALID' })
})

test('refuses a statement of several lines before the wallet signs', () => {
  const input = { hostOrigin: shopOrigin, network: network(evmSigner()), address: evmSigner().address }
  const proof = { nonce: 'abcdef12345', issuedAt: new Date().toISOString() }
  expect(() => writeSiwxMessage({ ...input, ...proof, statement: 'Hello\nURI: https://evil.example' })).toThrow()
  expect(writeSiwxMessage({ ...input, ...proof, statement: 'Hello' }).text).toContain('\n\nHello\n\nURI: ')
})
