import { expect, test } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import { readSiteMessage } from './siteMessage.ts'

const address = '0x7a0b2c4d6e8f00112233445566778899aa0c36ef'
const [network] = sampleBootstrap.networks
if (!network) throw new Error('A project without a network')
const expectedFields = { hostOrigin: 'https://shop.example', network, address, nonce: 'abcdefgh' }

const lines = [
  'shop.example wants you to sign in with your Ethereum account:',
  address,
  '',
  'Two lines',
  'of the site.',
  '',
  'URI: https://shop.example/account',
  'Version: 1',
  'Chain ID: eip155:1',
  'Nonce: abcdefgh',
  'Issued At: 2026-11-21T10:00:00Z',
  'Resources:',
  '- https://shop.example/terms',
]
const text = lines.join('\n')

test('reads every field of a sign-in message in the usual formats', () => {
  const data = {
    domain: 'shop.example',
    accountAddress: address,
    statement: 'Two lines\nof the site.',
    uri: 'https://shop.example/account',
    version: '1',
    chainId: 'eip155:1',
    nonce: 'abcdefgh',
    issuedAt: '2026-11-21T10:00:00Z',
    resources: ['https://shop.example/terms'],
  }
  expect(readSiteMessage(text, expectedFields)).toEqual(data)
  const plain = text
    .replace('Chain ID: eip155:1', 'Chain ID: 1')
    .replace('shop.example wants', 'https://shop.example wants')
  expect(readSiteMessage(plain.replace('Ethereum', 'Base Sepolia'), expectedFields)).toEqual(data)
  expect(readSiteMessage(text.replaceAll('0x7a0b2c4d', '0x7A0B2C4D'), expectedFields)).toMatchObject({
    chainId: 'eip155:1',
  })
  expect(readSiteMessage(text, { ...expectedFields, nonce: undefined })).toEqual(data)
})

test.each([
  ['SIWX_DOMAIN_MISMATCH', 'shop.example wants', 'bank.example wants'],
  ['SIWX_DOMAIN_MISMATCH', 'shop.example wants', 'shop.example.evil wants'],
  ['SIWX_DOMAIN_MISMATCH', 'shop.example wants', 'http://shop.example wants'],
  ['SIWX_DOMAIN_MISMATCH', 'shop.example wants', 'shop.example:444 wants'],
  ['SIWX_DOMAIN_MISMATCH', 'shop.example wants', 'shоp.example wants'],
  ['SIWX_ADDRESS_MISMATCH', address, '0x0000000000000000000000000000000000000001'],
  ['SIWX_URI_MISMATCH', 'URI: https://shop.example/', 'URI: https://bank.example/'],
  ['SIWX_URI_MISMATCH', 'URI: https://shop.example/', 'URI: https://shop.example.evil/'],
  ['SIWX_URI_MISMATCH', 'URI: https://shop.example/', 'URI: https://shop.example@evil/'],
  ['SIWX_CHAIN_MISMATCH', 'Chain ID: eip155:1', 'Chain ID: eip155:10'],
  ['SIWX_CHAIN_MISMATCH', 'Chain ID: eip155:1', 'Chain ID: solana:1'],
  ['SIWX_MESSAGE_INVALID', 'Nonce: abcdefgh', 'Nonce: another1'],
  ['SIWX_MESSAGE_INVALID', 'Nonce: abcdefgh\n', ''],
  ['SIWX_MESSAGE_INVALID', 'Nonce: abcdefgh', 'Nonce: abcdefgh\nNonce: abcdefgh'],
  ['SIWX_MESSAGE_INVALID', 'Version: 1', 'Version: 1\nI also give away my house'],
  ['SIWX_MESSAGE_INVALID', '2026-11-21T10:00:00Z', 'today'],
  ['SIWX_MESSAGE_INVALID', 'of the site.', 'of the\u202esite.'],
  ['SIWX_MESSAGE_INVALID', 'of the site.', 'of the\u0000site.'],
  ['SIWX_MESSAGE_INVALID', 'of the site.', 'x'.repeat(9_000)],
  ['SIWX_MESSAGE_INVALID', ' wants you to sign in', ' gives you money'],
])('throws %s for a message of the site in which %j becomes %j', (code, from, to) => {
  expect(text).toContain(from)
  expect(() => readSiteMessage(text.replace(from, to), expectedFields)).toThrow(expect.objectContaining({ code }))
})

test.each(['', 'undefined', 'null', '[object Object]', '0x1234', '\n\n\n'])(
  'rejects the text %j, which is no sign-in message',
  (rubbish) =>
    expect(() => readSiteMessage(rubbish, expectedFields)).toThrow(
      expect.objectContaining({ code: 'SIWX_MESSAGE_INVALID' }),
    ),
)
