import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import type { Address } from 'viem'
import { messages as cardMessages } from '../../../approval/messages.ts'
import type { ProposalFacts, ProposalKind } from '../../../approval/proposal.ts'
import { revealText } from '../../decode/revealText.ts'
import type { Fact } from '../../decode/typedData/form.ts'
import type { SignedData } from '../../decode/typedData/signedData.ts'
import type { Receivers } from '../recipients.ts'
import type { AssetTexts, Tokens } from '../tokens.ts'
import { messages } from './messages.ts'

export type Subject = {
  account: Address
  host: string
  network: Network
  signed: SignedData
  tokens: Tokens
  texts: AssetTexts
  recipients: readonly string[]
  receivers: Receivers
  /** The name of the site that asks. */
  siteName: string
}

/** The part of a card that one kind of typed data decides. The rows stand before those that every card has. */
export type Part = Pick<ProposalFacts, 'title' | 'lead' | 'notices' | 'rows'> &
  Partial<Pick<ProposalFacts, 'changesTitle' | 'changes' | 'steps' | 'tree'>> & {
    kind: ProposalKind
    label: string
    /** Set if the safe answer is to cancel, although no notice says so. */
    isDanger?: boolean
  }

export const textRow = (label: string, value: string): ProposalFacts['rows'][number] => ({
  label,
  value,
  isAddress: false,
})
export const addressRow = (label: string, value: string): ProposalFacts['rows'][number] => ({
  label,
  value,
  isAddress: true,
})
export const detail = (row: ProposalFacts['rows'][number]): ProposalFacts['rows'][number] => ({
  ...row,
  isDetail: true,
})

/** Writes a time, in seconds since 1970, or that there is no end. */
export const endText = (seconds: bigint | null): string =>
  seconds === null || seconds > lastSecond ? messages.values.noEnd : dateText(seconds)

const lastSecond = 8_640_000_000_000n
const dateText = (seconds: bigint): string =>
  new Date(Number(seconds) * 1_000).toISOString().replace('T', ' ').slice(0, 16)

const choices: { readonly [value: string]: () => string } = {
  for: () => messages.values.for,
  against: () => messages.values.against,
  abstain: () => messages.values.abstain,
}
const valueLimit = 1_000

/** A foreign text with its hidden characters shown. The raw data shows the rest of a long text. */
export const shownValue = (value: string): string =>
  revealText(value.length > valueLimit ? `${value.slice(0, valueLimit)}…` : value)

export const factRow = ({ label, value, isAddress }: Fact): ProposalFacts['rows'][number] => {
  const name = label === 'until' ? cardMessages.rows.until : messages.rows[label]
  if (typeof value === 'bigint') return textRow(name, endText(value))
  if (isAddress) return addressRow(name, value)
  const text = label === 'choice' && Object.hasOwn(choices, value) ? (choices[value]?.() ?? value) : value
  return textRow(name, shownValue(text))
}
