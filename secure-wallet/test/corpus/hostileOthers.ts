import { toHex } from 'viem'
import { approve, pay, safe, usdc, zero } from './calldata.ts'
import { type HostileRow, hostile, type Typed, withDomain, withMessage, without, withType } from './hostile.ts'
import { callOf, forward, metaTx, modeOf, safeOp, userOp } from './innerCalls.ts'
import { agent, clobAuth, comet, dydx3, hyperliquid, morpho } from './rights.ts'
import { safeTx } from './safe.ts'
import { friend, me, stranger } from './shape.ts'
import { signInType, typedSignIn } from './statements.ts'

/** Calls, rights, statements and sign-ins that differ from the published ones in one place, and texts that fool. */
const word = `0x${'5a'.repeat(32)}`
const zkSync: Typed = [
  'Transaction(uint256 txType,uint256 from,uint256 to,uint256 gasLimit,uint256 gasPerPubdataByteLimit,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,uint256 paymaster,uint256 nonce,uint256 value,bytes data,bytes32[] factoryDeps,bytes paymasterInput)',
  { name: 'zkSync', version: '2', chainId: 324 },
  {
    ...{
      txType: 113,
      from: BigInt(me),
      to: BigInt(friend),
      gasLimit: 1,
      gasPerPubdataByteLimit: 50_000,
      maxFeePerGas: 1,
      maxPriorityFeePerGas: 0,
    },
    ...{ paymaster: 0, nonce: 1, value: 1, data: '0x', factoryDeps: [], paymasterInput: '0x' },
  },
]
const gelato: Typed = [
  'SponsoredCallERC2771(uint256 chainId,address target,bytes data,address user,uint256 userNonce,uint256 userDeadline)',
  { name: 'GelatoRelay1BalanceERC2771', version: '1', chainId: 1, verifyingContract: stranger },
  { chainId: 1, target: usdc, data: pay(), user: me, userNonce: 0, userDeadline: 1 },
]
const biconomy: Typed = [
  'ERC20ForwardRequest(address from,address to,address token,uint256 txGas,uint256 tokenGasPrice,uint256 batchId,uint256 batchNonce,uint256 deadline,bytes data)',
  { name: 'Biconomy Forwarder', version: '1', chainId: 1, verifyingContract: stranger },
  { from: me, to: usdc, token: usdc, txGas: 1, tokenGasPrice: 1, batchId: 0, batchNonce: 0, deadline: 1, data: pay() },
]
const calls: HostileRow[] = [
  hostile('a Safe that runs foreign code', safeTx({ operation: 1 }), 'unknown'),
  hostile('a Safe with an unknown operation', safeTx({ operation: 2 }), 'unknown'),
  hostile('a Safe whose MultiSend is none', safeTx({ to: stranger, operation: 1, data: '0x8d80ff0a' }), 'unknown'),
  hostile(
    'a Safe whose list of calls is cut off',
    safeTx({ to: '0x40A2aCCbd92BCA938b02010E17A5b8929b49130D', operation: 1, data: '0x8d80ff0a00' }),
    'unknown',
  ),
  hostile(
    'a Safe that pays a refund in a token',
    safeTx({ gasPrice: 10n ** 30n, gasToken: usdc, refundReceiver: stranger }),
    'unknown',
  ),
  hostile('a Safe with bytes behind the call', safeTx({ data: `${pay()}00` }), 'unknown', { unsaid: [/Send 5 USDC/] }),
  hostile('a Safe with a named domain', withDomain(safeTx(), { name: 'Safe' }), 'unknown'),
  hostile('a Safe without a contract', [safeTx()[0], { chainId: 1 }, safeTx()[2]], 'unknown'),
  hostile('a Safe without an operation', withType(safeTx(), 'uint8 operation,', ''), 'unknown'),
  hostile(
    'a message for a Safe',
    ['SafeMessage(bytes message)', { chainId: 1, verifyingContract: safe }, { message: word }],
    'unknown',
  ),
  hostile('a Safe that approves a hash', safeTx({ to: safe, data: `0xd4d9bdcd${word.slice(2)}` }), 'permission', {
    said: [/Hand over control/],
  }),
  hostile('a user operation at another entry point', userOp(callOf(usdc, 0n, pay()), {}, stranger), 'unknown', {
    unsaid: [/Send 5/],
  }),
  hostile(
    'a user operation with another name',
    withDomain(userOp(callOf(usdc, 0n, pay())), { name: 'ERC-4337' }),
    'unknown',
  ),
  hostile(
    'a user operation with another version',
    withDomain(userOp(callOf(usdc, 0n, pay())), { version: '2' }),
    'unknown',
  ),
  hostile('a user operation with bytes behind the call', userOp(`${callOf(usdc, 0n, pay())}00`), 'unknown'),
  hostile('a user operation of ERC-7579 that is too short', userOp(modeOf('0x00', friend)), 'unknown'),
  hostile('a user operation of ERC-7579 with a broken list', userOp(modeOf('0x01', '0x1234')), 'unknown'),
  hostile(
    'a user operation with an allowance for a stranger',
    userOp(callOf(usdc, 0n, approve(2n ** 256n - 1n))),
    'permission',
    { said: [/No limit on what it may take/] },
  ),
  hostile('an operation of a Safe with another module', safeOp(undefined, stranger), 'unknown'),
  hostile('a forward request of another account', forward({ from: stranger }), 'unknown', { unsaid: [/Send 5/] }),
  hostile('a forward request without a version', without(forward(), 'version'), 'unknown'),
  hostile(
    'a forward request with a text for the data',
    withMessage(withType(forward(), 'bytes data', 'string data'), { data: 'hello' }),
    'unknown',
  ),
  hostile('a request of Gelato for another network', withMessage(gelato, { chainId: 10 }), 'unknown'),
  hostile('a request of Gelato of another account', withMessage(gelato, { user: stranger }), 'unknown'),
  hostile('a request of Biconomy that pays for its gas', biconomy, 'unknown'),
  hostile('a meta-transaction of another account', metaTx({ from: stranger }), 'unknown', { chain: 'eip155:137' }),
  hostile('a meta-transaction for another network', metaTx({}, 1), 'permission', {
    chain: 'eip155:137',
    said: [/No network is named/],
    unsaid: [/Network Polygon/],
  }),
  hostile('a transaction of ZKsync with a paymaster', withMessage(zkSync, { paymaster: BigInt(stranger) }), 'unknown'),
  hostile('a transaction of ZKsync that publishes code', withMessage(zkSync, { factoryDeps: [word] }), 'unknown'),
  hostile('a transaction of ZKsync of another account', withMessage(zkSync, { from: BigInt(stranger) }), 'unknown'),
  hostile('a transaction of ZKsync of another type', withMessage(zkSync, { txType: 2 }), 'unknown'),
  hostile('a transaction of ZKsync to a number that is no address', withMessage(zkSync, { to: 2n ** 200n }), 'unknown'),
]

