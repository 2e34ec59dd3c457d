import { formatSiwxMessage } from '@appkit-frame/loader/protocol/siwx/siwxText.ts'
import { describe, expect, test } from 'vitest'
import { readMessage } from './solana/transaction.ts'
import { type MessageContext, readTextMessage } from './textMessage.ts'

const account = '0x1111111111111111111111111111111111111111'
const network = { caipNetworkId: 'eip155:1', name: 'Ethereum' } as const
const asker: MessageContext = {
  host: 'https://shop.example',
  account,
  network,
  isTransaction: (bytes) => readMessage(bytes) !== null,
  now: Date.parse('2026-11-21T12:00:00Z'),
}
const read = (text: string | Uint8Array, more: Partial<MessageContext> = {}) =>
  readTextMessage(typeof text === 'string' ? new TextEncoder().encode(text) : text, { ...asker, ...more })
const signIn = (changes: object = {}) =>
  formatSiwxMessage(
    {
      domain: 'shop.example',
      accountAddress: account,
      chainId: 'eip155:1',
      uri: 'https://shop.example/login',
      version: '1',
      nonce: 'abcdefgh12',
      issuedAt: '2026-11-21T11:59:00Z',
      ...changes,
    },
    network,
  )
const refusal = (code: string) => expect.objectContaining({ code })

test('keeps a readable message unchanged', () => {
  expect(read('I agree.\n\nVersion 4')).toEqual({ text: 'I agree.\n\nVersion 4', signIn: null, keyOf: null })
})

describe('sign-in messages', () => {
  test.each([
    ['without a scheme', signIn()],
    ['with its scheme', signIn({ scheme: 'https' })],
    ['with its domain in capital letters', signIn({ domain: 'SHOP.example' })],
    ["with the scheme's usual port", signIn({ domain: 'shop.example:443' })],
    ['that ends in a second', signIn({ expirationTime: '2026-11-21T12:00:01Z' })],
    ['that began this second', signIn({ notBefore: '2026-11-21T12:00:00Z' })],
    ['for the account in lower case', signIn({ accountAddress: account.toLowerCase() })],
  ])('accepts a sign-in to the site that asks, %s', (_name, text) => {
    expect(read(text).signIn?.isOwn).toBe(true)
  })

  test.each([
    ['the URI of an API', signIn({ uri: 'https://api.shop.example/v1' })],
    ['the URI of a key', signIn({ uri: 'did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH' })],
    ['the URI of another port', signIn({ uri: 'https://shop.example:8443/' })],
    ['another network', signIn().replace('Chain ID: 1', 'Chain ID: 5')],
    ['an end in the past', signIn({ expirationTime: '2026-11-21T12:00:00Z' })],
    ['a start in the future', signIn({ notBefore: '2026-11-21T12:00:01Z' })],
  ])('takes a sign-in with %s for an ordinary message, and keeps its fields', (_name, text) => {
    expect(read(text).signIn).toMatchObject({ isOwn: false, message: { domain: 'shop.example' } })
  })

  test('takes a loose form of the sign-in text for an ordinary message', () => {
    expect(read('shop.example wants you to sign in with your Ethereum account:\nwhatever').signIn).toBeNull()
  })

  test.each([
    ['another domain', signIn({ domain: 'bank.example' })],
    ['a longer domain', signIn({ domain: 'shop.example.evil.example' })],
    ['a user before the domain', signIn({ domain: 'shop.example@evil.example' })],
    ['the domain as a user', signIn({ domain: 'evil.example@shop.example' })],
    ['another port', signIn({ domain: 'shop.example:8443' })],
    ['another scheme', signIn({ scheme: 'http' })],
    ['a loose form of the standard text', 'bank.example wants you to  sign in with your Ethereum account:\nwhatever'],
    ['capital letters', 'bank.example WANTS YOU TO SIGN IN WITH YOUR account'],
    ['words before the standard text', `Hello!\n${signIn()}`],
    ['a second sign-in after the first', `${signIn()}\n${signIn({ domain: 'bank.example' })}`],
    ['a second sign-in to the same site', `${signIn()}\n\n${signIn()}`],
    ['invisible characters in the standard words', signIn({ domain: 'bank.example' }).replace('sign', 's\u200bign')],
    ['wide letters in the standard words', signIn({ domain: 'bank.example' }).replace('wants', 'ｗants')],
    ['a path in the domain', 'shop.example/a wants you to sign in with your Ethereum account:'],
  ])('refuses a sign-in message with %s', (_name, text) => {
    expect(() => read(text)).toThrow(refusal('WRONG_SITE_MESSAGE'))
  })

  test('refuses a sign-in for another account', () => {
    expect(() => read(signIn({ accountAddress: `0x${'2'.repeat(40)}` }))).toThrow(refusal('FOREIGN_ACCOUNT'))
  })

  test.each([
    ['OpenSea', 'opensea.io', 'Welcome to OpenSea!\n\nClick to sign in.\n\nNonce:\n42'],
    ['Blur', 'blur.io', 'Sign in to Blur\n\nChallenge: 42'],
  ])('refuses the login text of %s asked by another site', (_name, site, text) => {
    expect(() => read(text)).toThrow(refusal('WRONG_SITE_MESSAGE'))
    expect(() => read(text, { host: `https://${site}.evil.example` })).toThrow(refusal('WRONG_SITE_MESSAGE'))
    expect(() => read(text, { host: `https://not${site}` })).toThrow(refusal('WRONG_SITE_MESSAGE'))
    expect(read(text, { host: `https://${site}` }).signIn).toBeNull()
    expect(read(text, { host: `https://testnets.${site}` }).text).toBe(text)
  })
})

