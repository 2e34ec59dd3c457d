import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import type { Asset } from '../decode/action.ts'

/**
 * The real effects of a simulated call on an account: balance changes (negative if the account loses) and new
 * allowances. `receivers`: who gets what leaves the account.
 */
export type SimulatedEffects = { changes: BalanceChange[]; grants: SimulatedAllowance[]; receivers: Address[] }
export type BalanceChange = { asset: EffectAsset; amount: bigint }
export type EffectAsset = Exclude<Asset, { kind: 'token' }>
/** An allowance that a call gives. `amount` null: the allowance covers the whole collection. */
export type SimulatedAllowance = {
  asset: EffectAsset | { kind: 'collection'; token: Address }
  spender: Address
  amount: bigint | null
}

export type Log = { address: Address; topics: readonly Hex[]; data: Hex }
export type NativeTransfer = { from: Address; to: Address; value: bigint }

/** `eth_simulateV1` logs transfers of the native coin under this address. */
const nativeLogger = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  permit2Approval: '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  permit2Permit: '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
  /** ERC-777 names the operator first, and its operator may take everything. */
  authorizedOperator: '0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9',
  /** `OperatorSet` of ERC-6909. */
  operatorSet: '0xceb576d9f15e4e200fdb5096d64d5dfd667e16def20c1eefd14256d8e3faa267',
  /** Somebody may borrow against the account's deposits (Aave). */
  borrowAllowance: '0xda919360433220e13b51e8c211e490d148e61a3bd53de8c097194e458b97f3e1',
} as const

/** Sums up the effects of logs and native transfers on `account`. A log that breaks its standard is ignored. */
export const sumEffects = (
  account: Address,
  logs: readonly Log[],
  moves: readonly NativeTransfer[],
): SimulatedEffects => {
  const changes = new Map<string, BalanceChange>()
  const grants = new Map<string, SimulatedAllowance>()
  const receivers = new Set<Address>()
  const isOwn = (address: Address): boolean => isAddressEqual(address, account)
  const add = (asset: EffectAsset, amount: bigint, from: Address, to: Address): void => {
    const signed = (isOwn(to) ? amount : 0n) - (isOwn(from) ? amount : 0n)
    if (signed === 0n) return
    if (signed < 0n) receivers.add(getAddress(to))
    const key = assetKeyOf(asset)
    changes.set(key, { asset, amount: (changes.get(key)?.amount ?? 0n) + signed })
  }
  const grant = (asset: SimulatedAllowance['asset'], owner: Address, spender: Address, amount: bigint | null): void => {
    // If a spender gets several allowances for one asset, the last one counts. An allowance of zero revokes an earlier
    // one.
    if (isOwn(owner)) grants.set(grantKeyOf({ asset, spender }), { asset, spender, amount })
  }

  for (const { from, to, value } of moves) add({ kind: 'native' }, value, from, to)
  for (const log of logs) readLog(log, add, grant)
  return {
    changes: [...changes.values()].filter(({ amount }) => amount !== 0n),
    grants: [...grants.values()].filter(({ amount }) => amount !== 0n),
    receivers: [...receivers],
  }
}

type Add = (asset: EffectAsset, amount: bigint, from: Address, to: Address) => void
type Grant = (asset: SimulatedAllowance['asset'], owner: Address, spender: Address, amount: bigint | null) => void

const readLog = (log: Log, add: Add, grant: Grant): void => {
  const [topic, ...indexed] = log.topics
  const token = getAddress(log.address)
  const collection = { kind: 'collection', token } as const
  const [first, second, third] = indexed.map(toAddress)
  const words = readWords(log.data)
  const [word0, word1] = words
  if (topic === topics.transfer && first && second) {
    if (indexed.length === 3) add({ kind: 'erc721', token, id: toNumber(indexed[2]) }, 1n, first, second)
    else if (word0 !== undefined && indexed.length === 2)
      add(isNativeLogger(log.address) ? { kind: 'native' } : { kind: 'erc20', token }, word0, first, second)
  } else if (topic === topics.approval && first && second) {
    if (indexed.length === 3)
      grant({ kind: 'erc721', token, id: toNumber(indexed[2]) }, first, second, isZero(second) ? 0n : 1n)
    else if (word0 !== undefined) grant({ kind: 'erc20', token }, first, second, word0)
  } else if ((topic === topics.approvalForAll || topic === topics.operatorSet) && first && second) {
    if (word0 !== undefined) grant(collection, first, second, word0 === 0n ? 0n : null)
  } else if (topic === topics.authorizedOperator && first && second) {
    grant(collection, second, first, null)
  } else if (topic === topics.borrowAllowance && first && second && word0 !== undefined) {
    grant({ kind: 'erc20', token }, first, second, word0)
  } else if (topic === topics.transferSingle && second && third && word0 !== undefined && word1 !== undefined) {
    add({ kind: 'erc1155', token, id: word0 }, word1, second, third)
  } else if (topic === topics.transferBatch && second && third) {
    for (const [id, amount] of readPairs(words)) add({ kind: 'erc1155', token, id }, amount, second, third)
  } else if ((topic === topics.permit2Approval || topic === topics.permit2Permit) && first && second && third) {
    if (word0 !== undefined) grant({ kind: 'erc20', token: second }, first, third, word0)
  }
}

export const isNativeLogger = (address: Address): boolean => address.toLowerCase() === nativeLogger

export const assetKeyOf = (asset: SimulatedAllowance['asset'] | Asset): string =>
  [asset.kind, 'token' in asset ? asset.token.toLowerCase() : '', 'id' in asset ? asset.id : ''].join(' ')
export const grantKeyOf = ({ asset, spender }: Pick<SimulatedAllowance, 'asset' | 'spender'>): string =>
  `${assetKeyOf(asset)} ${spender.toLowerCase()}`

const toAddress = (topic: Hex): Address => getAddress(`0x${topic.slice(-40)}`)
const toNumber = (topic: Hex | undefined): bigint => BigInt(topic ?? '0x0')
const isZero = (address: Address): boolean => BigInt(address) === 0n
const readWords = (data: Hex): bigint[] =>
  Array.from({ length: Math.floor((data.length - 2) / 64) }, (_, index) =>
    BigInt(`0x${data.slice(2 + index * 64, 66 + index * 64)}`),
  )

/** Reads the data of an ERC-1155 batch transfer: two lists of the same length in ABI encoding. */
const readPairs = (words: bigint[]): [bigint, bigint][] => {
  const list = (offset: bigint | undefined): bigint[] => {
    const start = Number((offset ?? 0n) / 32n)
    return words.slice(start + 1, start + 1 + Number(words[start] ?? 0n))
  }
  const [ids, amounts] = [list(words[0]), list(words[1])]
  return ids.length === amounts.length ? ids.map((id, index) => [id, amounts[index] ?? 0n]) : []
}
