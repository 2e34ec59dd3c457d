import { messages } from './messages.ts'
import type { ProposalFacts } from './proposal.ts'

type Notice = ProposalFacts['notices'][number]
type Values = { readonly [name: string]: string | number }
/** The title and text of a notice, and the values for the `{name}` placeholders in them. */
export type NoticeArguments = [texts: { readonly title: string; readonly text: string }, values?: Values]

/**
 * Fills the `{name}` placeholders. Unlike `fillText` it keeps every character, because a card must show what is signed.
 */
export const formatText = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : placeholder,
  )

export const formatNotice = (tone: Notice['tone'], ...[texts, values = {}]: NoticeArguments): Notice => ({
  tone,
  title: formatText(texts.title, values),
  text: formatText(texts.text, values),
})

/** Joins the parts with `joint`, a text with the placeholders `{before}` and `{after}`. */
export const formatList = (parts: readonly string[], joint: string): string =>
  parts.slice(1).reduce((before, after) => formatText(joint, { before, after }), parts[0] ?? '')

/** Formats all digits with the separators of the visitor's language: a German reader takes 1,234 for a fraction. */
export const formatNumber = (plain: string): string => {
  const { group, point } = messages.numbers
  const [whole = '', fraction] = plain.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group)
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`
}
