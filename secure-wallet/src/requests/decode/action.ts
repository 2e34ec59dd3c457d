import type { Address, Hex } from 'viem'

/**
 * An asset that a call claims to move. The caller wrote the claim, and only the simulation shows the real effects. The
 * kind `token` stands for a contract that may be fungible or not: the call does not reveal it.
 */
export type Asset =
  | { kind: 'native' }
  | { kind: 'token'; token: Address }
  | { kind: 'erc20'; token: Address }
  | { kind: 'erc721'; token: Address; id: bigint }
  | { kind: 'erc1155'; token: Address; id: bigint }

export type ClaimedAction =
  | { kind: 'transfer'; asset: Asset; amount: bigint; from: Address; to: Address }
  /**
   * An `amount` of null allows the whole collection. `until` is the time at which the allowance ends, in seconds since
   * 1970; null means never.
   */
  | {
      kind: 'allow'
      asset: Asset
      amount: bigint | null
      isUnlimited: boolean
      spender: Address
      until: bigint | null
    }
  | { kind: 'revoke'; asset: Asset; spender: Address }
  /** A call that gives someone control over a contract. */
  | { kind: 'control'; contract: Address; name: string; args: readonly CallArgument[] }
  /**
   * A call of a known function. Its name does not reveal which assets the call moves. `minimum`: the least that a swap
   * may give its sender.
   */
  | {
      kind: 'call'
      contract: Address
      name: string
      args: readonly CallArgument[]
      value: bigint
      minimum?: SwapMinimum
    }
  | { kind: 'deploy'; value: bigint }
  | { kind: 'unknown'; contract: Address; selector: Hex; value: bigint }

/** The receiver of a swap gets at least this. Otherwise the contract must let the transaction fail. */
export type SwapMinimum = { asset: Asset; amount: bigint; to: Address }
export type CallArgument = { label: string; value: string }

export type TransactionCall = { from: Address; to: Address | null; value: bigint; data: Hex }
