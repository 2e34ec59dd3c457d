import { base58 } from '@scure/base'
import { toHex } from 'viem'
import { solanaAddress } from '../rpcScope.ts'
import { type CorpusRow, me, permission, statement } from './shape.ts'

/**
 * Messages: the examples of EIP-4361, ERC-5573 and Sign In With Solana with other sites and accounts, login texts, and
 * the published texts from which protocols make keys.
 */
export const textRow = (
  name: string,
  text: string,
  card: CorpusRow['card'],
  more: Partial<CorpusRow> = {},
): CorpusRow => ({
  ...{ name, method: 'personal_sign', params: [text, me], card },
  ...more,
})
const plain = statement('Sign a message')
const signedIn: CorpusRow['card'] = { title: 'Sign in to shop.example', kind: 'ownSignIn', effects: [] }

export const siwe = (more: { [field: string]: string } = {}): string => {
  const field = {
    domain: 'shop.example',
    account: me as string,
    statement: '\nSign in to Shop\n',
    uri: 'https://shop.example/login',
    chain: '1',
    nonce: '32891756',
    issued: '2026-11-21T09:40:00Z',
    rest: '',
    ...more,
  }
  return `${field.domain} wants you to sign in with your Ethereum account:\n${field.account}\n${field.statement}\nURI: ${field.uri}\nVersion: 1\nChain ID: ${field.chain}\nNonce: ${field.nonce}\nIssued At: ${field.issued}${field.rest}`
}
const resources =
  '\nResources:\n- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/\n- https://example.com/my-web2-claim.json'
const recap =
  '\nResources:\n- urn:recap:eyJhdHQiOnsiaHR0cHM6Ly9leGFtcGxlLmNvbSI6eyJleGFtcGxlL2FwcGVuZCI6W10sImV4YW1wbGUvcmVhZCI6W119fSwicHJmIjpbXX0'
const signIns: CorpusRow[] = [
  textRow('the minimal sign-in of EIP-4361', siwe({ statement: '\n' }), signedIn),
  textRow('a sign-in with a statement', siwe(), signedIn),
  textRow('a sign-in with a scheme', siwe({ domain: 'https://shop.example' }), signedIn),
  textRow('a sign-in with resources', siwe({ rest: resources }), signedIn),
  textRow('a sign-in with capabilities of ERC-5573', siwe({ rest: recap }), signedIn),
  textRow(
    'a sign-in with every field',
    siwe({
      rest: `\nExpiration Time: 2026-11-21T10:40:00Z\nNot Before: 2026-11-21T09:00:00Z\nRequest ID: 7${resources}`,
    }),
    signedIn,
  ),
  textRow('a sign-in with fractions of seconds', siwe({ issued: '2026-11-21T09:40:00.123Z' }), signedIn),
  textRow('a sign-in with a time zone', siwe({ issued: '2026-11-21T10:40:00+01:00' }), signedIn),
  textRow('a sign-in on Base', siwe({ chain: '8453' }), signedIn, { chain: 'eip155:8453' }),
  textRow(
    'a sign-in to a port of the development machine',
    siwe({ domain: 'localhost:3000', uri: 'http://localhost:3000' }),
    { ...signedIn, title: 'Sign in to localhost:3000' },
    { host: 'http://localhost:3000' },
  ),
  textRow('a sign-in as hex', `0x${Buffer.from(siwe()).toString('hex')}`, signedIn),
  textRow("a sign-in for the site's API", siwe({ uri: 'https://api.shop.example' }), plain),
  textRow('a sign-in for a key', siwe({ uri: 'did:key:z6MkpTHR8VNsBxYAAWHut2Geadd9jSwuBV8xRoAnwWsdvktH' }), plain),
  textRow('a sign-in on another network', siwe({ chain: '137' }), plain),
  textRow('a sign-in that has ended', siwe({ rest: '\nExpiration Time: 2026-11-21T09:00:00Z' }), plain),
  textRow('a sign-in without a nonce', siwe().replace(/\nNonce: .*/, ''), plain),
]

