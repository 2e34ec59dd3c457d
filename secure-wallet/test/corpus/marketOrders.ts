import { type CorpusRow, type Domain, friend, me, permission, typedRow } from './shape.ts'

/** Orders of Blur (`code-423n4/2022-10-blur`), LooksRare v2 and Polymarket, by their published type strings. */
const zero = '0x0000000000000000000000000000000000000000'
const [bayc, weth, names] = [
  '0xBC4CA0EdA7647A8aB7C2061c2E118A18a936f13D',
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85',
]
const fees = '0x0000a26b00c1F0DF003000390027140000fAa719'
const until = 1_900_000_000
const ether = 10n ** 18n

const blurDomain: Domain = {
  name: 'Blur Exchange',
  version: '1.0',
  chainId: 1,
  verifyingContract: '0x000000000000Ad05Ccc4F10045630fb830B95127',
}
const blurType =
  'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)'
export const blurOrder = (more: object = {}): [string, Domain, object] => [
  blurType,
  blurDomain,
  {
    ...{
      trader: me,
      side: 1,
      matchingPolicy: '0x00000000006411739DA1c40B106F8511de5D1FAC',
      collection: bayc,
      tokenId: 14,
      amount: 1,
    },
    ...{
      paymentToken: zero,
      price: 2n * ether,
      listingTime: 1,
      expirationTime: until,
      fees: [{ rate: 50, recipient: fees }],
    },
    ...{ salt: 3, extraParams: '0x', nonce: 0, ...more },
  },
]
const blurRows: CorpusRow[] = [
  typedRow('a listing at Blur', blurOrder(), permission('Sell BAYC #14 for 1.99 ETH', '−BAYC #14', '+1.99 ETH')),
  typedRow(
    'a listing at Blur without fees',
    blurOrder({ fees: [], matchingPolicy: '0x0000000000daB4A563819e8fd93dbA3b25BC3495' }),
    permission('Sell BAYC #14 for 2 ETH', '−BAYC #14', '+2 ETH'),
  ),
  typedRow(
    'a bid at Blur',
    blurOrder({ side: 0, paymentToken: weth, fees: [] }),
    permission('Buy BAYC #14 for 2 WETH', '−2 WETH', '+BAYC #14'),
  ),
  typedRow(
    'a listing at Blur for nothing',
    blurOrder({ price: 0n }),
    permission('Give away BAYC #14?', '−BAYC #14', '+0 ETH'),
  ),
]

const looksRareDomain: Domain = {
  name: 'LooksRareProtocol',
  version: '2',
  chainId: 1,
  verifyingContract: '0x0000000000E655fAe4d56241588680F86E3b2377',
}
const maker =
  'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)'
export const makerOf = (more: object = {}) => ({
  ...{
    quoteType: 1,
    globalNonce: 0,
    subsetNonce: 0,
    orderNonce: 0,
    strategyId: 0,
    collectionType: 0,
    collection: bayc,
  },
  ...{
    currency: zero,
    signer: me,
    startTime: 1,
    endTime: until,
    price: ether,
    itemIds: [14],
    amounts: [1],
    additionalParameters: '0x',
  },
  ...more,
})
export const looksRare = (more: object = {}): [string, Domain, object] => [maker, looksRareDomain, makerOf(more)]
const looksRareRows: CorpusRow[] = [
  typedRow('a listing at LooksRare', looksRare(), permission('Sell BAYC #14 for 1 ETH', '−BAYC #14', '+1 ETH')),
  typedRow(
    'a bid at LooksRare',
    looksRare({ quoteType: 0, currency: weth }),
    permission('Buy BAYC #14 for 1 WETH', '−1 WETH', '+BAYC #14'),
  ),
  typedRow(
    'a listing of an edition at LooksRare',
    looksRare({ collectionType: 1, collection: names, amounts: [3] }),
    permission('Sell 3 × ENS-NAME #14 for 1 ETH', '−3 × ENS-NAME #14', '+1 ETH'),
  ),
  typedRow(
    'a listing of two pieces at LooksRare',
    looksRare({ itemIds: [14, 15], amounts: [1, 1] }),
    permission('Sell BAYC #14 and BAYC #15 for 1 ETH', '−BAYC #14', '−BAYC #15', '+1 ETH'),
  ),
  typedRow(
    'a batch at LooksRare',
    [`BatchOrder(Maker[2] tree)${maker}`, looksRareDomain, { tree: [makerOf(), makerOf({ itemIds: [15] })] }],
    permission('Sign 2 orders at LooksRare', '−BAYC #14', '+1 ETH', '−BAYC #15', '+1 ETH'),
  ),
]

const polymarketType =
  'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)'
export const polymarket = (
  more: object = {},
  contract = '0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E',
): [string, Domain, object] => [
  polymarketType,
  { name: 'Polymarket CTF Exchange', version: '1', chainId: 137, verifyingContract: contract },
  {
    ...{
      salt: 1,
      maker: friend,
      signer: me,
      taker: zero,
      tokenId: 42,
      makerAmount: 6_000_000n,
      takerAmount: 10_000_000n,
    },
    ...{ expiration: 0, nonce: 0, feeRateBps: 0, side: 0, signatureType: 1, ...more },
  },
]
const polymarketRows: CorpusRow[] = [
  typedRow(
    'a bet at Polymarket',
    polymarket(),
    permission('Buy 10000000 × OUTCOME #42 for 6 USDC.e', '−6 USDC.e', '+10000000 × OUTCOME #42'),
  ),
  typedRow(
    'the sale of a bet at Polymarket',
    polymarket(
      { side: 1, makerAmount: 10_000_000n, takerAmount: 7_500_000n, expiration: until },
      '0xC5d563A36AE78145C45a50134d48A1215220f80a',
    ),
    permission('Sell 10000000 × OUTCOME #42 for 7.5 USDC.e', '−10000000 × OUTCOME #42', '+7.5 USDC.e'),
  ),
]

export const marketOrders: readonly CorpusRow[] = [...blurRows, ...looksRareRows, ...polymarketRows]
