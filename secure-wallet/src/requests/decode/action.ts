import type { Address, Hex } from 'viem'

/**
 * What a call says that it does. Said by whoever made the call: what it really does is the simulation's to tell.
 * `token` is a contract whose kind (fungible or not) the call alone does not tell.
 */
export type Asset =
  | { kind: 'native' }
  | { kind: 'token'; token: Address }
  | { kind: 'erc20'; token: Address }
  | { kind: 'erc721'; token: Address; id: bigint }
  | { kind: 'erc1155'; token: Address; id: bigint }

export type Action =
  | { kind: 'transfer'; asset: Asset; amount: bigint; from: Address; to: Address }
  /** `amount` null: everything of that collection. `until` in seconds, null without an end. */
  | {
      kind: 'allow'
      asset: Asset
      amount: bigint | null
      isUnlimited: boolean
      spender: Address
      until: bigint | null
    }
  | { kind: 'revoke'; asset: Asset; spender: Address }
  /** Hands control over a contract to somebody. */
  | { kind: 'control'; contract: Address; name: string; args: readonly Argument[] }
  /** A function of a known name; what it moves is not in its name. */
  | { kind: 'call'; contract: Address; name: string; args: readonly Argument[]; value: bigint }
  | { kind: 'deploy'; value: bigint }
  | { kind: 'unknown'; contract: Address; selector: Hex; value: bigint }

export type Argument = { label: string; value: string }

export type Call = { from: Address; to: Address | null; value: bigint; data: Hex }
