import { type CorpusRow, type Domain, me, permission, stranger, typedRow } from './shape.ts'

/** Orders of Seaport, by the type strings of `ProjectOpenSea/seaport`. */
const zero = '0x0000000000000000000000000000000000000000'
const [bayc, weth, usdc, names] = [
  '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85',
] as const
const fees = '0x0000a26b00c1F0DF003000390027140000fAa719'
const hash = `0x${'00'.repeat(32)}`
const until = 1_900_000_000
export const ether = 10n ** 18n

const seaports: { readonly [version: string]: string } = {
  '1.1': '0x00000000006c3852cbEf3e08E8dF289169EdE581',
  '1.2': '0x00000000000006c7676171937C444f6BDe3D6282',
  '1.3': '0x0000000000000aD24e80fd803C6ac37206a45f15',
  '1.4': '0x00000000000001ad428e4906aE43D8F9852d0dD6',
  '1.5': '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC',
  '1.6': '0x0000000000000068F116a894984e2DB1123eB395',
}
export const seaportDomain = (version = '1.6', chainId = 1): Domain => ({
  ...{ name: 'Seaport', version, chainId },
  verifyingContract: seaports[version] ?? zero,
})
const items =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
const components =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'
export const seaportType = components + items

type Item = readonly [
  itemType: number,
  token: string,
  id: number,
  start: bigint,
  end?: bigint | undefined,
  recipient?: string,
]
const itemOf = ([itemType, token, identifierOrCriteria, startAmount, endAmount = startAmount]: Item) => ({
  ...{ itemType, token, identifierOrCriteria, startAmount, endAmount },
})
export const seaportOrder = (offer: readonly Item[], gets: readonly Item[], more: object = {}) => ({
  ...{ offerer: me, zone: zero, offer: offer.map(itemOf) },
  consideration: gets.map((item) => ({ ...itemOf(item), recipient: item[5] ?? me })),
  ...{ orderType: 0, startTime: 1, endTime: until, zoneHash: hash, salt: 7, conduitKey: hash, counter: 0 },
  ...more,
})
const seaport = (
  name: string,
  [offer, gets]: readonly [readonly Item[], readonly Item[]],
  card: CorpusRow['card'],
  domain = seaportDomain(),
): CorpusRow => typedRow(name, [seaportType, domain, seaportOrder(offer, gets)], card)

const ape: Item = [2, bayc, 14, 1n]
const listing = [
  [ape],
  [
    [0, zero, 0, 391n * 10n ** 15n],
    [0, zero, 0, 29n * 10n ** 15n, undefined, fees],
  ],
] as const
const sold = permission('Sell BAYC #14 for 0.391 ETH', '−BAYC #14', '+0.391 ETH')

/** A tree of orders with this height. Empty orders fill it. */
export const bulkOf = (height: number, orders: readonly object[]): [string, Domain, object] => {
  const empty = seaportOrder([], [], { offerer: zero, endTime: 0 })
  let tree: unknown[] = Array.from({ length: 2 ** height }, (_, index) => orders[index] ?? empty)
  while (tree.length > 2) tree = Array.from({ length: tree.length / 2 }, (_, at) => tree.slice(at * 2, at * 2 + 2))
  return [`BulkOrder(OrderComponents${'[2]'.repeat(height)} tree)${items}${components}`, seaportDomain(), { tree }]
}
const second = seaportOrder([[2, bayc, 15, 1n]], [[0, zero, 0, ether]])

