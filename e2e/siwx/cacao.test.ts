import type { AuthTypes } from '@walletconnect/types'
import { createRecap, encodeRecap, formatMessage } from '@walletconnect/utils'
import { expect, test } from 'vitest'
import { answerRpcResult, startRpcNode } from '../../server/test/rpcNode.ts'
import { evmSigner } from '../../server/test/signers.ts'
import { makeSignInSite } from '../../server/test/siwx.ts'

/**
 * Sends the signature of a connecting wallet (CAIP-74) directly to the server, without the frame's checks.
 * WalletConnect's own packages build the text.
 */
const [signer, other] = [evmSigner(), evmSigner(8)]
const methods = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']
const recap = encodeRecap(createRecap('eip155', 'request', methods, { chains: ['eip155:1', 'eip155:8453'] }))

type Case = {
  change?: Partial<AuthTypes.CacaoPayload>
  /** The account that claims to have signed, if it differs from the account in the text. */
  account?: string
  chain?: string
  sign?: (text: string) => string | Promise<string>
  contractSays?: '0x00' | '0x01'
}
const signIn = async ({ change, account = signer.address, chain = 'eip155:1', sign, contractSays = '0x00' }: Case) => {
  const node = await startRpcNode(answerRpcResult(contractSays))
  const site = await makeSignInSite(
    {},
    ['eip155:1', 'eip155:8453'].map((id) => ({ id, privateRpcUrls: [node.url] })),
  )
  const payload: AuthTypes.CacaoPayload = {
    iss: `did:pkh:eip155:1:${signer.address}`,
    aud: 'https://shop.example',
    domain: 'shop.example',
    version: '1',
    nonce: await site.nonce(),
    iat: new Date().toISOString(),
    resources: [recap],
    ...change,
  }
  const message = formatMessage(payload as never, payload.iss)
  const signature = await (sign ?? signer.sign)(message)
  const send = () => site.post({ message, signature, caipAddress: `${chain}:${account}` })
  const answers = [await (await send()).json(), await (await send()).json()]
  const [first, second] = answers.map(({ token, reasons }) => (token ? 'in' : reasons[0].code))
  return { first, second, message }
}

test('signs in once with a text that contains the site’s permissions', async () => {
  const { first, second, message } = await signIn({})
  expect(message).toContain('I further authorize the stated URI to perform the following actions on my behalf: (1)')
  expect([first, second]).toEqual(['in', 'SIWX_NONCE_INVALID'])
})

test.each<[code: string, name: string, Case]>([
  ['SIWX_SIGNATURE_INVALID', 'somebody else’s signature', { sign: other.sign }],
  ['SIWX_SIGNATURE_INVALID', 'a signature of another text', { sign: () => signer.sign('hello') }],
  ['SIWX_SIGNATURE_INVALID', 'no signature at all', { sign: () => '0x' }],
  ['SIWX_SIGNATURE_INVALID', 'a contract that rejects it', { sign: () => '0x1234' }],
  ['SIWX_ADDRESS_MISMATCH', 'another account in the text', { change: { iss: `did:pkh:eip155:1:${other.address}` } }],
  ['SIWX_ADDRESS_MISMATCH', 'another account beside the text', { account: other.address }],
  ['SIWX_CHAIN_MISMATCH', 'another network in the text', { change: { iss: `did:pkh:eip155:8453:${signer.address}` } }],
  ['SIWX_CHAIN_MISMATCH', 'another network beside the text', { chain: 'eip155:8453' }],
  ['SIWX_DOMAIN_MISMATCH', 'another site', { change: { domain: 'evil.example' } }],
  ['SIWX_URI_MISMATCH', 'another address', { change: { aud: 'https://shop.example.evil' } }],
  ['SIWX_NONCE_INVALID', 'a nonce that the server did not issue', { change: { nonce: 'anotherNonce12345' } }],
  ['SIWX_EXPIRED', 'an expiration time in the past', { change: { exp: '2020-01-01T00:00:00Z' } }],
  ['SIWX_NOT_YET_VALID', 'a start time in the future', { change: { nbf: '2099-01-01T00:00:00Z' } }],
  ['SIWX_MESSAGE_INVALID', 'a line break in a field', { change: { requestId: 'a\nNonce: b' } }],
])('reports %s for %s', async (code, _name, given) => {
  const { first, second } = await signIn(given)
  expect(first).toBe(code)
  expect(second).not.toBe('in')
})

test('signs in a contract account if its contract accepts the signature', async () => {
  expect(await signIn({ sign: () => '0x1234', contractSays: '0x01' })).toMatchObject({ first: 'in' })
})
