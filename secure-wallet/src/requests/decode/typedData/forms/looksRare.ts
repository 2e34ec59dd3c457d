import { type Address, isAddressEqual } from 'viem'
import { domainTypes, endOf, erc20OrNative, type Order, type OrderItem, type TypedDataForm } from '../form.ts'

const maker =
  'Maker(uint8 quoteType,uint256 globalNonce,uint256 subsetNonce,uint256 orderNonce,uint256 strategyId,uint8 collectionType,address collection,address currency,address signer,uint256 startTime,uint256 endTime,uint256 price,uint256[] itemIds,uint256[] amounts,bytes additionalParameters)'

const domain: TypedDataForm['domain'] = {
  types: [domainTypes.whole],
  names: ['LooksRareProtocol'],
  versions: ['2'],
  contracts: ['0x0000000000E655fAe4d56241588680F86E3b2377'],
}

type Maker = {
  quoteType: bigint
  strategyId: bigint
  collectionType: bigint
  collection: Address
  currency: Address
  signer: Address
  endTime: bigint
  price: bigint
  itemIds: readonly bigint[]
  amounts: readonly bigint[]
}

export const looksRareOrder: TypedDataForm = {
  types: [maker],
  domain,
  read: (order: Maker, { account }) => {
    const read = readMaker(order, account)
    return read && { deed: 'order', protocol: 'LooksRare', orders: [read] }
  },
}

type Tree = Maker | readonly Tree[]

/** The signature is valid for each order of the tree. */
export const looksRareBatch: TypedDataForm = {
  types: [
    new RegExp(String.raw`^BatchOrder\(Maker(?:\[2\]){1,10} tree\)${maker.replace(/[()[\]]/g, String.raw`\$&`)}$`),
  ],
  domain,
  read: ({ tree }: { tree: Tree }, { account }) => {
    const orders = leavesOf(tree).map((leaf) => readMaker(leaf, account))
    const known = orders.filter((order) => order !== null)
    return known.length === orders.length ? { deed: 'order', protocol: 'LooksRare', orders: known } : null
  },
}

const leavesOf = (tree: Tree): Maker[] =>
  Array.isArray(tree) ? (tree as readonly Tree[]).flatMap(leavesOf) : [tree as Maker]

/** Reads the standard strategy, which names the items and one price. The marketplace takes its fee from the price. */
const readMaker = (order: Maker, account: Address): Order | null => {
  const { quoteType, strategyId, collectionType, collection: token, itemIds, amounts, price } = order
  const isStandard = strategyId === 0n && quoteType <= 1n && collectionType <= 1n && itemIds.length === amounts.length
  if (!isStandard || !isAddressEqual(order.signer, account)) return null
  const pieces = itemIds.map((id, index): OrderItem => {
    const kind = collectionType === 0n ? ('erc721' as const) : ('erc1155' as const)
    return { asset: { kind, token, id }, amount: amounts[index] ?? 0n }
  })
  const money: OrderItem[] = [{ asset: erc20OrNative(order.currency), amount: price }]
  const [gives, gets] = quoteType === 1n ? [pieces, money] : [money, pieces]
  return { gives, gets, until: endOf(order.endTime) }
}
