import { domainOf } from './permits.ts'
import { type CorpusRow, type Domain, friend, me, permission, stranger, typedRow } from './shape.ts'
import { tokenOf } from './tokens.ts'

/**
 * Rights over an account: Hyperliquid (`hyperliquid-dex/hyperliquid-python-sdk`), Orderly, Aevo, Polymarket
 * (`Polymarket/clob-client`), dYdX (`dydxprotocol/v3-client`), Compound (`compound-finance/comet`), Morpho, Aave, ERC-5805.
 */
const hyper: Domain = {
  ...{ name: 'HyperliquidSignTransaction', version: '1', chainId: 42161 },
  verifyingContract: '0x0000000000000000000000000000000000000000',
}
export const hyperliquid = (
  name: string,
  members: string,
  message: object,
  more: Domain = {},
): [string, Domain, object] => [
  `HyperliquidTransaction:${name}(string hyperliquidChain,${members})`,
  { ...hyper, ...more },
  { hyperliquidChain: 'Mainnet', type: 'notSigned', signatureChainId: '0xa4b1', ...message },
]
const nonce = 1_764_000_000_000
export const agent = hyperliquid('ApproveAgent', 'address agentAddress,string agentName,uint64 nonce', {
  agentAddress: stranger,
  agentName: 'bot',
  nonce,
})
const hyperliquidRows: CorpusRow[] = [
  typedRow('an agent at Hyperliquid', agent, permission('Let 0x91cE…3f10 act for you at Hyperliquid?')),
  typedRow(
    'an agent at Hyperliquid, signed on Ethereum',
    [agent[0], { ...hyper, chainId: 1 }, agent[2]],
    permission('Let 0x91cE…3f10 act for you at Hyperliquid?'),
  ),
  typedRow(
    'the fee of a builder at Hyperliquid',
    hyperliquid('ApproveBuilderFee', 'string maxFeeRate,address builder,uint64 nonce', {
      maxFeeRate: '0.05%',
      builder: friend,
      nonce,
    }),
    permission('Let 0x2361…1E8f charge you fees at Hyperliquid?'),
  ),
  typedRow(
    'an account at Hyperliquid for several signers',
    hyperliquid('ConvertToMultiSigUser', 'string signers,uint64 nonce', {
      signers: '{"authorizedUsers":["0x00"],"threshold":1}',
      nonce,
    }),
    permission('Hand over your account at Hyperliquid?'),
  ),
  typedRow(
    'a payment at Hyperliquid',
    hyperliquid('UsdSend', 'string destination,string amount,uint64 time', {
      destination: stranger,
      amount: '100.5',
      time: nonce,
    }),
    permission('Pay 100.5 USDC at Hyperliquid'),
  ),
  typedRow(
    'a payment of a token at Hyperliquid',
    hyperliquid('SpotSend', 'string destination,string token,string amount,uint64 time', {
      destination: stranger,
      token: 'HYPE:0x0d01dc56dcaaca66ad901c959b4011ec',
      amount: '3',
      time: nonce,
    }),
    permission('Pay 3 HYPE at Hyperliquid'),
  ),
  typedRow(
    'a withdrawal from Hyperliquid',
    hyperliquid('Withdraw', 'string destination,string amount,uint64 time', {
      destination: me,
      amount: '25',
      time: nonce,
    }),
    permission('Pay 25 USDC at Hyperliquid'),
  ),
  typedRow(
    'a payment between markets of Hyperliquid',
    hyperliquid(
      'SendAsset',
      'string destination,string sourceDex,string destinationDex,string token,string amount,string fromSubAccount,uint64 nonce',
      {
        destination: me,
        sourceDex: '',
        destinationDex: 'spot',
        token: 'USDC:0x6d1e7cde53ba9467b783cb7c530ce054',
        amount: '7',
        fromSubAccount: '',
        nonce,
      },
    ),
    permission('Pay 7 USDC at Hyperliquid'),
  ),
]

