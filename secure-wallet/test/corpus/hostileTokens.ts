import { type HostileRow, hostile, type Typed, withDomain, withMessage, without, withType } from './hostile.ts'
import { blurOrder, looksRare, makerOf, polymarket } from './marketOrders.ts'
import { permit2Domain } from './permit2.ts'
import { domainOf } from './permits.ts'
import { bulkOf, seaportDomain, seaportOrder, seaportType } from './seaport.ts'
import { friend, me, stranger } from './shape.ts'
import { cow, limitOrder, oneInch, oneInch5 } from './tokenOrders.ts'
import { tokenOf } from './tokens.ts'
import { exclusiveOrder } from './uniswapX.ts'

/** Permits and orders that differ from the published ones in one place. */
const uniswap = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
const usdc = tokenOf(1, 'USDC')
const permit: Typed = [
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
  domainOf(usdc),
  {
    owner: me,
    spender: uniswap,
    value: 5_000_000n,
    nonce: 0,
    deadline: 1_900_000_000,
    amount: 1,
    holder: me,
    limit: 1,
    to: uniswap,
  },
]
const permits: HostileRow[] = [
  hostile('a permit of another account', withMessage(permit, { owner: stranger }), 'unknown'),
  hostile('a permit without a contract', without(permit, 'verifyingContract'), 'unknown'),
  hostile('a permit with an empty domain', [permit[0], {}, permit[2]], 'unknown'),
  hostile('a permit whose name is in small letters', withType(permit, 'Permit(', 'permit('), 'unknown'),
  hostile('a permit whose name has a letter more', withType(permit, 'Permit(', 'Permits('), 'unknown'),
  hostile(
    'a permit with swapped members',
    withType(permit, 'address owner,address spender', 'address spender,address owner'),
    'unknown',
  ),
  hostile('a permit with another name for the value', withType(permit, 'value', 'amount'), 'unknown'),
  hostile('a permit with another name for the owner', withType(permit, 'owner', 'holder'), 'unknown'),
  hostile('a permit with a small value', withType(permit, 'uint256 value', 'uint128 value'), 'unknown'),
  hostile('a permit with a value of signed type', withType(permit, 'uint256 value', 'int256 value'), 'unknown'),
  hostile('a permit without a nonce', withType(permit, 'uint256 nonce,', ''), 'unknown'),
  hostile('a permit without a deadline', withType(permit, ',uint256 deadline', ''), 'unknown'),
  hostile('a permit with one member more', withType(permit, ')', ',uint256 limit)'), 'unknown'),
  hostile(
    'a permit with a list of spenders',
    withMessage(withType(permit, 'address spender', 'address[] spender'), { spender: [uniswap] }),
    'unknown',
  ),
  hostile(
    'a permit inside another type',
    [`Wrapper(Permit inner)${permit[0]}`, permit[1], { inner: permit[2] }],
    'unknown',
  ),
  hostile('a permit with a domain in another order', permit, 'unknown', {
    change: ({ types, ...data }) => ({ ...data, types: { ...types, EIP712Domain: types.EIP712Domain?.toReversed() } }),
  }),
  hostile('a permit with a member of its own in the domain', permit, 'unknown', {
    change: ({ types, domain, ...data }) => ({
      ...data,
      domain: { ...domain, purpose: 'Free coffee' },
      types: { ...types, EIP712Domain: [...(types.EIP712Domain ?? []), { name: 'purpose', type: 'string' }] },
    }),
    said: [/Free coffee/],
  }),
  hostile('a permit whose contract is a text', permit, 'unknown', {
    change: ({ types, ...data }) => ({
      ...data,
      types: { ...types, EIP712Domain: [{ name: 'verifyingContract', type: 'string' }] },
    }),
  }),
  hostile('a member name that hides the members behind it', permit, 'INVALID_PARAMS', {
    change: ({ types, ...data }) => ({
      ...data,
      types: {
        ...types,
        Permit: [{ name: 'owner,address spender,uint256 value,uint256 nonce,uint256 deadline', type: 'address' }],
      },
    }),
  }),
  hostile('a permit for a network that is not signed', permit, 'permission', {
    change: ({ types, ...data }) => ({
      ...data,
      types: { ...types, EIP712Domain: types.EIP712Domain?.filter(({ name }) => name !== 'chainId') },
    }),
    said: [/No network is named/, /Network not said/],
    unsaid: [/Network Ethereum/],
  }),
  hostile('a permit for another network', withDomain(permit, { chainId: 10 }), 'INVALID_PARAMS', { chain: 'eip155:1' }),
  hostile(
    'a permit for a stranger without a limit',
    withMessage(permit, { spender: stranger, value: 2n ** 256n - 1n }),
    'permission',
    {
      said: [/Let a stranger take your USDC\?/, /any time|now and in the future/],
      unsaid: [/Allow .* to spend/],
    },
  ),
  hostile(
    'the permit of a collectible with a word more',
    [
      'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline,uint256 limit)',
      permit[1],
      { ...permit[2], tokenId: 1 },
    ],
    'unknown',
  ),
  hostile(
    'the permit of DAI with a text for the truth',
    [
      'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
      permit[1],
      { ...permit[2], expiry: 0, allowed: 'false' },
    ],
    'INVALID_PARAMS',
  ),
  hostile(
    'the permit of DAI for another account',
    [
      'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
      permit[1],
      { ...permit[2], holder: stranger, expiry: 0, allowed: true },
    ],
    'unknown',
  ),
  hostile(
    'a payment of another account',
    [
      'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)',
      permit[1],
      { ...permit[2], from: stranger, validAfter: 0, validBefore: 1, nonce: `0x${'00'.repeat(32)}` },
    ],
    'unknown',
    { unsaid: [/Pay/] },
  ),
  hostile(
    'the end of a payment of another account',
    [
      'CancelAuthorization(address authorizer,bytes32 nonce)',
      permit[1],
      { authorizer: stranger, nonce: `0x${'00'.repeat(32)}` },
    ],
    'unknown',
    { unsaid: [/Cancel an/] },
  ),
]

