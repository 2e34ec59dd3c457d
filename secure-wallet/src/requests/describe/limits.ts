import { formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { Limit } from '../../approval/proposal.ts'
import { writeAmount } from './tokens.ts'
import type { Subject } from './warnings.ts'

/** The name of a limit in its picker: its origin and amount. */
export const describeLimit = (
  { isSet, token, amount }: NonNullable<Subject['limit']>,
  { tokens, network }: Pick<Subject, 'tokens' | 'network'>,
): Omit<Limit, 'facts'> => {
  const { limits, amounts } = messages
  if (!isSet) return { id: 'requested', name: amounts.unlimited, note: limits.requested }
  const written = writeAmount({ kind: 'erc20', token }, amount, tokens, network.nativeCurrency)
  return { id: 'balance', name: formatText(limits.only, { amount: written }), note: limits.balance }
}
