import { type Address, getAddress, type Hex, isAddressEqual } from 'viem'
import type { Asset } from '../decode/action.ts'

/**
 * The real effects of a simulated call on an account: balance changes (negative if the account loses) and new
 * allowances.
 */
export type SimulatedEffects = { changes: BalanceChange[]; grants: SimulatedAllowance[] }
export type BalanceChange = { asset: EffectAsset; amount: bigint }
type EffectAsset = Exclude<Asset, { kind: 'token' }>
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
} as const

/** Sums up the effects of logs and native transfers on `account`. A log that breaks its standard is ignored. */
export const sumEffects = (
  account: Address,
  logs: readonly Log[],
  moves: readonly NativeTransfer[],
): SimulatedEffects => {
  const changes = new Map<string, BalanceChange>()
  const grants = new Map<string, SimulatedAllowance>()
  const isOwn = (address: Address): boolean => isAddressEqual(address, account)
  const add = (asset: EffectAsset, amount: bigint, from: Address, to: Address): void => {
    const signed = (isOwn(to) ? amount : 0n) - (isOwn(from) ? amount : 0n)
    if (signed === 0n) return
    const key = assetKeyOf(asset)
    changes.set(key, { asset, amount: (changes.get(key)?.amount ?? 0n) + signed })
  }
  const grant = (asset: SimulatedAllowance['asset'], owner: Address, spender: Address, amount: bigint | null): void => {
    // If a spender gets several allowances for one asset, the last one counts. An allowance of zero revokes an earlier
    // one.
    if (isOwn(owner)) grants.set(`${assetKeyOf(asset)} ${spender.toLowerCase()}`, { asset, spender, amount })
  }

  for (const { from, to, value } of moves) add({ kind: 'native' }, value, from, to)
  for (const log of logs) {
    const [topic, ...indexed] = log.topics
    const token = getAddress(log.address)
    const [first, second, third] = indexed.map(toAddress)
    const words = readWords(log.data)
    const [word0, word1] = words
    if (topic === topics.transfer && first && second) {
      if (indexed.length === 3) add({ kind: 'erc721', token, id: toNumber(indexed[2]) }, 1n, first, second)
      else if (word0 !== undefined && indexed.length === 2)
        add(
          log.address.toLowerCase() === nativeLogger ? { kind: 'native' } : { kind: 'erc20', token },
          word0,
          first,
          second,
        )
    } else if (topic === topics.approval && first && second) {
      if (indexed.length === 3)
        grant({ kind: 'erc721', token, id: toNumber(indexed[2]) }, first, second, isZero(second) ? 0n : 1n)
      else if (word0 !== undefined) grant({ kind: 'erc20', token }, first, second, word0)
    } else if (topic === topics.approvalForAll && first && second && word0 !== undefined) {
      grant({ kind: 'collection', token }, first, second, word0 === 0n ? 0n : null)
    } else if (topic === topics.transferSingle && second && third && word0 !== undefined && word1 !== undefined) {
      add({ kind: 'erc1155', token, id: word0 }, word1, second, third)
    } else if (topic === topics.transferBatch && second && third) {
      for (const [id, amount] of readPairs(words)) add({ kind: 'erc1155', token, id }, amount, second, third)
    } else if ((topic === topics.permit2Approval || topic === topics.permit2Permit) && first && second && third) {
      if (word0 !== undefined) grant({ kind: 'erc20', token: second }, first, third, word0)
    }
  }
  return {
    changes: [...changes.values()].filter(({ amount }) => amount !== 0n),
    grants: [...grants.values()].filter(({ amount }) => amount !== 0n),
  }
}

export const assetKeyOf = (asset: SimulatedAllowance['asset'] | Asset): string =>
  [asset.kind, 'token' in asset ? asset.token.toLowerCase() : '', 'id' in asset ? asset.id : ''].join(' ')

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
    const length = Number(words[start] ?? 0n)
    return length <= 100 ? words.slice(start + 1, start + 1 + length) : []
  }
  const [ids, amounts] = [list(words[0]), list(words[1])]
  return ids.length === amounts.length ? ids.map((id, index) => [id, amounts[index] ?? 0n]) : []
}
