import { type Address, getAddress, isAddressEqual } from 'viem'
import type { Asset, ClaimedAction, TransactionCall } from '../action.ts'
import type { SignedDomain } from './signedData.ts'
import type { TypedStruct } from './struct.ts'

/** One kind of typed data that the wallet understands. */
export type TypedDataForm = {
  /** The published types, exactly as EIP-712 hashes them. A pattern only where the standard leaves a part open. */
  types: readonly (string | RegExp)[]
  domain: DomainRule
  /**
   * Returns null for values that the standard gives no meaning. The type is declared as a method, because TypeScript
   * then lets each form narrow the message to the members of its types.
   */
  read: { read(message: TypedStruct, context: FormContext): Understood | null }['read']
}

/** The parts of the domain that a standard fixes. An absent name, version or contract may be anything. */
type DomainRule = {
  /** The types of the domain that the standard allows; empty if it says nothing about the domain. */
  types: readonly string[]
  names?: readonly string[]
  versions?: readonly string[]
  contracts?: readonly Address[]
}

export type FormContext = {
  account: Address
  /** Origin of the host page, as the browser attested it. */
  host: string
  /** The numeric id of the network of the request. */
  chainId: bigint
  domain: SignedDomain
  now: number
}

/** One thing that an order gives or gets. `isAnyOf`: any collectibles of the contract. */
export type OrderItem = { asset: Asset; amount: bigint; isAnyOf?: true }
/** `until` is in seconds since 1970; null means that the order never ends. */
export type Order = {
  gives: readonly OrderItem[]
  /** Only what the account itself gets. */
  gets: readonly OrderItem[]
  until: bigint | null
  /** The one account that may fill the order; absent if anyone may. */
  taker?: Address
  /** The account that gets what the order is paid, if it is not the visitor's. */
  receiver?: Address
}
/** A bigint is a time in seconds since 1970. The names are keys of the texts. */
export type Fact = { label: FactName; value: string | bigint; isAddress?: true }
export type FactName =
  | 'agent'
  | 'amount'
  | 'choice'
  | 'content'
  | 'delegate'
  | 'entryPoint'
  | 'feeRate'
  | 'forUri'
  | 'key'
  | 'name'
  | 'proposal'
  | 'recipient'
  | 'reason'
  | 'safe'
  | 'scope'
  | 'space'
  | 'until'
  | 'useBefore'
  | 'wallet'
export type StatementName =
  | 'vote'
  | 'proposal'
  | 'settings'
  | 'follow'
  | 'profile'
  | 'attest'
  | 'revokeAttestation'
  | 'cancel'

/** `own`: the account itself can do nothing any longer. */
export type Power = 'act' | 'borrow' | 'charge' | 'own' | 'propose' | 'vote'

export type Understood =
  /** `useBefore`: the signature must be used by then, but the right that it gives stays. */
  | { deed: 'allow'; actions: readonly ClaimedAction[]; isOnce: boolean; useBefore: bigint | null }
  | { deed: 'pay'; action: ClaimedAction & { kind: 'transfer' }; useBefore: bigint }
  /** A payment in an account that a protocol keeps, so its amount is the protocol's text. */
  | { deed: 'payElsewhere'; protocol: string; amount: string; facts: readonly Fact[] }
  | { deed: 'order'; protocol: string; orders: readonly Order[] }
  /** Calls that someone else sends in the name of `from`. `isUnreadable`: a part of them cannot be decoded. */
  | {
      deed: 'execute'
      from: Address
      calls: readonly TransactionCall[]
      actions: readonly ClaimedAction[]
      isUnreadable: boolean
      facts: readonly Fact[]
    }
  /** Somebody may use the account at a protocol until the right is taken back, or may not any longer. */
  | { deed: 'rights' | 'endRights'; power: Power; protocol: string; facts: readonly Fact[] }
  | { deed: 'statement'; what: StatementName; protocol: string; facts: readonly Fact[] }
  | { deed: 'signIn'; isOwn: boolean; facts: readonly Fact[] }
  /** The signature is the key of an account of a protocol. */
  | { deed: 'key'; protocol: string }

export const domainTypes = {
  whole: 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
  noVersion: 'EIP712Domain(string name,uint256 chainId,address verifyingContract)',
  noChain: 'EIP712Domain(string name,string version,address verifyingContract)',
  noContract: 'EIP712Domain(string name,string version,uint256 chainId)',
  salted: 'EIP712Domain(string name,string version,address verifyingContract,bytes32 salt)',
  wholeSalted: 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)',
  contract: 'EIP712Domain(uint256 chainId,address verifyingContract)',
  contractOnly: 'EIP712Domain(address verifyingContract)',
  nameAndVersion: 'EIP712Domain(string name,string version)',
  nameAndChain: 'EIP712Domain(string name,uint256 chainId)',
  nameOnly: 'EIP712Domain(string name)',
} as const

/** No token has a larger supply, so the card calls a larger allowance unlimited. */
const unlimitedFrom = 2n ** 95n
const zeroAddress = '0x0000000000000000000000000000000000000000'

export const isNobody = (address: Address): boolean => isAddressEqual(address, zeroAddress)

export const allowance = (
  asset: Asset,
  amount: bigint,
  spender: Address,
  until: bigint | null = null,
): ClaimedAction =>
  amount === 0n
    ? { kind: 'revoke', asset, spender }
    : { kind: 'allow', asset, amount, isUnlimited: amount >= unlimitedFrom, spender, until }

export const erc20 = (token: Address): Asset => ({ kind: 'erc20', token })

/** Many protocols write the native coin as the address 0xEeee…EEeE or as zero. */
export const erc20OrNative = (token: Address): Asset =>
  isNobody(token) || isAddressEqual(token, '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE')
    ? { kind: 'native' }
    : erc20(token)

/** Times beyond any clock mean that there is no end. */
export const endOf = (seconds: bigint): bigint | null =>
  seconds === 0n || seconds > 8_640_000_000_000n ? null : seconds

export const addressOf = (word: bigint): Address | null =>
  word >> 160n === 0n ? getAddress(`0x${word.toString(16).padStart(40, '0')}`) : null

/** `Math.min` and `Math.max` for amounts. */
export const smaller = (one: bigint, other: bigint): bigint => {
  if (one < other) return one
  return other
}
export const larger = (one: bigint, other: bigint): bigint => {
  if (one > other) return one
  return other
}
