import { messages } from './messages.ts'
import type { Facts } from './proposal.ts'

type Values = { readonly [name: string]: string | number }
/** Title and text, and what is filled into both. */
export type Said = [words: readonly [string, string], values?: Values]

/** Unlike the texts of errors, nothing is cut or cleaned here: on a card a character less would be a lie. */
export const say = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : place))

export const sayNotice = (
  tone: Facts['notices'][number]['tone'],
  ...[[title, text], values = {}]: Said
): Facts['notices'][number] => ({ tone, title: say(title, values), text: say(text, values) })

/** One after the other by the joint, which stands between each two. */
export const sayList = (parts: readonly string[], joint: string): string =>
  parts.slice(1).reduce((before, after) => say(joint, { before, after }), parts[0] ?? '')

/** All of its digits, with the marks of the visitor's language: 1,234 is another number to somebody who reads German. */
export const sayNumber = (plain: string): string => {
  const { group, point } = messages.numbers
  const [whole = '', fraction] = plain.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, group)
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`
}
