import type { CatalogueCode } from 'loader/protocol/errorCatalogue.ts'
import { AppError } from 'loader/protocol/errors.ts'

/** Nodes agree on words, not on numbers. The first row that fits counts. */
const rows: [CatalogueCode, RegExp][] = [
  ['EXECUTION_REVERTED', /execution reverted|gas required exceeds allowance/],
  ['FEE_CAP_TOO_HIGH', /max fee per gas higher than 2\^256-1|fee cap higher than 2\^256-1/],
  [
    'FEE_CAP_TOO_LOW',
    /max fee per gas less than block base fee|fee cap less than block base fee|transaction is outdated/,
  ],
  ['NONCE_TOO_HIGH', /nonce too high/],
  ['NONCE_TOO_LOW', /nonce too low|transaction already imported|already known/],
  ['NONCE_AT_MAXIMUM', /nonce has max value/],
  ['INSUFFICIENT_FUNDS', /insufficient funds|exceeds transaction sender account balance/],
  ['INTRINSIC_GAS_TOO_HIGH', /intrinsic gas too high|gas limit reached|exceeds block gas limit/],
  ['INTRINSIC_GAS_TOO_LOW', /intrinsic gas too low/],
  ['TRANSACTION_TYPE_NOT_SUPPORTED', /transaction type not valid|transaction type not supported/],
  ['TIP_ABOVE_FEE_CAP', /max priority fee per gas higher than max fee per gas|tip higher than fee cap/],
]

/** What a node's refusal means. The only place where the text of a message decides. */
export const readNodeError = (cause: unknown): AppError => {
  const { message, data } = Object(cause) as Record<string, unknown>
  const text = typeof message === 'string' ? message.toLowerCase() : ''
  const [code] = rows.find(([, pattern]) => pattern.test(text)) ?? ['UNKNOWN_NODE_ERROR' as const]
  return new AppError(code, { cause, data: typeof data === 'string' ? data : undefined })
}
