import type { MissingBalance } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { ListedToken } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { ServedNetwork } from '../../config/networks.ts'
import type { NodeClient } from '../../rpc/upstreams/nodeClient.ts'

export type TokenRequest = {
  /** Reads from the best upstream of the adaptor that answers. Rejects with an `AppError`. */
  ask<Answer>(read: (client: NodeClient) => Promise<Answer>): Promise<Answer>
  served: ServedNetwork
  address: string
  /** The tokens of this network that the project's lists name. */
  listed: readonly ListedToken[]
  /** The addresses of unlisted tokens that the account has received. */
  received: readonly string[]
}

export type HeldToken = Pick<ListedToken, 'address' | 'name' | 'symbol' | 'decimals'> & {
  /** The amount in base units. */
  amount: bigint
  isListed: boolean
  /** The symbol of the listed token or the currency that has the same name. */
  imitates?: string
}
/** Why tokens are unknown. `address` names the token if only one is. */
type MissingTokens = Pick<MissingBalance, 'reason' | 'retryAfter'> & { address?: string }
export type TokenAnswer = { tokens: HeldToken[]; missing: MissingTokens[] }

/** Reads the tokens of an account. Throws an `AppError` if it can read none, so that the next adaptor is asked. */
export type TokenAdaptor = {
  /** Whether `ask` uses the RPC URLs or the REST URLs of the network. */
  source: 'rpc' | 'rest'
  limitBytes: number
  read(request: TokenRequest): Promise<TokenAnswer>
}
