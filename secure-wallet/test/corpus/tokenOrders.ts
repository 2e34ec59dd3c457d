import { type CorpusRow, type Domain, friend, me, permission, stranger, typedRow } from './shape.ts'

/** Orders for tokens: CoW Protocol (`cowprotocol/contracts`), 1inch (routers 5 and 6) and 0x v4 (`0xProject/protocol`). */
const zero = '0x0000000000000000000000000000000000000000'
const [usdc, weth, dai] = [
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
]
const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
const hash = `0x${'5a'.repeat(32)}`
const until = 1_900_000_000
const ether = 10n ** 18n

const cowDomain = (chainId = 1): Domain => ({
  ...{ name: 'Gnosis Protocol', version: 'v2', chainId },
  verifyingContract: '0x9008D19f58AAbD9eD0D60971565AA8510560ab41',
})
const cowType =
  'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)'
export const cow = (more: object = {}, chainId = 1): [string, Domain, object] => [
  cowType,
  cowDomain(chainId),
  {
    ...{ sellToken: usdc, buyToken: weth, receiver: me, sellAmount: 3_000_000_000n, buyAmount: ether, validTo: until },
    ...{ appData: hash, feeAmount: 0n, kind: 'sell', partiallyFillable: false },
    ...{ sellTokenBalance: 'erc20', buyTokenBalance: 'erc20', ...more },
  },
]
const paidAway = permission('Give away 3,000 USDC?', '−3,000 USDC')
const swap = permission('Swap 3,000 USDC for 1 WETH', '−3,000 USDC', '+1 WETH')
const cowRows: CorpusRow[] = [
  typedRow('a swap at CoW', cow(), swap),
  typedRow('a swap at CoW for the account itself', cow({ receiver: zero }), swap),
  typedRow('a purchase at CoW', cow({ kind: 'buy' }), swap),
  typedRow(
    'a swap at CoW with a fee',
    cow({ feeAmount: 5_000_000n }),
    permission('Swap 3,005 USDC for 1 WETH', '−3,005 USDC', '+1 WETH'),
  ),
  typedRow(
    'a swap at CoW for the coin',
    cow({ buyToken: coin }),
    permission('Swap 3,000 USDC for 1 ETH', '−3,000 USDC', '+1 ETH'),
  ),
  typedRow('a swap at CoW in parts', cow({ partiallyFillable: true }), swap),
  typedRow('a swap at CoW whose proceeds go to somebody else', cow({ receiver: stranger }), paidAway),
  typedRow(
    'a swap at CoW for nothing',
    cow({ buyAmount: 0n }),
    permission('Give away 3,000 USDC?', '−3,000 USDC', '+0 WETH'),
  ),
  typedRow(
    'a swap at CoW on Arbitrum',
    cow(
      {
        sellToken: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
        buyToken: '0x912CE59144191C1204E64559FE8253a0e49E6548',
      },
      42161,
    ),
    permission('Swap 3,000 USDC for 1 ARB', '−3,000 USDC', '+1 ARB'),
  ),
  typedRow(
    'the end of orders at CoW',
    ['OrderCancellations(bytes[] orderUids)', cowDomain(), { orderUids: [`0x${'ab'.repeat(56)}`] }],
    { title: 'Cancel an order or a payment', kind: 'message', effects: [] },
  ),
  typedRow(
    'the end of an order at CoW',
    ['OrderCancellation(bytes orderUid)', cowDomain(), { orderUid: `0x${'ab'.repeat(56)}` }],
    { title: 'Cancel an order or a payment', kind: 'message', effects: [] },
  ),
]

const sides = {
  maker: me,
  receiver: zero,
  makerAsset: usdc,
  takerAsset: weth,
  makingAmount: 3_000_000_000n,
  takingAmount: ether,
}
export const oneInch = (more: object = {}, chainId = 1): [string, Domain, object] => [
  'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
  {
    name: '1inch Aggregation Router',
    version: '6',
    chainId,
    verifyingContract: '0x111111125421cA6dc452d289314280a0f8842A65',
  },
  { salt: 1, ...sides, makerTraits: BigInt(until) << 80n, ...more },
]
export const oneInch5 = (more: object = {}): [string, Domain, object] => [
  'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)',
  {
    name: '1inch Aggregation Router',
    version: '5',
    chainId: 1,
    verifyingContract: '0x1111111254EEB25477B68fb85Ed929f73A960582',
  },
  { salt: 1, ...sides, allowedSender: zero, offsets: 0, interactions: '0x', ...more },
]
const oneInchRows: CorpusRow[] = [
  typedRow('a limit order at 1inch', oneInch(), swap),
  typedRow('a limit order at 1inch without an end', oneInch({ makerTraits: 0n }), swap),
  typedRow('a limit order at 1inch for the account itself', oneInch({ receiver: me }), swap),
  typedRow('a limit order at 1inch that pays somebody else', oneInch({ receiver: friend }), paidAway),
  typedRow(
    'a limit order at 1inch on Base',
    oneInch(
      {
        makerAsset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        takerAsset: '0x4200000000000000000000000000000000000006',
      },
      8453,
    ),
    swap,
  ),
  typedRow('a limit order of the router 5 of 1inch', oneInch5(), swap),
]

const zeroExDomain = (chainId = 1): Domain => ({
  ...{ name: 'ZeroEx', version: '1.0.0', chainId },
  verifyingContract:
    chainId === 10 ? '0xDEF1ABE32c034e558Cdd535791643C58a13aCC10' : '0xDef1C0ded9bec7F1a1670819833240f027b25EfF',
})
const amounts = 'address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount'
const amountsOf = {
  makerToken: dai,
  takerToken: weth,
  makerAmount: 300n * ether,
  takerAmount: ether / 10n,
  maker: me,
  taker: zero,
}
const zeroEx = permission('Swap 300 DAI for 0.1 WETH', '−300 DAI', '+0.1 WETH')
export const limitOrder = (more: object = {}): [string, Domain, object] => [
  `LimitOrder(${amounts},uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,bytes32 pool,uint64 expiry,uint256 salt)`,
  zeroExDomain(),
  {
    ...amountsOf,
    takerTokenFeeAmount: 0,
    sender: zero,
    feeRecipient: zero,
    pool: hash,
    expiry: until,
    salt: 1,
    ...more,
  },
]
const zeroExRows: CorpusRow[] = [
  typedRow('a limit order at 0x', limitOrder(), zeroEx),
  typedRow('a limit order at 0x for one taker', limitOrder({ taker: friend }), zeroEx),
  typedRow(
    'a quote at 0x',
    [
      `RfqOrder(${amounts},address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)`,
      zeroExDomain(),
      { ...amountsOf, txOrigin: stranger, pool: hash, expiry: until, salt: 1 },
    ],
    zeroEx,
  ),
  typedRow(
    'an order between two at 0x',
    [
      `OtcOrder(${amounts},address maker,address taker,address txOrigin,uint256 expiryAndNonce)`,
      zeroExDomain(),
      { ...amountsOf, taker: friend, txOrigin: stranger, expiryAndNonce: (BigInt(until) << 192n) + 5n },
    ],
    zeroEx,
  ),
  typedRow(
    'a limit order at 0x on OP Mainnet',
    [
      limitOrder()[0],
      zeroExDomain(10),
      {
        ...limitOrder()[2],
        makerToken: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
        takerToken: '0x4200000000000000000000000000000000000042',
      },
    ],
    permission('Swap 300 DAI for 0.1 OP', '−300 DAI', '+0.1 OP'),
  ),
]

export const tokenOrders: readonly CorpusRow[] = [...cowRows, ...oneInchRows, ...zeroExRows]
