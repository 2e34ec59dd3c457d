import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { ErrorEntry } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { nodeErrorOf } from '@appkit-frame/loader/protocol/rpc/nodeErrors.ts'
import type { NodeClient } from '../../session/node.ts'

/**
 * The error texts of nodes (geth, anvil, reth, besu, nethermind, erigon), and the error code for each. The first match
 * counts.
 */
const meanings: readonly (readonly [RegExp, ErrorEntry])[] = [
  [/execution reverted|^revert/i, commonErrors.EXECUTION_REVERTED],
  [/max fee per gas higher than|fee cap.*(?:too high|higher than 2\^256)/i, walletErrors.FEE_CAP_TOO_HIGH],
  [
    /max fee per gas less than block base fee|fee cap.*(?:too low|less than)|transaction is outdated|underpriced/i,
    walletErrors.FEE_CAP_TOO_LOW,
  ],
  [/nonce too high/i, walletErrors.NONCE_TOO_HIGH],
  [/nonce too low|transaction already imported|already known|nonce.*already used/i, walletErrors.NONCE_TOO_LOW],
  [/nonce has max value|nonce.*maximum/i, walletErrors.NONCE_AT_MAXIMUM],
  [
    /insufficient (?:funds|balance)|exceeds transaction sender account balance|upfront cost exceeds/i,
    walletErrors.INSUFFICIENT_FUNDS,
  ],
  [
    /intrinsic gas too high|gas limit.*(?:exceeds|reached|above)|exceeds block gas limit/i,
    walletErrors.INTRINSIC_GAS_TOO_HIGH,
  ],
  [/intrinsic gas too low|gas.*below.*intrinsic|call gas cost exceeds/i, walletErrors.INTRINSIC_GAS_TOO_LOW],
  [
    /transaction type not (?:valid|supported)|unsupported transaction type/i,
    walletErrors.TRANSACTION_TYPE_NOT_SUPPORTED,
  ],
  [
    /max priority fee per gas higher than max fee per gas|tip higher than fee cap|priority fee.*(?:above|greater)/i,
    walletErrors.TIP_ABOVE_FEE_CAP,
  ],
]
/** Maps a node's error to an error code. A revert and an unknown error keep the node's number and text. */
const nodeError = (thrown: unknown): unknown => {
  if (!(thrown instanceof AppError) || thrown.code !== 'WALLET_ERROR') return thrown
  const { number, message, data } = thrown
  const meaning = meanings.find(([pattern]) => pattern.test(message))?.[1]
  if (meaning && meaning.code !== 'EXECUTION_REVERTED') return new AppError(meaning, { data, cause: thrown })
  return new AppError(meaning ?? nodeErrorOf(number), { number, message, data, cause: thrown })
}

/** Wraps a node client so that its errors have the product's error codes. */
export const withErrorCodes = (node: NodeClient): NodeClient => ({
  ask: async (chainId, method, params) => {
    try {
      return await node.ask(chainId, method, params)
    } catch (thrown) {
      throw nodeError(thrown)
    }
  },
})
