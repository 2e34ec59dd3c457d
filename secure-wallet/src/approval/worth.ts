import type { ServerClient } from '../session/serverClient.ts'
import { element } from '../ui/element.ts'
import { currencyOf } from './currency.ts'
import type { PricedAmount } from './proposal.ts'

const freshMs = 60_000
const highestWorth = 1e15
const highestPrice = 1e12

type Answer = { currency: string; price: number | null }

/** Throws for an answer that is no price. Plain code, because the schema would add to what every approval loads. */
const readAnswer = (raw: unknown): Answer => {
  const { currency, price } = Object(raw) as Record<string, unknown>
  if (typeof currency !== 'string' || !/^[a-z]{3}$/.test(currency)) throw new Error('no currency')
  if (price === null) return { currency, price }
  if (typeof price !== 'number' || !(price > 0 && price <= highestPrice)) throw new Error('no price')
  return { currency, price }
}

const known = new Map<string, { readAt: number; answer: Promise<Answer> }>()

const readPrice = (server: ServerClient, { chainId, token }: PricedAmount): Promise<Answer> => {
  const currency = currencyOf(navigator.language)
  const query = new URLSearchParams({ chainId, currency, ...(token !== undefined && { address: token }) })
  const path = `price?${query}`
  const found = known.get(path)
  if (found && Date.now() - found.readAt < freshMs) return found.answer
  const made = server({ method: 'GET', path }).then(readAnswer)
  known.set(path, { readAt: Date.now(), answer: made })
  made.catch(() => known.delete(path))
  return made
}

/** Writes what an amount is worth. Writes nothing if nobody knows its price. */
export const writeWorth = async (server: ServerClient, amount: PricedAmount, place: HTMLElement): Promise<void> => {
  const { currency, price } = await readPrice(server, amount)
  if (price === null) return
  const worth = Number(amount.amount) * price
  if (worth > 0 && worth < highestWorth) place.replaceChildren(element('bdi', {}, formatMoney(worth, currency)))
}

const formatMoney = (worth: number, currency: string): string => {
  const locale = document.documentElement.lang || 'en'
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, numberingSystem: 'latn' })
  const least = 10 ** -(format.resolvedOptions().maximumFractionDigits ?? 0)
  // A rounded zero would say that the amount is worth nothing.
  return worth < least ? `< ${format.format(least)}` : format.format(worth)
}