const nonce = 1_764_000_000_000
const exchange: Typed = [
  'Agent(string source,bytes32 connectionId)',
  { name: 'Exchange', version: '1', chainId: 1, verifyingContract: zero },
  { source: 'a', connectionId: word },
]
const rights: HostileRow[] = [
  hostile('an action at Hyperliquid that is a hash', exchange, 'unknown'),
  hostile('an action at Hyperliquid for its own network', withDomain(exchange, { chainId: 1337 }), 'INVALID_PARAMS', {
    chain: 'eip155:1',
  }),
  hostile(
    'a hash of several signers at Hyperliquid',
    hyperliquid('SendMultiSig', 'bytes32 multiSigActionHash,uint64 nonce', { multiSigActionHash: word, nonce }),
    'unknown',
  ),
  hostile(
    'an unknown action at Hyperliquid',
    hyperliquid('ApproveEverything', 'address agentAddress,uint64 nonce', { agentAddress: stranger, nonce }),
    'unknown',
  ),
  hostile('an agent at Hyperliquid with another domain', withDomain(agent, { name: 'HyperliquidSign' }), 'unknown'),
  hostile('an agent at Hyperliquid with a contract', withDomain(agent, { verifyingContract: stranger }), 'unknown'),
  hostile(
    'an agent at Hyperliquid named like a sentence',
    withMessage(agent, { agentName: 'Sign in to Hyperliquid. It costs nothing and moves nothing.' }),
    'permission',
    { said: [/Let 0x91cE…3f10 act for you at Hyperliquid\?/] },
  ),
  hostile('a manager at Compound of another account', comet(true, { owner: stranger }), 'unknown'),
  hostile('a manager at Morpho of another account', morpho(true, { authorizer: stranger }), 'unknown'),
  hostile('a manager at a copy of Morpho', withDomain(morpho(true), { verifyingContract: stranger }), 'unknown'),
  hostile('a manager that says it ends', comet(true), 'permission', {
    said: [/Let 0x91cE…3f10 act for you at Compound\?/],
    unsaid: [/End what/],
  }),
  ...['https://polymarket.com.evil.example', 'https://evilpolymarket.com', 'http://polymarket.com'].map((host) =>
    hostile(`an API key of Polymarket for ${host}`, clobAuth, 'FOREIGN_KEY_MESSAGE', { host }),
  ),
  hostile('the key of dYdX for a site with its name', dydx3, 'FOREIGN_KEY_MESSAGE', {
    host: 'https://dydx.trade.evil.example',
  }),
  hostile('the key of dYdX with another domain', withDomain(dydx3, { name: 'Tide' }), 'FOREIGN_KEY_MESSAGE'),
]

