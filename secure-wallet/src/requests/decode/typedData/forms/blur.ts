import { type Address, isAddressEqual } from 'viem'
import { domainTypes, endOf, erc20OrNative, type OrderItem, type TypedDataForm } from '../form.ts'

type BlurOrder = {
  trader: Address
  side: bigint
  matchingPolicy: Address
  collection: Address
  tokenId: bigint
  amount: bigint
  paymentToken: Address
  price: bigint
  expirationTime: bigint
  fees: readonly { rate: bigint }[]
}

const policies: readonly Address[] = [
  '0x00000000006411739DA1c40B106F8511de5D1FAC',
  '0x0000000000daB4A563819e8fd93dbA3b25BC3495',
]
const rateUnit = 10_000n

/** One order of Blur's first exchange. Its other forms sign only the hash of a list, so nobody can read their price. */
export const blurOrder: TypedDataForm = {
  types: [
    'Order(address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce)Fee(uint16 rate,address recipient)',
  ],
  domain: {
    types: [domainTypes.whole],
    names: ['Blur Exchange'],
    versions: ['1.0'],
    contracts: ['0x000000000000Ad05Ccc4F10045630fb830B95127'],
  },
  read: (order: BlurOrder, { account }) => {
    const { side, collection: token, tokenId: id, amount, price, fees } = order
    if (!isAddressEqual(order.trader, account) || side > 1n) return null
    if (!policies.some((policy) => isAddressEqual(policy, order.matchingPolicy))) return null
    const rate = fees.reduce((sum, fee) => sum + fee.rate, 0n)
    if (rate > rateUnit) return null
    const piece: OrderItem = { asset: { kind: 'erc721', token, id }, amount }
    const money = erc20OrNative(order.paymentToken)
    const isSale = side === 1n
    const sides = isSale
      ? { gives: [piece], gets: [{ asset: money, amount: price - (price * rate) / rateUnit }] }
      : { gives: [{ asset: money, amount: price }], gets: [piece] }
    return { deed: 'order', protocol: 'Blur', orders: [{ ...sides, until: endOf(order.expirationTime) }] }
  },
}
