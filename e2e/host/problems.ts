import { BaseError } from 'viem'

/** A reason why the shop itself asks the wallet for nothing. */
export type ShopProblem = Error & { reason: 'CLOSED' | 'OFFLINE' | 'TOO_LITTLE' | 'WRONG_NETWORK' }

type Kind = 'rejected' | 'closed' | 'offline' | 'tooLittle' | 'wrongNetwork' | 'unreachable' | 'other'
type Texts = { [Name in Kind]: string }
type Facts = { code?: number; reason?: string; message?: string; cause?: unknown }

/** The visitor reads these texts. Each says what happened to the money, as far as the shop knows. */
const payment: Texts = {
  rejected: 'You rejected the payment: nothing was taken.',
  closed: 'No wallet is connected: nothing was taken.',
  offline: 'You are offline: nothing was taken. Your order waits here.',
  tooLittle: 'There is too little money in this wallet: nothing was taken.',
  wrongNetwork: 'Your wallet stayed on another network: nothing was taken.',
  unreachable: 'The wallet can’t be reached. Look into it before you pay again.',
  other: 'The wallet could not pay. Look into it before you pay again.',
}
const signature: Texts = {
  rejected: 'You rejected the signature: nothing was signed.',
  closed: 'No wallet is connected: nothing was signed.',
  offline: 'You are offline: nothing was signed.',
  tooLittle: 'The wallet could not sign.',
  wrongNetwork: 'The wallet could not sign on this network.',
  unreachable: 'The wallet can’t be reached: nothing was signed.',
  other: 'The wallet could not sign.',
}
const texts = { payment, signature }

export function describeProblem(cause: unknown, deed: keyof typeof texts): { text: string; isPoor: boolean } {
  const kind = kindOf([...causesOf(cause)])
  return { text: texts[deed][kind], isPoor: kind === 'tooLittle' }
}

function kindOf(causes: Facts[]): Kind {
  const hasCode = (...codes: number[]) => causes.some(({ code }) => code !== undefined && codes.includes(code))
  const hasReason = (...reasons: string[]) => causes.some(({ reason }) => reason && reasons.includes(reason))
  if (hasCode(4001)) return 'rejected'
  if (hasReason('CLOSED')) return 'closed'
  if (hasReason('OFFLINE') || !navigator.onLine) return 'offline'
  const isPoor = causes.some(({ message }) => /insufficient funds|exceeds (?:the )?balance/i.test(message ?? ''))
  if (isPoor || hasReason('TOO_LITTLE', 'INSUFFICIENT_FUNDS')) return 'tooLittle'
  if (hasCode(4901, 4902) || hasReason('WRONG_NETWORK')) return 'wrongNetwork'
  const isUnreachable = hasReason('SERVER_UNREACHABLE', 'RELAY_UNREACHABLE', 'IFRAME_LOAD_FAILED', 'ORIGIN_NOT_ALLOWED')
  return isUnreachable || hasCode(4900) ? 'unreachable' : 'other'
}

/** viem wraps the wallet's error, possibly several times. */
function* causesOf(cause: unknown): Generator<Facts> {
  for (let each = cause; each; each = Object(each).cause) yield Object(each)
}

/** The wallet's own words and code, for the developer who reads the demo. */
export function quoteProblem(cause: unknown): string {
  const coded = cause instanceof BaseError ? cause.walk((error) => 'code' in Object(error)) : undefined
  const { code, message, shortMessage } = (coded ?? cause) as { code?: number; message: string; shortMessage?: string }
  return `${shortMessage ?? message} (${code ?? 'no code'})`
}