const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const single: Typed = [
  `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
  permit2Domain(),
  {
    details: { token: usdc.address, amount: 5, expiration: 1_900_000_000, nonce: 0 },
    spender: uniswap,
    sigDeadline: 1,
  },
]
const permissions = 'TokenPermissions(address token,uint256 amount)'
const once: Typed = [
  `PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)${permissions}`,
  permit2Domain(),
  { permitted: { token: usdc.address, amount: 5 }, spender: uniswap, nonce: 0, deadline: 1_900_000_000 },
]
const witness = (member: string, ...types: string[]): Typed => [
  `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,${member})${types.join('')}`,
  once[1],
  { ...once[2], witness: { a: 1, token: usdc.address, amount: 1 }, second: 1 },
]
const permit2: HostileRow[] = [
  ...[single, once].flatMap((request, index) => [
    hostile(`Permit2 at another contract, ${index}`, withDomain(request, { verifyingContract: stranger }), 'unknown'),
    hostile(`Permit2 with another name, ${index}`, withDomain(request, { name: 'PermitTwo' }), 'unknown'),
    hostile(`Permit2 with a name of other letters, ${index}`, withDomain(request, { name: 'Pеrmit2' }), 'unknown', {
      said: [/A confusable name/],
    }),
    hostile(`Permit2 with a version, ${index}`, withDomain(request, { version: '1' }), 'unknown'),
    hostile(`Permit2 without a network, ${index}`, without(request, 'chainId'), 'unknown'),
    hostile(`Permit2 without a name, ${index}`, without(request, 'name'), 'unknown'),
  ]),
  hostile('Permit2 with a larger amount type', withType(single, 'uint160', 'uint256'), 'unknown'),
  hostile(
    'Permit2 with a list where one is standard',
    withMessage(withType(single, 'PermitDetails details', 'PermitDetails[] details'), {
      details: [(single[2] as { details: object }).details],
    }),
    'unknown',
  ),
  hostile(
    'Permit2 with swapped token and amount',
    withType(once, 'address token,uint256 amount', 'uint256 amount,address token'),
    'unknown',
  ),
  hostile('Permit2 with another type of permissions', withType(once, /TokenPermissions/g, 'TokenRights'), 'unknown'),
  hostile(
    'Permit2 with a member after the deadline',
    withMessage(withType(once, 'deadline)', 'deadline,uint256 second)'), { second: 1 }),
    'unknown',
  ),
  hostile(
    'a witness in front of the deadline',
    withMessage(withType(once, 'uint256 nonce', 'uint256 witness'), { witness: 1 }),
    'unknown',
  ),
  hostile('two witnesses', witness('Extra witness,uint256 second', 'Extra(uint256 a)', permissions), 'unknown'),
  hostile(
    'permissions with a member more beside a witness',
    witness('Extra witness', 'Extra(uint256 a)', 'TokenPermissions(address token,uint256 amount,uint256 a)'),
    'INVALID_PARAMS',
  ),
  hostile(
    'a witness that looks like permissions',
    witness('XTokenPermissions witness', permissions, `X${permissions}`),
    'permission',
    { said: [/0.000005 USDC/] },
  ),
  hostile("an order of UniswapX for a stranger's reactor", exclusiveOrder({ spender: stranger }), 'permission', {
    said: [/Let a stranger take your USDC\?/],
    unsaid: [/Swap|WETH/],
  }),
  hostile('an order of UniswapX that gets nothing', exclusiveOrder({ least: 0n }), 'permission', {
    said: [/Give away 3,000 USDC\?/, /You would get nothing/],
    unsaid: [/Swap/],
  }),
  hostile('an order of UniswapX that pays a stranger', exclusiveOrder({ recipient: stranger }), 'permission', {
    said: [/Someone else gets paid/],
    unsaid: [/Swap/],
  }),
  hostile(
    'an order of UniswapX of another swapper',
    withMessage(exclusiveOrder(), {
      witness: {
        ...(exclusiveOrder()[2] as { witness: { info: object } }).witness,
        info: { ...(exclusiveOrder()[2] as { witness: { info: object } }).witness.info, swapper: stranger },
      },
    }),
    'permission',
    { unsaid: [/Swap/] },
  ),
]

const bayc = '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D'
const zero = '0x0000000000000000000000000000000000000000'
const listing = seaportOrder([[2, bayc, 14, 1n]], [[0, zero, 0, 10n ** 18n]])
const seaport: Typed = [seaportType, seaportDomain(), listing]
const free = seaportOrder([[2, bayc, 14, 1n]], [[0, zero, 0, 10n ** 18n, undefined, stranger]])
const [bulkType, bulkDomain, bulkMessage] = bulkOf(2, [listing, listing])
const orders: HostileRow[] = [
  hostile('Seaport at another contract', withDomain(seaport, { verifyingContract: stranger }), 'unknown'),
  hostile('Seaport at the contract of a token', withDomain(seaport, { verifyingContract: usdc.address }), 'unknown'),
  hostile('Seaport with an unknown version', withDomain(seaport, { version: '1.7' }), 'unknown'),
  hostile('Seaport without a version', without(seaport, 'version'), 'unknown'),
  hostile('Seaport without a network', without(seaport, 'chainId'), 'unknown'),
  hostile('Seaport with another name', withDomain(seaport, { name: 'Seaports' }), 'unknown'),
  hostile('an order of Seaport of another account', withMessage(seaport, { offerer: stranger }), 'unknown'),
  hostile(
    'an order of Seaport with an unknown item',
    [seaportType, seaport[1], seaportOrder([[9, bayc, 14, 1n]], [])],
    'unknown',
  ),
  hostile(
    'an order of Seaport that gets an unknown item',
    [seaportType, seaport[1], seaportOrder([[2, bayc, 14, 1n]], [[7, bayc, 1, 1n]])],
    'unknown',
  ),
  hostile('an order of Seaport without a conduit', withType(seaport, 'bytes32 conduitKey,', ''), 'unknown'),
  hostile(
    'an order of Seaport with a text for the counter',
    withMessage(withType(seaport, 'uint256 counter', 'string counter'), { counter: '0' }),
    'unknown',
  ),
  hostile(
    'an order of Seaport whose items are other types',
    withType(seaport, /uint8 itemType,address token/g, 'uint8 itemType,uint160 token'),
    'unknown',
  ),
  hostile('an order of Seaport that gives everything to a stranger', [seaportType, seaport[1], free], 'permission', {
    said: [/Give away BAYC #14\?/, /You would get nothing/],
    unsaid: [/1 ETH/, /Sell/],
  }),
  hostile(
    'a bulk order with one foreign order',
    [
      bulkType,
      bulkDomain,
      { tree: [[listing, { ...listing, offerer: stranger }], (bulkMessage as { tree: unknown[] }).tree[1]] },
    ],
    'unknown',
  ),
  hostile(
    'a bulk order with a free order among others',
    [bulkType, bulkDomain, { tree: [[listing, free], (bulkMessage as { tree: unknown[] }).tree[1]] }],
    'permission',
    { said: [/You would get nothing/, /Sign 2 orders/] },
  ),
  hostile('a bulk order of empty orders', bulkOf(1, []), 'unknown'),
  hostile(
    'a bulk order of three branches',
    [
      bulkType.replace('[2][2]', '[3][2]'),
      bulkDomain,
      { tree: (bulkMessage as { tree: unknown[][] }).tree.map((each) => [...each, listing]) },
    ],
    'unknown',
  ),
  hostile('a bulk order as a list', [bulkType.replace('[2][2]', '[][2]'), bulkDomain, bulkMessage], 'unknown'),
  hostile(
    'a bulk order with a second member',
    [bulkType.replace(' tree)', ' tree,uint256 extra)'), bulkDomain, { ...bulkMessage, extra: 1 }],
    'unknown',
  ),
  hostile(
    'the root of a bulk order at Blur',
    ['Root(bytes32 root)', blurOrder()[1], { root: `0x${'5a'.repeat(32)}` }],
    'unknown',
  ),
  hostile(
    "an order of Blur's second exchange, which hides its price",
    [
      'Order(address trader,address collection,bytes32 listingsRoot,uint256 numberOfListings,uint256 expirationTime,uint8 assetType,FeeRate makerFee,uint256 salt,uint8 orderType,uint256 nonce)FeeRate(address recipient,uint16 rate)',
      { ...blurOrder()[1], verifyingContract: '0xb2ecfE4E4D61f8790bbb9DE2D1259B9e2410CEA5' },
      {
        trader: me,
        collection: bayc,
        listingsRoot: `0x${'5a'.repeat(32)}`,
        numberOfListings: 1,
        expirationTime: 1,
        assetType: 0,
        makerFee: { recipient: stranger, rate: 0 },
        salt: 1,
        orderType: 0,
        nonce: 0,
      },
    ],
    'unknown',
  ),
  hostile('an order of Blur with a foreign policy', blurOrder({ matchingPolicy: stranger }), 'unknown'),
  hostile('an order of Blur of another account', blurOrder({ trader: stranger }), 'unknown'),
  hostile('an order of Blur on an unknown side', blurOrder({ side: 2 }), 'unknown'),
  hostile(
    'an order of Blur with fees above the price',
    blurOrder({ fees: [{ rate: 10_001, recipient: stranger }] }),
    'unknown',
  ),
  hostile(
    'an order of Blur with all of the price as a fee',
    blurOrder({ fees: [{ rate: 10_000, recipient: stranger }] }),
    'permission',
    { said: [/Give away BAYC #14\?/] },
  ),
  hostile('an order of Blur at another contract', withDomain(blurOrder(), { verifyingContract: stranger }), 'unknown'),
  hostile('an order of LooksRare with a strategy', looksRare({ strategyId: 1 }), 'unknown'),
  hostile('an order of LooksRare with missing amounts', looksRare({ itemIds: [14, 15] }), 'unknown'),
  hostile('an order of LooksRare of another account', looksRare({ signer: stranger }), 'unknown'),
  hostile('an order of LooksRare with an unknown collection', looksRare({ collectionType: 2 }), 'unknown'),
  hostile('an order of LooksRare on an unknown side', looksRare({ quoteType: 2 }), 'unknown'),
  hostile(
    'a batch of LooksRare with a foreign order',
    [
      `BatchOrder(Maker[2] tree)${looksRare()[0]}`,
      looksRare()[1],
      { tree: [makerOf(), makerOf({ signer: stranger })] },
    ],
    'unknown',
  ),
  hostile('an order of Polymarket of another signer', polymarket({ signer: stranger }), 'unknown'),
  hostile('an order of Polymarket on an unknown side', polymarket({ side: 2 }), 'unknown'),
  hostile('an order of Polymarket at another contract', polymarket({}, stranger), 'unknown'),
  hostile('an order of CoW at another contract', withDomain(cow(), { verifyingContract: stranger }), 'unknown'),
  hostile('an order of CoW of another kind', cow({ kind: 'gift' }), 'unknown'),
  hostile('an order of CoW with another version', withDomain(cow(), { version: 'v3' }), 'unknown'),
  hostile('an order of CoW that pays a stranger', cow({ receiver: stranger }), 'permission', {
    said: [/Someone else gets paid/, /0x91cE…3f10 gets what you are paid/],
    unsaid: [/Swap/, /WETH/],
  }),
  hostile(
    'the end of an order at another contract',
    ['OrderCancellation(bytes orderUid)', { ...cow()[1], verifyingContract: stranger }, { orderUid: '0x00' }],
    'unknown',
    { unsaid: [/Cancel an/] },
  ),
  hostile('an order of 1inch with an extension', oneInch({ makerTraits: 1n << 249n }), 'unknown'),
  hostile('an order of 1inch of another account', oneInch({ maker: stranger }), 'unknown'),
  hostile('an order of 1inch at another contract', withDomain(oneInch(), { verifyingContract: stranger }), 'unknown'),
  hostile('an order of the router 5 of 1inch with interactions', oneInch5({ interactions: '0x01' }), 'unknown'),
  hostile(
    'an order of the router 5 of 1inch with the domain of 6',
    [oneInch5()[0], oneInch()[1], oneInch5()[2]],
    'unknown',
  ),
  hostile('an order of 0x of another account', limitOrder({ maker: friend }), 'unknown'),
  hostile('an order of 0x at another contract', withDomain(limitOrder(), { verifyingContract: stranger }), 'unknown'),
  hostile('an order of 0x with the name of a copy', withDomain(limitOrder(), { name: '0x Protocol' }), 'unknown'),
  hostile('an order of 0x that gets nothing', limitOrder({ takerAmount: 0 }), 'permission', {
    said: [/Give away 300 DAI\?/, /You would get nothing/],
    unsaid: [/Swap/],
  }),
]

export const hostileTokens: readonly HostileRow[] = [...permits, ...permit2, ...orders]
