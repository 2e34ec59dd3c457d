import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { Address } from 'viem'
import { formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { AllowanceLimit, ProposalFacts } from '../../approval/proposal.ts'
import { messages as texts } from '../../approval/transactionMessages.ts'
import type { CoveredPayment } from '../limits/limitedPayment.ts'
import { formatAmount, type Tokens } from './tokens.ts'
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

/** The row of a card that says why a click alone pays. */
export const describeSiteLimit = (
  { limit, payment }: CoveredPayment,
  { nativeCurrency }: Network,
  tokens: Tokens,
): ProposalFacts['rows'][number] => {
  const write = (amount: bigint): string =>
    formatAmount({ kind: 'erc20', token: limit.token as Address }, amount, tokens, nativeCurrency)
  const [spent, most] = [BigInt(limit.spentToday) + BigInt(payment.amount), BigInt(limit.perDay)].map(write)
  const value = formatText(texts.siteLimit.value, { spent: spent ?? '', most: most ?? '' })
  return { label: texts.siteLimit.label, value, isAddress: false }
}
