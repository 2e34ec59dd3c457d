import { type Address, type Hex, isAddressEqual } from 'viem'
import { domainTypes, endOf, erc20, isNobody, type TypedDataForm, type Understood } from '../form.ts'

type Sides = {
  maker: Address
  receiver: Address
  makerAsset: Address
  takerAsset: Address
  makingAmount: bigint
  takingAmount: bigint
}

const read = (order: Sides, until: bigint | null, account: Address): Understood | null => {
  const { maker, receiver, makerAsset, takerAsset, makingAmount, takingAmount } = order
  if (!isAddressEqual(maker, account)) return null
  const isOwn = isNobody(receiver) || isAddressEqual(receiver, account)
  const gives = [{ asset: erc20(makerAsset), amount: makingAmount }]
  const gets = isOwn ? [{ asset: erc20(takerAsset), amount: takingAmount }] : []
  return { deed: 'order', protocol: '1inch', orders: [{ gives, gets, until, ...(!isOwn && { receiver }) }] }
}

const hasExtension = 1n << 249n

/**
 * 1inch's limit orders of the router's version 6. An extension may compute other amounts than the order names, so an
 * order with one cannot be read.
 */
export const oneInchOrder: TypedDataForm = {
  types: [
    'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
  ],
  domain: {
    types: [domainTypes.whole],
    names: ['1inch Aggregation Router'],
    versions: ['6'],
    contracts: ['0x111111125421cA6dc452d289314280a0f8842A65'],
  },
  read: ({ makerTraits, ...order }: Sides & { makerTraits: bigint }, { account }) =>
    (makerTraits & hasExtension) === 0n ? read(order, endOf((makerTraits >> 80n) & 0xffffffffffn), account) : null,
}

/** The orders of the router's version 5. Interactions may compute other amounts and hold the order's end. */
export const oneInchOrder5: TypedDataForm = {
  types: [
    'Order(uint256 salt,address makerAsset,address takerAsset,address maker,address receiver,address allowedSender,uint256 makingAmount,uint256 takingAmount,uint256 offsets,bytes interactions)',
  ],
  domain: {
    types: [domainTypes.whole],
    names: ['1inch Aggregation Router'],
    versions: ['5'],
    contracts: ['0x1111111254EEB25477B68fb85Ed929f73A960582'],
  },
  read: ({ interactions, ...order }: Sides & { interactions: Hex }, { account }) =>
    interactions === '0x' ? read(order, null, account) : null,
}
