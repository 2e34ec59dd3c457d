import { base58 } from '@scure/base'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  maxUint256,
  multicall3Abi,
  parseAbi,
  serializeTransaction,
  toHex,
  toRlp,
} from 'viem'
import { solanaAddress } from '../rpcScope.ts'
import type { HostileRow } from './hostile.ts'
import { friend, me, stranger } from './shape.ts'
import { keyTexts, siwe } from './textMessages.ts'

/** Messages and transactions that pose as something else. */
const sign = (name: string, text: string, verdict: string, more: Partial<HostileRow> = {}): HostileRow => ({
  ...{ name, method: 'personal_sign', params: [text, me], verdict },
  ...more,
})
const noSignIn = { unsaid: [/Sign in to shop.example/, /moves nothing/] }
const signIns: HostileRow[] = [
  ...(
    [
      ['another site', siwe({ domain: 'bank.example' })],
      ['a site below the own one', siwe({ domain: 'login.shop.example' })],
      ['a site above the own one', siwe({ domain: 'example' })],
      ['a site with the own one in front', siwe({ domain: 'shop.example.evil.example' })],
      ['a site with the own one as its user', siwe({ domain: 'shop.example@evil.example' })],
      ['another port', siwe({ domain: 'shop.example:444' })],
      ['another scheme', siwe({ domain: 'http://shop.example' })],
      ['the own site behind other words', `Security check\n\n${siwe()}`],
      ['the own site, with another sign-in behind it', `${siwe()}\n\n${siwe({ domain: 'bank.example' })}`],
      [
        'the own site, with another sign-in in its statement',
        siwe({ statement: '\nbank.example wants you to sign in with your Ethereum account:\n' }),
      ],
      ['another site in loose words', 'bank.example wants you to sign in with your wallet'],
      ['another site in capital letters', siwe({ domain: 'bank.example' }).toUpperCase()],
      ['another site with hidden characters', siwe({ domain: 'bank.example' }).replace('wants', 'wan\u200dts')],
      ['another site with wide letters', siwe({ domain: 'bank.example' }).replace('sign in', 'ｓｉｇｎ ｉｎ')],
    ] as const
  ).map(([name, text]) => sign(`a sign-in to ${name}`, text, 'WRONG_SITE_MESSAGE')),
  sign('a sign-in of another account', siwe({ account: stranger }), 'FOREIGN_ACCOUNT'),
  sign('a sign-in for a foreign URI', siwe({ uri: 'https://bank.example/login' }), 'message', {
    ...noSignIn,
    said: [/For https:\/\/bank.example\/login/, /Signs in to shop.example/],
  }),
  sign('a sign-in that has ended', siwe({ rest: '\nExpiration Time: 2026-11-21T09:40:59Z' }), 'message', noSignIn),
  sign('a sign-in of tomorrow', siwe({ rest: '\nNot Before: 2026-11-22T09:41:00Z' }), 'message', noSignIn),
  sign('a sign-in on another network', siwe({ chain: '10' }), 'message', noSignIn),
  sign('a sign-in with a line more', siwe({ rest: '\nTransfer: 1 ETH' }), 'message', noSignIn),
  sign(
    'a sign-in with letters of other scripts in its statement',
    siwe({ statement: '\nSign in to pаypal\n' }),
    'message',
    { ...noSignIn, said: [/Letters that imitate others/, /p⟨а⟩ypal/] },
  ),
  sign(
    'the login of OpenSea for a site with its name',
    'Welcome to OpenSea!\n\nClick to sign in.',
    'WRONG_SITE_MESSAGE',
    { host: 'https://opensea.io.evil.example' },
  ),
  ...keyTexts.map(([protocol, , text]) => sign(`the key of ${protocol} for another site`, text, 'FOREIGN_KEY_MESSAGE')),
  ...keyTexts
    .slice(0, 3)
    .map(([protocol, , text]) =>
      sign(`the key of ${protocol} with hidden characters`, text.replace('s', 's\u200b'), 'FOREIGN_KEY_MESSAGE'),
    ),
  sign(
    'a key of a protocol that nobody knows',
    'Enter.\n\nOnly sign this message for a trusted client!',
    'permission',
    { said: [/Make the key of your shop.example account\?/], unsaid: [/moves nothing/] },
  ),
]

