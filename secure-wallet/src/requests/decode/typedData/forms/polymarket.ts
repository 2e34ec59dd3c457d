import { type Address, isAddressEqual } from 'viem'
import { domainTypes, endOf, erc20, isNobody, type OrderItem, type TypedDataForm } from '../form.ts'

/** The collateral and the outcomes of Polymarket on Polygon. */
const collateral = '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174'
const outcomes = '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045'

type PolymarketOrder = {
  signer: Address
  taker: Address
  tokenId: bigint
  makerAmount: bigint
  takerAmount: bigint
  expiration: bigint
  side: bigint
}

export const polymarketOrder: TypedDataForm = {
  types: [
    'Order(uint256 salt,address maker,address signer,address taker,uint256 tokenId,uint256 makerAmount,uint256 takerAmount,uint256 expiration,uint256 nonce,uint256 feeRateBps,uint8 side,uint8 signatureType)',
  ],
  domain: {
    types: [domainTypes.whole],
    names: ['Polymarket CTF Exchange'],
    versions: ['1'],
    contracts: ['0x4bFb41d5B3570DeFd03C39a9A4D8dE6Bd8B8982E', '0xC5d563A36AE78145C45a50134d48A1215220f80a'],
  },
  read: (order: PolymarketOrder, { account }) => {
    const { side, tokenId: id, makerAmount, takerAmount, taker } = order
    if (!isAddressEqual(order.signer, account) || side > 1n) return null
    const isSale = side === 1n
    const money: OrderItem = { asset: erc20(collateral), amount: isSale ? takerAmount : makerAmount }
    const piece: OrderItem = {
      asset: { kind: 'erc1155', token: outcomes, id },
      amount: isSale ? makerAmount : takerAmount,
    }
    const [give, get] = isSale ? [piece, money] : [money, piece]
    return {
      deed: 'order',
      protocol: 'Polymarket',
      orders: [{ gives: [give], gets: [get], until: endOf(order.expiration), ...(!isNobody(taker) && { taker }) }],
    }
  },
}
