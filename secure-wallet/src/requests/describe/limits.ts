import { formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { AllowanceLimit } from '../../approval/proposal.ts'
import { messages as texts } from '../../approval/transactionMessages.ts'
import { formatAmount } from './tokens.ts'
import type { DescribedRequest } from './warnings.ts'

/** Describes an allowance limit for the limit picker: its amount, and whether the wallet or the site suggests it. */
export const describeLimit = (
  { isSet, token, amount }: NonNullable<DescribedRequest['limit']>,
  { tokens, network }: Pick<DescribedRequest, 'tokens' | 'network'>,
): Omit<AllowanceLimit, 'facts'> => {
  const { limits } = texts
  const { amounts } = messages
  if (!isSet) return { id: 'requested', name: amounts.unlimited, note: limits.requested }
  const written = formatAmount({ kind: 'erc20', token }, amount, tokens, network.nativeCurrency)
  return { id: 'balance', name: formatText(limits.only, { amount: written }), note: limits.balance }
}