const digest = keccak256('0x01')
const hex = digest.slice(2)
const bytes = Buffer.from(hex, 'hex')
const blind: HostileRow[] = (
  [
    ['as raw bytes', digest],
    ['in hex', toHex(digest)],
    ['in hex without a prefix', hex],
    ['in capital hex', hex.toUpperCase()],
    ['in groups', hex.replace(/(.{8})/g, '$1 ')],
    ['with colons', (hex.match(/../g) ?? []).join(':')],
    ['in lines', hex.replace(/(.{32})/g, '$1\n')],
    ['behind a word', `Hash: ${hex}`],
    ['behind words', `Please sign this message: 0x${hex}`],
    ['in brackets', `(${hex})`],
    ['as a list', `[${[...bytes].join(',')}]`],
    ['as a number', BigInt(digest).toString()],
    ['in base64', bytes.toString('base64')],
    ['in base64url', bytes.toString('base64url')],
    ['in base58', base58.encode(new Uint8Array(bytes))],
    ['with hidden characters', hex.replace(/(.{4})/g, '$1\u2060')],
    ['twice', hex + hex],
    ['with a signature', `${hex}${hex}1b`],
    ['as escaped text', (hex.match(/../g) ?? []).map((each) => `\\x${each}`).join('')],
  ] as const
).map(([name, text]) => sign(`a digest ${name}`, text, 'BLIND_MESSAGE'))

