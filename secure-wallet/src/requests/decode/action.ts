import type { Address, Hex } from 'viem'

/**
 * An asset that a call claims to move. The caller wrote the claim, and only the simulation shows the real effects.
 * `token` is a contract whose kind (fungible or not) the call does not reveal.
 */
export type Asset =
  | { kind: 'native' }
  | { kind: 'token'; token: Address }
  | { kind: 'erc20'; token: Address }
  | { kind: 'erc721'; token: Address; id: bigint }
  | { kind: 'erc1155'; token: Address; id: bigint }

export type ClaimedAction =
  | { kind: 'transfer'; asset: Asset; amount: bigint; from: Address; to: Address }
  /** `amount` null: the whole collection. `until` is the end of the allowance in seconds; null means no end. */
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
  /** A call of a known function whose name does not reveal what it moves. */
  | { kind: 'call'; contract: Address; name: string; args: readonly CallArgument[]; value: bigint }
  | { kind: 'deploy'; value: bigint }
  | { kind: 'unknown'; contract: Address; selector: Hex; value: bigint }

export type CallArgument = { label: string; value: string }

export type TransactionCall = { from: Address; to: Address | null; value: bigint; data: Hex }