export const seaportRows: readonly CorpusRow[] = [
  ...Object.keys(seaports).map((version) =>
    seaport(`a listing with Seaport ${version}`, listing, sold, seaportDomain(version)),
  ),
  seaport(
    'a listing on Base',
    [[[3, bayc, 5, 2n]], [[0, zero, 0, ether]]],
    permission('Sell 2 × unknown token 0xBC4C…f13D #5 for 1 ETH', '−2 × unknown token 0xBC4C…f13D #5', '+1 ETH'),
    seaportDomain('1.6', 8453),
  ),
  seaport(
    'a listing whose price falls',
    [[ape], [[0, zero, 0, 3n * ether, ether]]],
    permission('Sell BAYC #14 for 1 ETH', '−BAYC #14', '+1 ETH'),
  ),
  seaport(
    'a listing for a token',
    [[ape], [[1, usdc, 0, 900_000_000n]]],
    permission('Sell BAYC #14 for 900 USDC', '−BAYC #14', '+900 USDC'),
  ),
  seaport(
    'a listing for the coin and a token',
    [
      [ape],
      [
        [0, zero, 0, ether],
        [1, usdc, 0, 5_000_000n],
      ],
    ],
    permission('Sell BAYC #14 for 1 ETH and 5 USDC', '−BAYC #14', '+1 ETH', '+5 USDC'),
  ),
  seaport(
    'a bid for one piece',
    [[[1, weth, 0, ether]], [ape, [1, weth, 0, 25n * 10n ** 15n, undefined, fees]]],
    permission('Buy BAYC #14 for 1 WETH', '−1 WETH', '+BAYC #14'),
  ),
  seaport(
    'a bid whose price rises',
    [[[1, weth, 0, ether, 2n * ether]], [ape]],
    permission('Buy BAYC #14 for 2 WETH', '−2 WETH', '+BAYC #14'),
  ),
  seaport(
    'a bid for a collection',
    [[[1, weth, 0, ether]], [[4, bayc, 0, 1n]]],
    permission('Buy 1 of any BAYC for 1 WETH', '−1 WETH', '+1 of any BAYC'),
  ),
  seaport(
    'a bid for several of an edition',
    [[[1, weth, 0, ether]], [[5, names, 12_345, 4n]]],
    permission('Buy 4 of any ENS-NAME for 1 WETH', '−1 WETH', '+4 of any ENS-NAME'),
  ),
  seaport(
    'a trade of pieces',
    [[ape], [[2, names, 8, 1n]]],
    permission('Sell BAYC #14 for ENS-NAME #8', '−BAYC #14', '+ENS-NAME #8'),
  ),
  seaport(
    'a trade of tokens',
    [[[1, usdc, 0, 3_000_000_000n]], [[1, weth, 0, ether]]],
    permission('Swap 3,000 USDC for 1 WETH', '−3,000 USDC', '+1 WETH'),
  ),
  seaport('a gift', [[ape], []], permission('Give away BAYC #14?', '−BAYC #14')),
  seaport('a sale for nothing', [[ape], [[0, zero, 0, 0n]]], permission('Give away BAYC #14?', '−BAYC #14', '+0 ETH')),
  seaport(
    'a sale whose price falls to nothing',
    [[ape], [[0, zero, 0, 5n * ether, 0n]]],
    permission('Give away BAYC #14?', '−BAYC #14', '+0 ETH'),
  ),
  seaport(
    'a sale that pays a stranger',
    [[ape], [[0, zero, 0, 5n * ether, undefined, stranger]]],
    permission('Give away BAYC #14?', '−BAYC #14'),
  ),
  typedRow('a bulk order of one listing', bulkOf(1, [seaportOrder(...listing)]), sold),
  typedRow(
    'a bulk order of two listings',
    bulkOf(1, [seaportOrder(...listing), second]),
    permission('Sign 2 orders at Seaport', '−BAYC #14', '+0.391 ETH', '−BAYC #15', '+1 ETH'),
  ),
  typedRow(
    'a bulk order of height 2',
    bulkOf(2, [seaportOrder(...listing), second, second]),
    permission('Sign 3 orders at Seaport', '−BAYC #14', '+0.391 ETH', '−BAYC #15', '+1 ETH', '−BAYC #15', '+1 ETH'),
  ),
  ...[3, 5, 7].map((height) =>
    typedRow(
      `a bulk order of height ${height}`,
      bulkOf(height, [second]),
      permission('Sell BAYC #15 for 1 ETH', '−BAYC #15', '+1 ETH'),
    ),
  ),
]
