import { base58, hex } from '@scure/base'
import { expect, test } from 'vitest'
import {
  addEd25519Order,
  changeBase64Signature,
  mirrorBip137,
  mirrorCompactSignature,
  mirrorEvmSignature,
  mirrorP2wpkhWitness,
  signatureBytes,
} from '../../test/mangle.ts'
import { answerRpcResult, startRpcNode } from '../../test/rpcNode.ts'
import {
  bitcoinSigner,
  bitcoinTestAddresses,
  cosmosSigner,
  evmSigner,
  polkadotSigner,
  signAdr36Document,
  solanaSigner,
} from '../../test/signers.ts'
import { makeSignInSite, signerAccount, signInNetworks, type TestSigner, writeSignInMessage } from '../../test/siwx.ts'
import { type SignInErrorCode, signInErrors } from './signInErrors.ts'

type Fields = Parameters<typeof writeSignInMessage>[1]
type Case = {
  signer?: TestSigner
  /** Overrides fields of the message before it is signed. */
  fields?: Fields
  text?: (message: string) => string
  /** Changes the text of the message after it was signed. */
  changed?: (message: string) => string
  signature?: (signature: string) => string
  caipAddress?: string
  data?: object
}

const first = (site: string) => ({ fields: { first: `${site} wants you to sign in with your Ethereum account:` } })
const uri = (value: string) => ({ fields: { uri: value } })
const more = (...lines: string[]) => ({ fields: { more: lines } })
const account = (signer: TestSigner, caipNetworkId: string) => ({ ...signer, caipNetworkId })
const shifted = (ms: number) => new Date(Date.now() + ms).toISOString()

const base58Changed = (change: (bytes: Uint8Array) => Uint8Array) => (signature: string) =>
  base58.encode(change(base58.decode(signature)))
const hexChanged = (change: (bytes: Uint8Array) => Uint8Array) => (signature: string) =>
  `0x${hex.encode(change(signatureBytes(signature)))}`
const set = (index: number, value: number) => (bytes: Uint8Array) => bytes.with(index, value)

const wrapped6492 = `${'00'.repeat(31)}01`.padEnd(64, '0')