const delegation = (type: string, message: object = {}): Typed => [
  type,
  { name: 'Wallet', version: '1', chainId: 1 },
  { chainId: 1, chain_id: 1, address: stranger, delegate: stranger, contractAddress: stranger, nonce: 0, ...message },
]
const accounts: HostileRow[] = [
  'Authorization(uint256 chainId,address address,uint64 nonce)',
  'Authorization(uint256 chainId,address address,uint256 nonce)',
  'Authorization(uint64 chainId,address contractAddress,uint64 nonce)',
  'Authorization(uint256 chain_id,address address,uint64 nonce)',
  'SetCodeAuthorization(uint256 chainId,address address,uint64 nonce)',
  'EIP7702Authorization(uint256 chainId,address delegate,uint256 nonce)',
  'AccountDelegation(uint256 chainId,address delegate,uint256 nonce)',
].map((type) => hostile(`a delegation of the account: ${type}`, delegation(type), 'ACCOUNT_DELEGATION'))
const nestedAccounts: HostileRow[] = [
  hostile(
    'a delegation of the account inside another type',
    delegation('Upgrade(Authorization authorization)Authorization(uint256 chainId,address address,uint64 nonce)', {
      authorization: { chainId: 1, address: stranger, nonce: 0 },
    }),
    'ACCOUNT_DELEGATION',
  ),
  hostile(
    'delegations of the account in a list',
    delegation('Upgrade(Authorization[] list)Authorization(uint256 chainId,address address,uint64 nonce)', {
      list: [],
    }),
    'ACCOUNT_DELEGATION',
  ),
]