describe('texts from which a protocol makes a key', () => {
  const texts: [string, string, string][] = [
    ['zkSync', 'lite.zksync.io', 'Access zkSync account.\n\nOnly sign this message for a trusted client!'],
    ['zkSync', 'zksync.io', 'Access zkSync account.\n\nOnly sign this message for a trusted client!\nChain ID: 5.'],
    [
      'Loopring',
      'loopring.io',
      'Sign this message to access Loopring Exchange: 0x0BABA1Ad5bE3a5C0a66E7ac838a129Bf948f1eA4 with key nonce: 0',
    ],
    ['Immutable X', 'market.immutable.com', 'Only sign this request if you’ve initiated an action with Immutable X.'],
    ['rhino.fi', 'app.rhino.fi', 'Only sign this request if you’ve initiated an action with DeversiFi.'],
    [
      'ApeX',
      'pro.apex.exchange',
      'name: ApeX\nversion: 1.0\nenvId: 1\naction: L2 Key\nonlySignOn: https://pro.apex.exchange',
    ],
    [
      'edgeX',
      'pro.edgex.exchange',
      'name: edgeX\nenvId: mainnet\naction: L2 Key\nonlySignOn: https://pro.edgex.exchange\nclientAccountId: main',
    ],
    ['edgeX', 'pro.edgex.exchange', 'action: edgeX Onboard\nonlySignOn: https://pro.edgex.exchange'],
    [
      'zkLink',
      'app.zk.link',
      "Sign this message to create a key to interact with zkLink's layer2 services.\nNOTE: This application is powered by zkLink protocol.\n\nOnly sign this message for a trusted client!",
    ],
    [
      'Umbra',
      'app.umbra.cash',
      'Sign this message to access your Umbra account.\n\nOnly sign this message for a trusted client!',
    ],
    [
      'Fluidkey',
      'app.fluidkey.com',
      `Sign this message to generate your Fluidkey private payment keys.\n\nWARNING: Only sign this message within a trusted website or platform to avoid loss of funds.\n\nSecret: ${'ab'.repeat(32)}`,
    ],
  ]
  test.each(texts)('names %s to a visitor of %s, and refuses the text anywhere else', (protocol, site, text) => {
    expect(read(text, { host: `https://${site}` }).keyOf).toBe(protocol)
    for (const host of [
      'https://shop.example',
      `https://${site}.evil.example`,
      `https://evil${site.split('.').slice(-2).join('.')}`,
      `http://${site}`,
    ])
      expect(() => read(text, { host })).toThrow(
        expect.objectContaining({ code: 'FOREIGN_KEY_MESSAGE', values: { protocol } }),
      )
    expect(() => read(`\u200b ${text.toUpperCase()}`)).toThrow(refusal('FOREIGN_KEY_MESSAGE'))
  })

  test('refuses a text of an unknown protocol that names its one site, anywhere else', () => {
    const text = 'Make a key\nonlySignOn: https://app.newdex.example'
    expect(() => read(text)).toThrow(
      expect.objectContaining({ code: 'FOREIGN_KEY_MESSAGE', values: { protocol: 'app.newdex.example' } }),
    )
    expect(read(text, { host: 'https://app.newdex.example' }).keyOf).toBe('app.newdex.example')
  })

  test('takes the usual warning of such texts for a key of the site that asks', () => {
    expect(read('Enter the vault.\n\nOnly sign this message on a trusted site!').keyOf).toBe('shop.example')
    expect(read('Only sign what you trust').keyOf).toBeNull()
  })
})