const cases: [string, SignInErrorCode, Case][] = [
  ['a message for another site', 'SIWX_DOMAIN_MISMATCH', first('evil.example')],
  ['a subdomain of the site', 'SIWX_DOMAIN_MISMATCH', first('www.shop.example')],
  ['the parent domain of the site', 'SIWX_DOMAIN_MISMATCH', first('example')],
  ['a domain that begins like the site', 'SIWX_DOMAIN_MISMATCH', first('shop.example.evil.example')],
  ['a domain with a port', 'SIWX_DOMAIN_MISMATCH', first('shop.example:8443')],
  ['a domain with the default port', 'SIWX_DOMAIN_MISMATCH', first('shop.example:443')],
  ['a domain in capitals', 'SIWX_DOMAIN_MISMATCH', first('SHOP.example')],
  ['a domain with a dot at its end', 'SIWX_DOMAIN_MISMATCH', first('shop.example.')],
  ['a user name before the host', 'SIWX_DOMAIN_MISMATCH', first('shop.example@evil.example')],
  ['another scheme before the domain', 'SIWX_DOMAIN_MISMATCH', first('http://shop.example')],
  ['a Cyrillic letter in the domain', 'SIWX_MESSAGE_INVALID', first('shоp.example')],
  ['a Cyrillic letter in punycode in the domain', 'SIWX_DOMAIN_MISMATCH', first('xn--shp-tlc.example')],
  ['a full-width letter in the domain', 'SIWX_MESSAGE_INVALID', first('ｓhop.example')],
  ['an invisible character in the domain', 'SIWX_MESSAGE_INVALID', first('shop\u200b.example')],
  ['a path after the domain', 'SIWX_MESSAGE_INVALID', first('shop.example/cart')],
  ['two spaces after the domain', 'SIWX_MESSAGE_INVALID', first('shop.example ')],

  ['a uri of another site', 'SIWX_URI_MISMATCH', uri('https://evil.example/')],
  ['a uri whose host begins like the site', 'SIWX_URI_MISMATCH', uri('https://shop.example.evil.example/')],
  ['a uri with the site as its user', 'SIWX_URI_MISMATCH', uri('https://shop.example@evil.example/')],
  ['a uri with a port', 'SIWX_URI_MISMATCH', uri('https://shop.example:8443/')],
  ['a uri without encryption', 'SIWX_URI_MISMATCH', uri('http://shop.example/')],
  ['a uri in capitals', 'SIWX_URI_MISMATCH', uri('https://SHOP.example/')],
  ['a javascript: uri', 'SIWX_URI_MISMATCH', uri('javascript:alert(1)')],
  ['a uri with a Cyrillic letter', 'SIWX_MESSAGE_INVALID', uri('https://shоp.example/')],
  ['a uri that is a path', 'SIWX_MESSAGE_INVALID', uri('/cart')],
  ['a uri with a space', 'SIWX_MESSAGE_INVALID', uri('https://shop.example/a b')],

  ['version 2', 'SIWX_MESSAGE_INVALID', { fields: { version: '2' } }],
  ['another chain', 'SIWX_CHAIN_MISMATCH', { fields: { chainId: '8453' } }],
  ['a chain in hex', 'SIWX_CHAIN_MISMATCH', { fields: { chainId: '0x1' } }],
  ['a chain with a zero in front', 'SIWX_CHAIN_MISMATCH', { fields: { chainId: '01' } }],
  ['a chain with its namespace', 'SIWX_CHAIN_MISMATCH', { fields: { chainId: 'eip155:1' } }],
  [
    'a message for one chain said to be for another',
    'SIWX_CHAIN_MISMATCH',
    { caipAddress: `eip155:8453:${evmSigner().address}` },
  ],
  [
    'a chain that the project does not have',
    'CHAIN_NOT_SUPPORTED',
    { caipAddress: `eip155:10:${evmSigner().address}` },
  ],
  ['a namespace that there is not', 'INVALID_CAIP_ADDRESS', { caipAddress: `evm:1:${evmSigner().address}` }],
  ['no CAIP-10', 'INVALID_CAIP_ADDRESS', { caipAddress: evmSigner().address }],
  [
    'a name of every object as namespace',
    'INVALID_CAIP_ADDRESS',
    { caipAddress: `__proto__:1:${evmSigner().address}` },
  ],

  ['another account in the message', 'SIWX_ADDRESS_MISMATCH', { fields: { address: evmSigner(8).address } }],
  [
    'a `caipAddress` that differs from the message',
    'SIWX_ADDRESS_MISMATCH',
    { caipAddress: signerAccount(evmSigner(8)) },
  ],
  [
    'a lower-case address in the message',
    'SIWX_ADDRESS_MISMATCH',
    { fields: { address: evmSigner().address.toLowerCase() } },
  ],
  [
    'a lower-case address',
    'INVALID_ADDRESS',
    { signer: { ...evmSigner(), address: evmSigner().address.toLowerCase() } },
  ],
  [
    'an address without its 0x',
    'INVALID_ADDRESS',
    { signer: { ...evmSigner(), address: evmSigner().address.slice(2) } },
  ],

  ['a nonce that the visitor made up', 'SIWX_NONCE_INVALID', { fields: { nonce: 'abcdefgh12345678' } }],
  [
    'a made-up nonce with valid characters',
    'SIWX_NONCE_INVALID',
    { fields: { nonce: base58.encode(new Uint8Array(24).fill(9)) } },
  ],
  ['a nonce that is too short', 'SIWX_MESSAGE_INVALID', { fields: { nonce: 'abc' } }],
  ['a nonce of other characters', 'SIWX_MESSAGE_INVALID', { fields: { nonce: 'abcdefgh-1234567' } }],

  ['a message that is dated tomorrow', 'SIWX_NOT_YET_VALID', { fields: { issuedAt: shifted(24 * 3_600_000) } }],
  ['a message that is dated in two minutes', 'SIWX_NOT_YET_VALID', { fields: { issuedAt: shifted(120_000) } }],
  ['a message that is dated yesterday', 'SIWX_EXPIRED', { fields: { issuedAt: shifted(-24 * 3_600_000) } }],
  ['a date that is no timestamp', 'SIWX_MESSAGE_INVALID', { fields: { issuedAt: 'yesterday' } }],
  ['a date on 30 February', 'SIWX_MESSAGE_INVALID', { fields: { issuedAt: '2026-02-30T00:00:00Z' } }],
  ['a time of 24:00', 'SIWX_MESSAGE_INVALID', { fields: { issuedAt: '2026-02-20T24:00:00Z' } }],
  ['a timestamp without a time zone', 'SIWX_MESSAGE_INVALID', { fields: { issuedAt: '2026-01-01T00:00:00' } }],
  ['an expired message', 'SIWX_EXPIRED', more(`Expiration Time: ${shifted(-1_000)}`)],
  [
    'a message that expired an hour ago, in another time zone',
    'SIWX_EXPIRED',
    more(`Expiration Time: ${shifted(3_600_000).replace('Z', '+02:00')}`),
  ],
  ['a message that is not valid yet', 'SIWX_NOT_YET_VALID', more(`Not Before: ${shifted(60_000)}`)],
  ['a request id with a space', 'SIWX_MESSAGE_INVALID', more('Request ID: a b')],
  ['a resource that is no uri', 'SIWX_MESSAGE_INVALID', more('Resources:', '- terms')],
  ['an empty list of resources', 'SIWX_MESSAGE_INVALID', more('Resources:')],
  ['a resource without its dash', 'SIWX_MESSAGE_INVALID', more('Resources:', 'https://shop.example/terms')],
  ['a `data` field that differs from the message', 'SIWX_DATA_MISMATCH', { data: { requestId: 'order-7' } }],

  ['an additional line', 'SIWX_MESSAGE_INVALID', more('', 'I also agree to pay')],
  ['a line break at the end', 'SIWX_MESSAGE_INVALID', { text: (message) => `${message}\n` }],
  ['Windows line breaks', 'SIWX_MESSAGE_INVALID', { text: (message) => message.replaceAll('\n', '\r\n') }],
  ['a Unicode line separator', 'SIWX_MESSAGE_INVALID', { text: (message) => message.replace('\nURI', '\u2028URI') }],
  [
    'a field twice',
    'SIWX_MESSAGE_INVALID',
    { text: (message) => message.replace('Version: 1', 'Version: 1\nVersion: 1') },
  ],
  [
    'fields in another order',
    'SIWX_MESSAGE_INVALID',
    { text: (message) => message.replace(/(Version: 1)\n(Chain ID: 1)/, '$2\n$1') },
  ],
  ['a field name in lower case', 'SIWX_MESSAGE_INVALID', { text: (message) => message.replace('Nonce:', 'nonce:') }],
  ['no nonce', 'SIWX_MESSAGE_INVALID', { text: (message) => message.replace(/Nonce: .*\n/, '') }],
  ['no issue time', 'SIWX_MESSAGE_INVALID', { text: (message) => message.replace(/\nIssued At: .*/, '') }],
  [
    'a space after a field',
    'SIWX_MESSAGE_INVALID',
    { text: (message) => message.replace('Version: 1', 'Version: 1 ') },
  ],
  [
    'no empty line before the statement',
    'SIWX_MESSAGE_INVALID',
    { text: (message) => message.replace('\n\nSign', '\nSign') },
  ],
  ['a statement of two lines', 'SIWX_MESSAGE_INVALID', { fields: { statement: 'Sign in\nURI: https://evil.example' } }],
  [
    'a statement with a bidi control character',
    'SIWX_MESSAGE_INVALID',
    { fields: { statement: 'Sign in \u202eelpmaxe.live' } },
  ],
  ['a statement with characters that EIP-4361 forbids', 'SIWX_MESSAGE_INVALID', { fields: { statement: 'Déjà vu' } }],
  [
    'another chain name in the first line',
    'SIWX_MESSAGE_INVALID',
    { text: (message) => message.replace('Ethereum', 'Base') },
  ],
  ['a byte order mark in front', 'SIWX_MESSAGE_INVALID', { text: (message) => `\ufeff${message}` }],
  ['a text in front', 'SIWX_MESSAGE_INVALID', { text: (message) => `Hello!\n${message}` }],

  [
    'a statement changed afterwards',
    'SIWX_SIGNATURE_INVALID',
    { changed: (message) => message.replace('Sign in to', 'Visit') },
  ],
  ['a signature of another account', 'SIWX_SIGNATURE_INVALID', { signer: { ...evmSigner(), sign: evmSigner(8).sign } }],
  ['a mirrored signature', 'SIWX_SIGNATURE_INVALID', { signature: mirrorEvmSignature }],
  ['a signature that ends too early', 'SIWX_SIGNATURE_INVALID', { signature: (signature) => signature.slice(0, -2) }],
  ['a signature with an additional byte', 'SIWX_SIGNATURE_INVALID', { signature: (signature) => `${signature}00` }],
  [
    'a signature that ends in half a byte',
    'SIWX_SIGNATURE_INVALID',
    { signature: (signature) => signature.slice(0, -1) },
  ],
  ['an empty hex signature', 'SIWX_SIGNATURE_INVALID', { signature: () => '0x' }],
  ['no signature', 'INVALID_INPUT', { signature: () => '' }],
  ['a signature of zeros', 'SIWX_SIGNATURE_INVALID', { signature: () => `0x${'00'.repeat(65)}` }],
  ['a signature that is no hex', 'SIWX_SIGNATURE_INVALID', { signature: (signature) => signature.replace('0x', '0X') }],
  ['a signature with an invalid v', 'SIWX_SIGNATURE_INVALID', { signature: hexChanged(set(64, 29)) }],
  [
    'an ERC-6492 signature that the contract rejects',
    'SIWX_SIGNATURE_INVALID',
    { signature: (signature) => `${signature}${wrapped6492}${'6492'.repeat(16)}` },
  ],

  [
    'Solana: a signature of another account',
    'SIWX_SIGNATURE_INVALID',
    { signer: { ...solanaSigner(), sign: solanaSigner(8).sign } },
  ],
  [
    'Solana: a signature with L added',
    'SIWX_SIGNATURE_INVALID',
    { signer: solanaSigner(), signature: base58Changed(addEd25519Order) },
  ],
  [
    'Solana: a key of small order, for which anyone can sign',
    'SIWX_SIGNATURE_INVALID',
    {
      signer: { ...solanaSigner(), address: '1'.repeat(32) },
      signature: () => base58.encode(new Uint8Array(64).with(0, 1)),
    },
  ],
  [
    'Solana: a signature in hex',
    'SIWX_SIGNATURE_INVALID',
    { signer: solanaSigner(), signature: (signature) => hex.encode(base58.decode(signature)) },
  ],
  [
    'Solana: another cluster',
    'SIWX_CHAIN_MISMATCH',
    { signer: solanaSigner(), fields: { chainId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' } },
  ],
  [
    'Solana: an address that is too short',
    'INVALID_ADDRESS',
    { signer: { ...solanaSigner(), address: solanaSigner().address.slice(0, -6) } },
  ],
  [
    'Solana: a statement changed afterwards',
    'SIWX_SIGNATURE_INVALID',
    { signer: solanaSigner(), changed: (message) => message.replace('Sign in', 'Log in') },
  ],
  [
    'Solana: a statement in another Unicode normalisation',
    'SIWX_MESSAGE_INVALID',
    { signer: solanaSigner(), fields: { statement: 'De\u0301ja\u0300 vu' } },
  ],

  [
    'Bitcoin: another address of the same key',
    'SIWX_SIGNATURE_INVALID',
    { signer: { ...bitcoinSigner('p2tr'), sign: bitcoinSigner('p2wpkh').sign } },
  ],
  [
    'Bitcoin: a statement changed afterwards',
    'SIWX_SIGNATURE_INVALID',
    { signer: bitcoinSigner('p2tr'), changed: (message) => message.replace('Sign in', 'Log in') },
  ],
  [
    'Bitcoin: a mirrored message signature',
    'SIWX_SIGNATURE_INVALID',
    {
      signer: bitcoinSigner('p2pkh'),
      signature: changeBase64Signature(mirrorBip137),
    },
  ],
  [
    'Bitcoin: a mirrored witness',
    'SIWX_SIGNATURE_INVALID',
    { signer: bitcoinSigner('p2wpkh'), signature: changeBase64Signature(mirrorP2wpkhWitness) },
  ],
  [
    'Bitcoin: a signature of a P2PKH address with the header byte of P2WPKH',
    'SIWX_SIGNATURE_INVALID',
    { signer: bitcoinSigner('p2pkh'), signature: changeBase64Signature((bytes) => bytes.with(0, (bytes[0] ?? 0) + 8)) },
  ],
  [
    'Bitcoin: an invalid header byte',
    'SIWX_SIGNATURE_INVALID',
    { signer: bitcoinSigner('p2pkh'), signature: changeBase64Signature(set(0, 26)) },
  ],
  [
    'Bitcoin: a signature with an invalid sighash type',
    'SIWX_SIGNATURE_INVALID',
    { signer: bitcoinSigner('p2tr'), signature: changeBase64Signature((bytes) => bytes.with(bytes.length - 1, 2)) },
  ],
  [
    'Bitcoin: a witness with one more part',
    'SIWX_SIGNATURE_INVALID',
    {
      signer: bitcoinSigner('p2wpkh'),
      signature: changeBase64Signature((bytes) => new Uint8Array([3, ...bytes.slice(1), 1, 0])),
    },
  ],
  [
    'Bitcoin: a witness with bytes behind it',
    'SIWX_SIGNATURE_INVALID',
    { signer: bitcoinSigner('p2wpkh'), signature: changeBase64Signature((bytes) => new Uint8Array([...bytes, 0])) },
  ],
  [
    'Bitcoin: an address of the test network',
    'INVALID_ADDRESS',
    { signer: { ...bitcoinSigner(), address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' } },
  ],
  [
    'Bitcoin: an address of the main network on the test network',
    'INVALID_ADDRESS',
    { signer: account(bitcoinSigner(), 'bip122:000000000933ea01ad0ee984209779ba') },
  ],
  [
    'Bitcoin: an address with a letter changed',
    'INVALID_ADDRESS',
    { signer: { ...bitcoinSigner(), address: bitcoinTestAddresses.p2wpkh.replace('9vza', '9vzq') } },
  ],

  [
    'Polkadot: a signature of another account',
    'SIWX_SIGNATURE_INVALID',
    { signer: { ...polkadotSigner(), sign: polkadotSigner('sr25519', 0, 8).sign } },
  ],
  [
    'Polkadot: a signature with the type byte of the other scheme',
    'SIWX_SIGNATURE_INVALID',
    { signer: polkadotSigner(), signature: (signature) => `0x00${signature.slice(2)}` },
  ],
  [
    'Polkadot: an sr25519 signature without its marker bit',
    'SIWX_SIGNATURE_INVALID',
    { signer: polkadotSigner(), signature: hexChanged((bytes) => bytes.with(63, (bytes[63] ?? 0) & 0x7f)) },
  ],
  [
    'Polkadot: an Ed25519 signature with L added',
    'SIWX_SIGNATURE_INVALID',
    { signer: polkadotSigner('ed25519'), signature: hexChanged(addEd25519Order) },
  ],
  [
    'Polkadot: a statement changed afterwards',
    'SIWX_SIGNATURE_INVALID',
    { signer: polkadotSigner(), changed: (message) => message.replace('Sign in', 'Log in') },
  ],
  ['Polkadot: an address of Kusama', 'INVALID_ADDRESS', { signer: polkadotSigner('sr25519', 2) }],
  [
    'Polkadot: an address with a letter changed',
    'INVALID_ADDRESS',
    {
      signer: {
        ...polkadotSigner(),
        address: polkadotSigner().address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      },
    },
  ],

  [
    'Cosmos: a signature of another account',
    'SIWX_SIGNATURE_INVALID',
    { signer: { ...cosmosSigner(), sign: cosmosSigner('other').sign } },
  ],
  [
    'Cosmos: a mirrored signature',
    'SIWX_SIGNATURE_INVALID',
    {
      signer: cosmosSigner(),
      signature: changeBase64Signature(mirrorCompactSignature),
    },
  ],
  [
    'Cosmos: a signature with a recovery id',
    'SIWX_SIGNATURE_INVALID',
    { signer: cosmosSigner(), signature: changeBase64Signature((bytes) => new Uint8Array([...bytes, 0])) },
  ],
  [
    'Cosmos: a signed document that a chain would accept as a transaction',
    'SIWX_SIGNATURE_INVALID',
    { signer: { ...cosmosSigner(), sign: (message) => signAdr36Document(message, { chain_id: 'cosmoshub-4' }) } },
  ],
  [
    'Cosmos: a document that names another signer',
    'SIWX_SIGNATURE_INVALID',
    {
      signer: {
        ...cosmosSigner(),
        sign: (message) =>
          signAdr36Document(message, {
            msgs: [{ type: 'sign/MsgSignData', value: { signer: cosmosSigner('other').address, data: btoa(message) } }],
          }),
      },
    },
  ],
  ['Cosmos: an address of another chain', 'INVALID_ADDRESS', { signer: account(cosmosSigner(), 'cosmos:osmosis-1') }],
]

/** Makes a server with one site, whose RPC node rejects every contract signature. */
const makeStrictSite = async () => {
  const node = await startRpcNode(answerRpcResult('0x00'))
  const evmNetworks = ['eip155:1', 'eip155:8453'].map((id) => ({ id, privateRpcUrls: [node.url] }))
  return makeSignInSite({}, [
    ...evmNetworks,
    ...signInNetworks.filter((entry) => !JSON.stringify(entry).includes('eip155')),
  ])
}

test('the list of tampered sign-ins has more than 100 cases and no duplicate', () => {
  expect(cases.length).toBeGreaterThan(100)
  expect(new Set(cases.map(([name]) => name)).size).toBe(cases.length)
})

test.each(cases)(
  'refuses a sign-in with %s: %s',
  async (_, code, { signer = evmSigner(), fields, text, changed, signature, caipAddress, data }) => {
    const site = await makeStrictSite()
    const plain = writeSignInMessage(signer, { nonce: await site.nonce(), ...fields })
    const message = text ? text(plain) : plain
    const signed = await signer.sign(message)
    const response = await site.post({
      message: changed ? changed(message) : message,
      signature: signature ? signature(signed) : signed,
      caipAddress: caipAddress ?? signerAccount(signer),
      ...(data && { data }),
    })
    const json = await response.json()
    expect(json).toEqual({
      status: 'FAILED',
      reasons: [{ field: expect.any(String), description: signInErrors[code].short, code }],
    })
    expect(response.status).toBeGreaterThanOrEqual(400)
  },
)