export const orderly: [string, Domain, object] = [
  'AddOrderlyKey(string brokerId,uint256 chainId,string orderlyKey,string scope,uint64 timestamp,uint64 expiration)',
  { name: 'Orderly', version: '1', chainId: 42161, verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC' },
  {
    brokerId: 'woofi_pro',
    chainId: 42161,
    orderlyKey: 'ed25519:8tm7dnKYkSc3FzgPuJaw1wztr79eeZpN35nHW5pL5XhX',
    scope: 'read,trading',
    timestamp: nonce,
    expiration: nonce + 31_536_000_000,
  },
]
export const clobAuth: [string, Domain, object] = [
  'ClobAuth(address address,string timestamp,uint256 nonce,string message)',
  { name: 'ClobAuthDomain', version: '1', chainId: 137 },
  { address: me, timestamp: '1764000000', nonce: 0, message: 'This message attests that I control the given wallet' },
]
export const dydx3: [string, Domain, object] = [
  'dYdX(string action,string onlySignOn)',
  { name: 'dYdX', version: '1.0', chainId: 1 },
  { action: 'dYdX STARK Key', onlySignOn: 'https://trade.dydx.exchange' },
]
export const dydx4: [string, Domain, object] = [
  'dYdX(string action)',
  { name: 'dYdX Chain' },
  { action: 'dYdX Chain Onboarding' },
]
const key = (protocol: string): CorpusRow['card'] => permission(`Make the key of your ${protocol} account?`)
const keys: CorpusRow[] = [
  typedRow('a key of Orderly', orderly, permission('Let ed2551…5XhX act for you at Orderly?')),
  typedRow(
    'a key of Aevo',
    [
      'Register(address key,uint256 expiry)',
      { name: 'Aevo Mainnet', version: '1', chainId: 1 },
      { key: stranger, expiry: 2n ** 256n - 1n },
    ],
    permission('Let 0x91cE…3f10 act for you at Aevo?'),
  ),
  typedRow('the API key of Polymarket', clobAuth, key('Polymarket'), { host: 'https://polymarket.com' }),
  typedRow('the key of dYdX 3', dydx3, key('dYdX'), { host: 'https://trade.dydx.exchange' }),
  typedRow('the key of dYdX Chain', dydx4, key('dYdX'), { host: 'https://dydx.trade' }),
  typedRow(
    'the key of dYdX Chain with a network',
    [dydx4[0], { name: 'dYdX Chain', chainId: 1 }, dydx4[2]],
    key('dYdX'),
    { host: 'https://dydx.trade' },
  ),
  ...[clobAuth, dydx3, dydx4].map((request, index) =>
    typedRow(`a key for another site, ${index}`, request, { refused: 'FOREIGN_KEY_MESSAGE' }),
  ),
]

const until = 1_900_000_000
export const comet = (isAllowed: boolean, more: object = {}): [string, Domain, object] => [
  'Authorization(address owner,address manager,bool isAllowed,uint256 nonce,uint256 expiry)',
  { name: 'Compound USDC', version: '0', chainId: 1, verifyingContract: '0xc3d688B66703497DAA19211EEdff47f25384cdc3' },
  { owner: me, manager: stranger, isAllowed, nonce: 0, expiry: until, ...more },
]
export const morpho = (isAuthorized: boolean, more: object = {}): [string, Domain, object] => [
  'Authorization(address authorizer,address authorized,bool isAuthorized,uint256 nonce,uint256 deadline)',
  { chainId: 1, verifyingContract: '0xBBBBBbbBBb9cC5e90e3b3Af64bdAF62C37EEFFCb' },
  { authorizer: me, authorized: friend, isAuthorized, nonce: 0, deadline: until, ...more },
]
const managers: CorpusRow[] = [
  typedRow('a manager at Compound', comet(true), permission('Let 0x91cE…3f10 act for you at Compound?')),
  typedRow('the end of a manager at Compound', comet(false), permission('End what 0x91cE…3f10 may do at Compound')),
  typedRow('a manager at Morpho', morpho(true), permission('Let 0x2361…1E8f act for you at Morpho?')),
  typedRow('the end of a manager at Morpho', morpho(false), permission('End what 0x2361…1E8f may do at Morpho')),
  typedRow(
    'credit at Aave',
    [
      'DelegationWithSig(address delegatee,uint256 value,uint256 nonce,uint256 deadline)',
      {
        name: 'Aave Ethereum Variable Debt WETH',
        version: '1',
        chainId: 1,
        verifyingContract: '0xeA51d7853EEFb32b6ee06b1C12E6dcCA88Be0fFE',
      },
      { delegatee: stranger, value: 5, nonce: 0, deadline: until },
    ],
    permission('Let 0x91cE…3f10 borrow in your name at Aave?'),
  ),
]
const delegations = ['UNI', 'ENS', 'HOP', 'GTC'].map((symbol) =>
  typedRow(
    `votes of ${symbol} for a delegate`,
    [
      'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
      domainOf(tokenOf(1, symbol)),
      { delegatee: friend, nonce: 0, expiry: until },
    ],
    permission('Let 0x2361…1E8f vote for you?'),
  ),
)
const arb = typedRow(
  'votes of ARB for a delegate',
  [
    'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
    domainOf(tokenOf(42161, 'ARB')),
    { delegatee: friend, nonce: 0, expiry: until },
  ],
  permission('Let 0x2361…1E8f vote for you?'),
)

export const rights: readonly CorpusRow[] = [...hyperliquidRows, ...keys, ...managers, ...delegations, arb]