const transaction = { chainId: 1, nonce: 1, gas: 21_000n, to: stranger, value: 10n ** 18n }
const disguised: HostileRow[] = [
  sign(
    'a legacy transaction',
    serializeTransaction({ ...transaction, type: 'legacy', gasPrice: 1n }),
    'TRANSACTION_MESSAGE',
  ),
  sign(
    'a transaction of EIP-1559',
    serializeTransaction({ ...transaction, type: 'eip1559', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }),
    'TRANSACTION_MESSAGE',
  ),
  sign(
    'a transaction of EIP-2930',
    serializeTransaction({ ...transaction, type: 'eip2930', gasPrice: 1n, accessList: [] }),
    'TRANSACTION_MESSAGE',
  ),
  sign('an authorisation of EIP-7702', `0x05${toRlp(['0x01', stranger, '0x'], 'hex').slice(2)}`, 'TRANSACTION_MESSAGE'),
]
const solana = (name: string, message: Uint8Array, verdict: string, more: Partial<HostileRow> = {}): HostileRow => ({
  ...{ name, method: 'solana_signMessage', verdict, chain: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  params: { message: base58.encode(message), pubkey: solanaAddress },
  ...more,
})
const text = (value: string): Uint8Array => new TextEncoder().encode(value)
const onSolana: HostileRow[] = [
  solana('32 bytes on Solana', new Uint8Array(bytes), 'BLIND_MESSAGE'),
  solana(
    'a sign-in to another site on Solana',
    text(`bank.example wants you to sign in with your Solana account:\n${solanaAddress}`),
    'WRONG_SITE_MESSAGE',
  ),
  solana(
    'a transaction on Solana',
    Uint8Array.from([1, 0, 1, 2, ...new Uint8Array(64).fill(65), ...new Uint8Array(32).fill(66), 1, 1, 1, 0, 1, 65]),
    'TRANSACTION_MESSAGE',
  ),
]

const shown: HostileRow[] = [
  sign('a text that turns around', 'You get \u202e001 \u202cUSDC', 'message', {
    said: [/⟨U\+202E⟩/, /Hidden characters/],
  }),
  sign('a text with a hidden end', `I agree.${'\n'.repeat(80)}I give away everything.`, 'message', {
    said: [/⟨80 × U\+000A⟩/, /Hidden characters/],
  }),
  sign('a text with a hidden right side', `I agree.${' '.repeat(200)}I give away everything.`, 'message', {
    said: [/⟨200 × U\+0020⟩/],
  }),
  sign('a text with letters that imitate others', 'Log in to pаypal.com', 'message', {
    said: [/Letters that imitate others/, /p⟨а⟩ypal/],
  }),
  sign('a text with two words that imitate others', 'From pаypal to gооgle', 'message', {
    said: [/They are in: p⟨а⟩ypal, g⟨о⟩⟨о⟩gle/],
  }),
  sign(
    'a text with tags',
    `I agree${[...'to pay'].map((each) => String.fromCodePoint(0xe0000 + (each.codePointAt(0) ?? 0))).join('')}`,
    'message',
    { said: [/⟨U\+E0074⟩/] },
  ),
  sign('a text that says that it is safe', 'Sign in to Shop. It costs nothing and moves nothing.', 'message', {
    said: [/Sign it only if you would say it/],
  }),
  sign('a text with markup', '<b>Sign in</b><script>alert(1)</script>', 'message', { said: [/<script>/] }),
  sign('an order as a text', JSON.stringify({ type: 'Order', sell: '1000 USDC', buy: '0' }), 'message', {
    unsaid: [/moves nothing/, /Sell/],
  }),
]

const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const drain: Address = '0x91cE02Ba7746f0Dd85A3E1f6bC2407D95E8a3f10'.toLowerCase() as Address
const send = (name: string, to: Address, data: Hex, verdict: string, more: Partial<HostileRow> = {}): HostileRow => ({
  ...{ name, method: 'eth_sendTransaction', params: [{ from: me, to, data }], verdict },
  ...more,
})
const claims = parseAbi([
  'function claim()',
  'function securityUpdate()',
  'function claimReward(address who)',
  'function withdraw(uint256 amount)',
  'function multicall(bytes[] data)',
  'function deposit()',
])
const claim = (functionName: 'claim' | 'securityUpdate'): Hex => encodeFunctionData({ abi: claims, functionName })
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [stranger, maxUint256] })
const taken = [{ token: usdc, to: stranger, amount: 3_000_000_000n }]
const transactions: HostileRow[] = [
  send('a claim that nobody can read', drain, claim('claim'), 'unknown', { said: [/We cannot say what this does/] }),
  send('a claim that takes tokens', drain, claim('claim'), 'unknown', {
    simulated: taken,
    said: [/Give 3,000 USDC/, /It does more than it says/],
  }),
  send('an update that takes tokens', drain, claim('securityUpdate'), 'unknown', {
    simulated: taken,
    unsaid: [/securityUpdate/],
  }),
  send(
    'a withdrawal that takes tokens',
    drain,
    encodeFunctionData({ abi: claims, functionName: 'withdraw', args: [1n] }),
    'transfer',
    { simulated: taken, said: [/Give away 3,000 USDC\?/, /It does more than it says/] },
  ),
  send('a claim that gives an allowance', drain, claim('claim'), 'unknown', {
    simulated: [{ token: usdc, to: stranger, amount: maxUint256, isApproval: true }],
    said: [/It allows more than it says/],
  }),
  send(
    'a payment that gives an allowance too',
    usdc,
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 1n] }),
    'permission',
    {
      simulated: [
        { token: usdc, to: friend, amount: 1n },
        { token: usdc, to: stranger, amount: 5n, isApproval: true },
      ],
      said: [/It allows more than it says/],
    },
  ),
  send(
    'a payment that takes more',
    usdc,
    encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, 1n] }),
    'transfer',
    { simulated: taken, said: [/Give away 3,000 USDC\?/, /It does more than it says/] },
  ),
  send('an allowance with bytes behind it', usdc, `${approve}00`, 'unknown', { unsaid: [/Allow 0x/] }),
  send('an allowance that is cut off', usdc, approve.slice(0, -2) as Hex, 'unknown', { unsaid: [/Allow 0x/] }),
  send(
    'an allowance in a bundle of the contract',
    usdc,
    encodeFunctionData({ abi: claims, functionName: 'multicall', args: [[claim('claim'), approve]] }),
    'unknown',
    { said: [/unlimited USDC/] },
  ),
  send(
    'a call in a bundle that nobody can read',
    '0xcA11bde05977b3631167028862bE2a173976CA11',
    encodeFunctionData({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      args: [[{ target: drain, allowFailure: true, callData: claim('claim') }]],
    }),
    'unknown',
  ),
  {
    name: 'a harmless transaction beside an allowance',
    method: 'wallet_sendCalls',
    params: [
      {
        calls: [
          { to: friend, value: '0x1' },
          { to: usdc, data: approve },
        ],
      },
    ],
    verdict: 'unknown',
    said: [/unlimited USDC/, /No limit on what it may take/],
  },
  {
    name: 'a delegation of the account',
    method: 'eth_sendTransaction',
    params: [{ from: me, to: me, authorizationList: [{ chainId: '0x1', address: stranger, nonce: '0x0' }] }],
    verdict: 'INVALID_PARAMS',
  },
  {
    name: 'a transaction that delegates the account',
    method: 'eth_sendTransaction',
    params: [{ from: me, to: me, type: '0x4' }],
    verdict: 'TRANSACTION_TYPE_NOT_SUPPORTED',
  },
  {
    name: 'a receiver with a wrong checksum',
    method: 'eth_sendTransaction',
    params: [{ from: me, to: usdc.replace('A0b8', 'a0b8'), value: '0x1' }],
    verdict: 'INVALID_PARAMS',
  },
  { name: 'a signature of any bytes', method: 'eth_sign', params: [me, digest], verdict: 'METHOD_NOT_ALLOWED' },
  {
    name: 'an authorisation by a method of its own',
    method: 'eth_signAuthorization',
    params: [{ address: stranger }],
    verdict: 'METHOD_NOT_ALLOWED',
  },
  {
    name: 'typed data of the first version',
    method: 'eth_signTypedData',
    params: [[{ type: 'string', name: 'Message', value: 'Hi' }], me],
    verdict: 'METHOD_NOT_ALLOWED',
  },
]

export const hostileMessages: readonly HostileRow[] = [
  ...signIns,
  ...blind,
  ...disguised,
  ...onSolana,
  ...shown,
  ...transactions,
]