const solanaRow = (name: string, text: string, card: CorpusRow['card']): CorpusRow => ({
  ...{ name, method: 'solana_signMessage', card, chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  params: { message: base58.encode(new TextEncoder().encode(text)), pubkey: solanaAddress },
})
const siws = `shop.example wants you to sign in with your Solana account:\n${solanaAddress}\n\nClick Sign to continue\n\nURI: https://shop.example\nVersion: 1\nChain ID: solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp\nNonce: oBbLoEldZs\nIssued At: 2026-11-21T09:40:00.000Z`
const onSolana: CorpusRow[] = [
  solanaRow('a sign-in with Solana', siws, signedIn),
  solanaRow('a message on Solana', 'I agree to the rules of the guest book.', plain),
  solanaRow('a login text on Solana', 'Sign this message for authenticating with your wallet. Nonce: 4821', plain),
]

const plains = [
  ['a statement', 'I agree to the rules of the Slow Mornings guest book, version 4.'],
  ['a statement in several lines', 'Terms of use\n\n1. Be kind.\n2. Pay for your coffee.\n\nI agree.'],
  ['a login with a number', 'I am signing my one-time nonce: 6549872'],
  [
    'a login with a long random value',
    'Welcome to Shop!\n\nNonce: 0x7b1c9f6c0a1d4c5e8f3b2a19d8e7f6c5b4a3928170615243f4e5d6c7b8a99081',
  ],
  ['a login with a UUID', 'Sign in to Shop with nonce 8f14e45f-ceea-467f-a9d8-0f3b1c6e2d77'],
  ['a login with a date', 'Login to Shop at 2026-11-21T09:41:00.000Z'],
  ['a login with a link', 'Verify your account on https://shop.example/verify?code=4821'],
  ['a statement of JSON', '{"action":"login","nonce":4821,"site":"shop.example"}'],
  ['a statement in German', 'Ich bestätige, dass dieses Konto mir gehört.'],
  ['a statement in Arabic', 'أؤكد أن هذا الحساب ملكي.'],
  ['a statement in Japanese', 'このアカウントは私のものです。'],
  ['a statement in Russian', 'Я подтверждаю, что этот аккаунт принадлежит мне.'],
  ['a statement in Persian', 'می‌خواهم وارد شوم'],
  ['a statement with emoji', 'gm ☕️ 👨‍👩‍👧 see you at the shop'],
  ['an own address', toHex(me)],
  ['a claim of an airdrop', `I hereby claim the airdrop for ${me}.`],
  ['a transfer of zkSync Lite', `Transfer 1.0 ETH to: ${me.toLowerCase()}\nFee: 0.0001 ETH\nNonce: 3`],
  [
    'a verification at a block explorer',
    `[Etherscan.io 21/11/2026 09:41:00] I, hereby verify that I am the owner/creator of the address [${me}]`,
  ],
  ['a proof for a social account', 'Verifying myself: I am mara on Keybase.io.'],
  ['a short word', 'hi'],
  ['a number', '42'],
] as const
const texts: CorpusRow[] = plains.map(([name, text]) => textRow(name, text, plain))

const logins: CorpusRow[] = [
  textRow(
    'the login of OpenSea',
    `Welcome to OpenSea!\n\nClick to sign in and accept the OpenSea Terms of Service (https://opensea.io/tos) and Privacy Policy (https://opensea.io/privacy).\n\nThis request will not trigger a blockchain transaction or cost any gas fees.\n\nWallet address:\n${me.toLowerCase()}\n\nNonce:\n37b61cff-7238-457f-b9da-bdb78356f0b2`,
    plain,
    { host: 'https://opensea.io' },
  ),
  textRow('the login of Blur', `Sign in to Blur\n\nChallenge: ${'ab'.repeat(32)}`, plain, { host: 'https://blur.io' }),
  textRow('the login of OpenSea for another site', 'Welcome to OpenSea!\n\nClick to sign in.', {
    refused: 'WRONG_SITE_MESSAGE',
  }),
]

export const keyTexts = [
  ['zkSync', 'https://lite.zksync.io', 'Access zkSync account.\n\nOnly sign this message for a trusted client!'],
  [
    'Loopring',
    'https://loopring.io',
    'Sign this message to access Loopring Exchange: 0x0BABA1Ad5bE3a5C0a66E7ac838a129Bf948f1eA4 with key nonce: 0',
  ],
  [
    'Immutable X',
    'https://market.immutable.com',
    'Only sign this request if you’ve initiated an action with Immutable X.',
  ],
  ['rhino.fi', 'https://app.rhino.fi', 'Only sign this request if you’ve initiated an action with DeversiFi.'],
  [
    'ApeX',
    'https://pro.apex.exchange',
    'name: ApeX\nversion: 1.0\nenvId: 1\naction: L2 Key\nonlySignOn: https://pro.apex.exchange',
  ],
  ['edgeX', 'https://pro.edgex.exchange', 'action: edgeX Onboard\nonlySignOn: https://pro.edgex.exchange'],
  [
    'zkLink',
    'https://app.zk.link',
    "Sign this message to create a key to interact with zkLink's layer2 services.\nNOTE: This application is powered by zkLink protocol.\n\nOnly sign this message for a trusted client!",
  ],
  [
    'Umbra',
    'https://app.umbra.cash',
    'Sign this message to access your Umbra account.\n\nOnly sign this message for a trusted client!',
  ],
  [
    'Fluidkey',
    'https://app.fluidkey.com',
    `Sign this message to generate your Fluidkey private payment keys.\n\nWARNING: Only sign this message within a trusted website or platform to avoid loss of funds.\n\nSecret: ${'ab'.repeat(32)}`,
  ],
] as const
const keys: CorpusRow[] = keyTexts.map(([protocol, host, text]) =>
  textRow(
    `the key of ${protocol}, asked by its own site`,
    text,
    permission(`Make the key of your ${protocol} account?`),
    { host },
  ),
)

export const textMessages: readonly CorpusRow[] = [...signIns, ...onSolana, ...texts, ...logins, ...keys]