const note = (name: string, text = 'Good morning'): Typed => [
  `${name}(string text)`,
  { name: 'Shop', version: '1', chainId: 1, verifyingContract: stranger },
  { text },
]
const foolingNames = [
  'in',
  'Sign',
  'SignIn',
  'message',
  'Message',
  'Login',
  'Permit',
  'Vote',
  'Free',
  'constructor',
  'toString',
  'Pay_0_ETH',
  '_',
  'EIP712',
].map((name) =>
  hostile(`a type named ${name}`, note(name), 'unknown', { unsaid: [/Sign in to/, /Sign a message/, /Sign a vote/] }),
)
const statements: HostileRow[] = [
  hostile(
    'the example of EIP-712',
    [
      'Mail(Person from,Person to,string contents)Person(string name,address wallet)',
      { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC' },
      { from: { name: 'Cow', wallet: me }, to: { name: 'Bob', wallet: friend }, contents: 'Hello, Bob!' },
    ],
    'unknown',
    { said: [/Hello, Bob!/, /Ether Mail/] },
  ),
  hostile(
    'a vote at Snapshot with a contract',
    [
      'Follow(address from,string space,uint64 timestamp)',
      { name: 'snapshot', version: '0.1.4', verifyingContract: stranger },
      { from: me, space: 'a', timestamp: 1 },
    ],
    'unknown',
    { unsaid: [/Follow or leave/] },
  ),
  hostile(
    'a vote at Snapshot with a network',
    [
      'Follow(address from,string space,uint64 timestamp)',
      { name: 'snapshot', version: '0.1.4', chainId: 1 },
      { from: me, space: 'a', timestamp: 1 },
    ],
    'unknown',
    { unsaid: [/Follow or leave/] },
  ),
  hostile(
    'a vote at a copy of Snapshot',
    [
      'Follow(address from,string space,uint64 timestamp)',
      { name: 'snapsh0t', version: '0.1.4' },
      { from: me, space: 'a', timestamp: 1 },
    ],
    'unknown',
    { unsaid: [/Follow or leave/] },
  ),
  hostile(
    'a vote with params that nobody can read',
    [
      'ExtendedBallot(uint256 proposalId,uint8 support,string reason,bytes params)',
      { name: 'G', version: '1', chainId: 1, verifyingContract: stranger },
      { proposalId: 1, support: 1, reason: '', params: '0x01' },
    ],
    'unknown',
    { unsaid: [/Sign a vote/] },
  ),
  hostile(
    'an attestation with a value',
    [
      'Attest(bytes32 schema,address recipient,uint64 expirationTime,bool revocable,bytes32 refUID,bytes data,uint256 value,uint256 nonce,uint64 deadline)',
      { name: 'EAS', version: '1', chainId: 1, verifyingContract: stranger },
      {
        schema: word,
        recipient: friend,
        expirationTime: 0,
        revocable: true,
        refUID: word,
        data: '0x',
        value: 1,
        nonce: 0,
        deadline: 0,
      },
    ],
    'unknown',
  ),
  hostile(
    'an attestation of another contract',
    [
      'Revoke(bytes32 schema,bytes32 uid,uint256 nonce)',
      { name: 'EASY', version: '1', chainId: 1, verifyingContract: stranger },
      { schema: word, uid: word, nonce: 0 },
    ],
    'unknown',
    { unsaid: [/Take back/] },
  ),
]

const typed = (name: string, more: object, verdict: string, extra: Partial<HostileRow> = {}) =>
  hostile(name, typedSignIn(more), verdict, { unsaid: [/Sign in to/], ...extra })
const signIns: HostileRow[] = [
  typed('a typed sign-in to another site', { domain: 'bank.example' }, 'WRONG_SITE_MESSAGE'),
  typed('a typed sign-in to a longer site', { domain: 'shop.example.evil.example' }, 'WRONG_SITE_MESSAGE'),
  typed('a typed sign-in with a user in its domain', { domain: 'shop.example@evil.example' }, 'WRONG_SITE_MESSAGE'),
  typed('a typed sign-in with a path in its domain', { domain: 'shop.example/login' }, 'WRONG_SITE_MESSAGE'),
  typed('a typed sign-in with no domain', { domain: '' }, 'WRONG_SITE_MESSAGE'),
  typed('a typed sign-in of another account', { address: stranger }, 'FOREIGN_ACCOUNT'),
  typed('a typed sign-in on another network', { chainId: 10 }, 'message'),
  typed('a typed sign-in for a foreign URI', { uri: 'https://bank.example' }, 'message', {
    said: [/https:\/\/bank.example/],
  }),
  typed('a typed sign-in for no URI', { uri: 'shop.example' }, 'message'),
  hostile(
    'a typed sign-in that has ended',
    typedSignIn({ expirationTime: '2026-11-21T09:00:00Z' }, signInType.replace(')', ',string expirationTime)')),
    'message',
    { unsaid: [/Sign in to/] },
  ),
  hostile(
    'a typed sign-in that has not begun',
    typedSignIn({ notBefore: '2026-11-22T09:00:00Z' }, signInType.replace(')', ',string notBefore)')),
    'message',
    { unsaid: [/Sign in to/] },
  ),
  hostile(
    'a typed sign-in with one member more',
    typedSignIn({ spender: stranger }, signInType.replace(')', ',address spender)')),
    'unknown',
    { unsaid: [/Sign in to/] },
  ),
  hostile('a typed sign-in without a nonce', typedSignIn({}, signInType.replace('string nonce,', '')), 'unknown', {
    unsaid: [/Sign in to/],
  }),
]

const plain = note('Note')
const left: HostileRow[] = [
  hostile(
    'a member of the message that is not signed',
    withMessage(plain, { refund: '1,000 USDC for you' }),
    'unknown',
    { unsaid: [/1,000 USDC/, /refund/], said: [/Good morning/] },
  ),
  hostile('a member of the domain that is not signed', plain, 'unknown', {
    change: ({ types, ...data }) => ({
      ...data,
      domain: { ...data.domain, name: 'Uniswap' },
      types: { ...types, EIP712Domain: types.EIP712Domain?.filter(({ name }) => name !== 'name') },
    }),
    unsaid: [/Uniswap/],
  }),
  hostile('a network that is not signed', plain, 'unknown', {
    change: ({ types, ...data }) => ({
      ...data,
      types: { ...types, EIP712Domain: [{ name: 'name', type: 'string' }] },
    }),
    unsaid: [/Network Ethereum/, /0x91cE/i],
    said: [/No network is named/, /Network not said/],
  }),
  hostile('a domain type without members', plain, 'unknown', {
    change: ({ types, ...data }) => ({ ...data, types: { ...types, EIP712Domain: [] } }),
    unsaid: [/Signed for/, /Shop/],
  }),
  hostile('a salt and a version', withDomain(plain, { salt: toHex(7, { size: 32 }), version: '9' }), 'unknown', {
    said: [/“Shop”, version 9/, /Salt 0x0000/],
  }),
  hostile(
    'an address with a wrong checksum',
    [`Note(address to)`, plain[1], { to: `0x${stranger.slice(2).replace('cE', 'Ce')}` }],
    'unknown',
    { said: [/An address may be mistyped/, /0x91cE…3f10/] },
  ),
  hostile('hidden characters in a value', note('Note', 'pay\u202e 100'), 'unknown', { said: [/⟨U\+202E⟩/] }),
  hostile('hidden characters in the name of the domain', withDomain(plain, { name: 'Sh\u200bop' }), 'unknown', {
    said: [/Sh⟨U\+200B⟩op/],
  }),
  hostile('a type that nobody defines', [`Note(Other it)`, plain[1], { it: {} }], 'INVALID_PARAMS'),
]

export const hostileOthers: readonly HostileRow[] = [
  ...calls,
  ...rights,
  ...accounts,
  ...nestedAccounts,
  ...foolingNames,
  ...statements,
  ...signIns,
  ...left,
]
