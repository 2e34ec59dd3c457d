import { type Address, isAddressEqual } from 'viem'
import type { Asset } from '../../action.ts'
import {
  domainTypes,
  endOf,
  isNobody,
  larger,
  type Order,
  type OrderItem,
  smaller,
  type TypedDataForm,
} from '../form.ts'

const items =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)'
const components =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)'
const escaped = (text: string): string => text.replace(/[()[\]]/g, String.raw`\$&`)

/** Seaport has one address for each of its versions, the same on every network. */
const domain: TypedDataForm['domain'] = {
  types: [domainTypes.whole],
  names: ['Seaport'],
  versions: ['1.1', '1.2', '1.3', '1.4', '1.5', '1.6'],
  contracts: [
    '0x00000000006c3852cbEf3e08E8dF289169EdE581',
    '0x00000000000006c7676171937C444f6BDe3D6282',
    '0x0000000000000aD24e80fd803C6ac37206a45f15',
    '0x00000000000001ad428e4906aE43D8F9852d0dD6',
    '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC',
    '0x0000000000000068F116a894984e2DB1123eB395',
  ],
}

type Item = { itemType: bigint; token: Address; identifierOrCriteria: bigint; startAmount: bigint; endAmount: bigint }
type Components = {
  offerer: Address
  offer: readonly Item[]
  consideration: readonly (Item & { recipient: Address })[]
  endTime: bigint
}

export const seaportOrder: TypedDataForm = {
  types: [`${components}${items}`],
  domain,
  read: (order: Components, { account }) => {
    const read = readOrder(order, account)
    return read && { deed: 'order', protocol: 'Seaport', orders: [read] }
  },
}

type Tree = Components | readonly Tree[]

/** The signature is valid for each order of the tree. Empty orders fill the tree up to a power of two. */
export const seaportBulkOrder: TypedDataForm = {
  types: [
    new RegExp(String.raw`^BulkOrder\(OrderComponents(?:\[2\]){1,24} tree\)${escaped(items)}${escaped(components)}$`),
  ],
  domain,
  read: ({ tree }: { tree: readonly Tree[] }, { account }) => {
    const leaves = leavesOf(tree).filter(({ offerer, offer }) => !isNobody(offerer) || offer.length > 0)
    const orders = leaves.map((leaf) => readOrder(leaf, account))
    const known = orders.filter((order) => order !== null)
    return known.length === orders.length && known.length > 0
      ? { deed: 'order', protocol: 'Seaport', orders: known }
      : null
  },
}

const leavesOf = (tree: Tree): Components[] =>
  Array.isArray(tree) ? (tree as readonly Tree[]).flatMap(leavesOf) : [tree as Components]

const readOrder = ({ offerer, offer, consideration, endTime }: Components, account: Address): Order | null => {
  if (!isAddressEqual(offerer, account)) return null
  // An amount may move from its start to its end, so the order promises the worse of both.
  const gives = offer.map((item) => readItem(item, larger(item.startAmount, item.endAmount)))
  const own = consideration.filter(({ recipient }) => isAddressEqual(recipient, account))
  const gets = own.map((item) => readItem(item, smaller(item.startAmount, item.endAmount)))
  if (gives.includes(null) || gets.includes(null)) return null
  return { gives: gives as OrderItem[], gets: gets as OrderItem[], until: endOf(endTime) }
}

const readItem = ({ itemType, token, identifierOrCriteria: id }: Item, amount: bigint): OrderItem | null => {
  const asset = assets[Number(itemType)]?.(token, id)
  return asset ? { asset, amount, ...(itemType >= 4n && { isAnyOf: true }) } : null
}

/** By the number of the item type. With criteria, any collectible fits that belongs to a set or to the collection. */
const assets: readonly ((token: Address, id: bigint) => Asset)[] = [
  () => ({ kind: 'native' }),
  (token) => ({ kind: 'erc20', token }),
  (token, id) => ({ kind: 'erc721', token, id }),
  (token, id) => ({ kind: 'erc1155', token, id }),
  (token, id) => ({ kind: 'erc721', token, id }),
  (token, id) => ({ kind: 'erc1155', token, id }),
]