describe('messages that nobody can read', () => {
  const bytes = Uint8Array.from({ length: 64 }, (_, index) => (index * 37 + 201) % 256)
  const half = bytes.slice(0, 32)
  const hex = Buffer.from(half).toString('hex')
  const base64 = Buffer.from(half).toString('base64')
  test.each([
    ['32 bytes', new Uint8Array(32).fill(200)],
    ['32 bytes in hex', `0x${hex}`],
    ['32 bytes in hex without a prefix', hex],
    ['32 bytes in hex without a leading zero', hex.slice(1)],
    ['32 bytes in capital hex', `0X${hex.toUpperCase()}`],
    ['64 bytes in hex', Buffer.from(bytes).toString('hex')],
    ['hex in groups of four', hex.replace(/(.{4})/g, '$1 ')],
    ['hex with colons', hex.match(/../g)?.join(':') ?? ''],
    [
      'hex with a prefix for each byte',
      hex
        .match(/../g)
        ?.map((each) => `0x${each}`)
        .join(', ') ?? '',
    ],
    [
      'escaped hex',
      hex
        .match(/../g)
        ?.map((each) => `\\x${each}`)
        .join('') ?? '',
    ],
    [
      'percent-encoded hex',
      hex
        .match(/../g)
        ?.map((each) => `%${each}`)
        .join('') ?? '',
    ],
    ['hex in several lines', hex.replace(/(.{16})/g, '$1\n')],
    ['hex with invisible characters', hex.replace(/(.{8})/g, '$1\u200b')],
    ['wide hex digits', hex.replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
    ['hex in quotes', `"0x${hex}"`],
    ['hex in brackets', `[${hex}]`],
    ['hex behind the word hash', `hash: ${hex}`],
    ['hex behind several words', `Please sign this hash: 0x${hex}`],
    ['hex behind the name of a digest', `keccak256 = ${hex}`],
    ['a list of numbers', `[${[...half].join(', ')}]`],
    ['a list of numbers with spaces', [...half].join(' ')],
    ['a decimal number', BigInt(`0x${hex}`).toString()],
    ['bits', BigInt(`0x${hex}`).toString(2)],
    ['32 bytes in base58', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
    ['32 bytes in base64', base64],
    ['32 bytes in base64 without padding', base64.replace('=', '')],
    ['base64 without digits', 'AbCdEfGhIjKlMnOpQrStUvWxYzAbCdEfGhIjKlMnOpQ'],
    ['32 bytes in base64url', Buffer.from(half).toString('base64url')],
    ['64 bytes in base64', Buffer.from(bytes).toString('base64')],
    ['64 bytes in base64url', Buffer.from(bytes).toString('base64url')],
    ['64 bytes in base58', '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'],
    ['base64 in two lines', `${base64.slice(0, 22)}\n${base64.slice(22)}`],
    ['base64 behind the word sign', `sign: ${base64}`],
    ...[43, 46, 85, 90].map((length): [string, string] => [`${length} letters without a space`, 'a'.repeat(length)]),
    ['48 bytes in base64', Buffer.from(bytes.slice(0, 48)).toString('base64')],
    ['bytes that are not UTF-8', Uint8Array.of(0xff, 0xfe)],
    ['a control character', 'a\u0000b'],
    ['a control character of the second block', 'a\u0085b'],
    ['nothing', ''],
    ['only spaces', ' \n '],
    ['more than 65,536 characters', 'word '.repeat(14_000)],
  ])('refuses a message of %s', (_name, message) => {
    expect(() => read(message)).toThrow(refusal('BLIND_MESSAGE'))
  })

  test.each([
    ['a sentence of 32 letters', 'I agree to the terms of service.'],
    ['an address', account],
    ['a text with a hash in it', `I confirm the transaction 0x${hex} of yesterday`],
    ['a text with a nonce of 32 bytes', `Login to Shop\nNonce: 0x${hex}`],
    ...[42, 47, 84, 91].map((length): [string, string] => [`${length} letters without a space`, 'z'.repeat(length)]),
    ['a short hex number', '0xdeadbeef'],
    ['a UUID', '550e8400-e29b-41d4-a716-446655440000'],
    ['a long word', 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'],
    ['a sentence without spaces between 43 letters', 'These words have exactly the right number of letters'],
    ['a date and an amount', '2026-11-21 12:00:00 1,234,567.89'],
    ['a text in another script', 'Ich stimme zu. أوافق على الشروط. 同意します。'],
  ])('reads %s', (_name, text) => {
    expect(read(text).text).toBe(text)
  })
})

test('refuses a transaction disguised as a message', () => {
  const message = Uint8Array.from([
    1,
    0,
    1,
    2,
    ...new Uint8Array(64).fill(65),
    ...new Uint8Array(32).fill(66),
    1,
    1,
    1,
    0,
    1,
    65,
  ])
  expect(() => read(message)).toThrow(refusal('TRANSACTION_MESSAGE'))
})
