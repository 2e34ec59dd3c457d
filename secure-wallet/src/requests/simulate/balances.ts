import { type Address, concat, getAddress, type Hex, isAddressEqual, numberToHex, pad } from 'viem'
import {
  assetKeyOf,
  type BalanceChange,
  type EffectAsset,
  isNativeLogger,
  type Log,
  type SimulatedEffects,
} from './effects.ts'

/** One balance of the account: a call that returns it, and the key of the asset. */
export type BalanceRead = { key: string; to: Address; data: Hex }
/** Balances by the key of their asset. Contracts that are no tokens are missing. */
export type Balances = ReadonlyMap<string, bigint>

export const nativeKey = assetKeyOf({ kind: 'native' })
/** An ERC-20 and a collection of collectibles both answer `balanceOf`, so a token's balance has one key for both. */
const tokenKey = (token: Address): string => assetKeyOf({ kind: 'erc20', token })

/** Code of a contract that answers every call with the balance of `account` in the native coin. */
export const balanceCode = (account: Address): Hex => concat(['0x73', account, '0x315f5260205ff3'])

/** `balanceOf(address)` of ERC-20 and ERC-721. */
export const tokenReads = (account: Address, tokens: readonly Address[]): BalanceRead[] =>
  tokens.map((to) => ({
    key: tokenKey(to),
    to,
    data: concat(['0x70a08231', pad(account)]),
  }))

/** `balanceOf(address,uint256)` of ERC-1155, whose tokens each have an id. */
export const multiTokenReads = (account: Address, { changes }: SimulatedEffects): BalanceRead[] =>
  changes.flatMap(({ asset }) =>
    asset.kind === 'erc1155'
      ? [
          {
            key: assetKeyOf(asset),
            to: asset.token,
            data: concat(['0x00fdd58e', pad(account), numberToHex(asset.id, { size: 32 })]),
          },
        ]
      : [],
  )

export const readWord = (data: Hex | undefined): bigint | null => (data?.length === 66 ? BigInt(data) : null)

/** Tokens whose balances count in shares round by a few base units. Anything more is a difference. */
const isRounding = (difference: bigint, amount: bigint): boolean => {
  const size = (value: bigint): bigint => (value < 0n ? -value : value)
  return size(difference) <= 2n || size(difference) * 1_000_000n <= size(amount)
}

/**
 * Replaces what the logs report by what the balances show, because a contract can log transfers that did not happen,
 * and move tokens without a log. `misreported`: tokens whose logs and balances differ.
 */
export const reconcile = (
  effects: SimulatedEffects,
  before: Balances,
  after: Balances,
  fee: bigint,
): { effects: SimulatedEffects; misreported: Address[] } => {
  const misreported = new Set<Address>()
  const differenceOf = (key: string): bigint | null => {
    const [was, is] = [before.get(key), after.get(key)]
    return was === undefined || is === undefined ? null : is - was + (key === nativeKey ? fee : 0n)
  }
  const reported = effects.changes.map((change): BalanceChange => {
    const { asset, amount } = change
    const real = differenceOf(asset.kind === 'erc721' ? tokenKey(asset.token) : assetKeyOf(asset))
    if (asset.kind === 'erc721') {
      if (real === null) misreported.add(asset.token)
      return change
    }
    if ('token' in asset && (real === null || !isRounding(real - amount, amount))) misreported.add(asset.token)
    return { asset, amount: real ?? amount }
  })
  const known = new Set(reported.map(({ asset }) => assetKeyOf(asset)))
  const collections = countCollectibles(effects.changes)
  const silent = [...after.keys()].flatMap((key): BalanceChange[] => {
    const real = differenceOf(key)
    if (known.has(key) || real === null) return []
    const asset = assetOf(key)
    const logged = 'token' in asset ? collections.get(asset.token.toLowerCase()) : undefined
    if (real === (logged ?? 0n)) return []
    if ('token' in asset) misreported.add(asset.token)
    return logged === undefined ? [{ asset, amount: real }] : []
  })
  const changes = [...reported, ...silent].filter(({ amount }) => amount !== 0n)
  return { effects: { ...effects, changes }, misreported: [...misreported] }
}

const assetOf = (key: string): EffectAsset => {
  const [kind, token = '', id] = key.split(' ')
  if (kind === 'native') return { kind: 'native' }
  return kind === 'erc1155'
    ? { kind: 'erc1155', token: getAddress(token), id: BigInt(id ?? 0) }
    : { kind: 'erc20', token: getAddress(token) }
}

const countCollectibles = (changes: readonly BalanceChange[]): Map<string, bigint> => {
  const counts = new Map<string, bigint>()
  for (const { asset, amount } of changes)
    if (asset.kind === 'erc721') {
      const token = asset.token.toLowerCase()
      counts.set(token, (counts.get(token) ?? 0n) + amount)
    }
  return counts
}

/** More candidates than this would make the simulation slow, and no honest request touches as many contracts. */
const tokenLimit = 30

/** The contracts whose balances the account may have: those that logged, and those that the calls name. */
export const listCandidates = (
  account: Address,
  logs: readonly Log[],
  named: readonly Address[],
  known: readonly Address[] = [],
): Address[] => {
  const unique = new Map<string, Address>()
  for (const address of [...known, ...named, ...logs.map((log) => log.address)])
    if (!isAddressEqual(address, account) && !isNativeLogger(address))
      unique.set(address.toLowerCase(), unique.get(address.toLowerCase()) ?? address)
  return [...unique.values()].slice(0, tokenLimit)
}
