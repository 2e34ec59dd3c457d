import type { CatalogueCode } from '@appkit-frame/loader/protocol/errors/errorCatalogue.ts'
import { addErrors } from '@appkit-frame/loader/protocol/errors/errorCatalogue.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/errors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import type { NodeClient } from '../../session/node.ts'

addErrors(walletErrors)

/** What nodes write (geth, anvil, reth, besu, nethermind, erigon) and what it means. The first that matches counts. */
const meanings: readonly (readonly [RegExp, CatalogueCode])[] = [
  [/execution reverted|^revert/i, 'EXECUTION_REVERTED'],
  [/max fee per gas higher than|fee cap.*(?:too high|higher than 2\^256)/i, 'FEE_CAP_TOO_HIGH'],
  [
    /max fee per gas less than block base fee|fee cap.*(?:too low|less than)|transaction is outdated|underpriced/i,
    'FEE_CAP_TOO_LOW',
  ],
  [/nonce too high/i, 'NONCE_TOO_HIGH'],
  [/nonce too low|transaction already imported|already known|nonce.*already used/i, 'NONCE_TOO_LOW'],
  [/nonce has max value|nonce.*maximum/i, 'NONCE_AT_MAXIMUM'],
  [
    /insufficient (?:funds|balance)|exceeds transaction sender account balance|upfront cost exceeds/i,
    'INSUFFICIENT_FUNDS',
  ],
  [/intrinsic gas too high|gas limit.*(?:exceeds|reached|above)|exceeds block gas limit/i, 'INTRINSIC_GAS_TOO_HIGH'],
  [/intrinsic gas too low|gas.*below.*intrinsic|call gas cost exceeds/i, 'INTRINSIC_GAS_TOO_LOW'],
  [/transaction type not (?:valid|supported)|unsupported transaction type/i, 'TRANSACTION_TYPE_NOT_SUPPORTED'],
  [
    /max priority fee per gas higher than max fee per gas|tip higher than fee cap|priority fee.*(?:above|greater)/i,
    'TIP_ABOVE_FEE_CAP',
  ],
]
const numbers = new Map<number, CatalogueCode>([
  [3, 'EXECUTION_REVERTED'],
  [-32601, 'METHOD_NOT_FOUND'],
  [-32602, 'INVALID_PARAMS'],
  [-32001, 'RESOURCE_NOT_FOUND'],
  [-32002, 'RESOURCE_UNAVAILABLE'],
  [-32003, 'TRANSACTION_REJECTED'],
  [-32004, 'METHOD_NOT_SUPPORTED'],
  [-32005, 'TOO_MANY_REQUESTS'],
])

/** A node's own error under the catalogue's name. Its number stays, and where no meaning is known, its words too. */
export const nodeError = (thrown: unknown): unknown => {
  if (!(thrown instanceof AppError) || thrown.code !== 'WALLET_ERROR') return thrown
  const { number, message, data } = thrown
  const meaning = meanings.find(([pattern]) => pattern.test(message))?.[1]
  if (meaning && meaning !== 'EXECUTION_REVERTED') return new AppError(meaning, { data, cause: thrown })
  const code = meaning ?? numbers.get(number) ?? 'UNKNOWN_NODE_ERROR'
  return new AppError(code, { number, message, data, cause: thrown })
}

/** The same node, whose errors are the catalogue's. */
export const catalogued = (node: NodeClient): NodeClient => ({
  ask: async (chainId, method, params) => {
    try {
      return await node.ask(chainId, method, params)
    } catch (thrown) {
      throw nodeError(thrown)
    }
  },
})
