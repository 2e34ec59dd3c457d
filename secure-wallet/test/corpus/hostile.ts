import type { CorpusRow, Domain } from './shape.ts'
import { me, typedData } from './shape.ts'

/**
 * A request that tries to get a friendlier card than it deserves. `verdict` is the kind of its card, or the code of the
 * refusal. `unsaid` lists what no text of the card may say.
 */
export type HostileRow = Pick<CorpusRow, 'name' | 'method' | 'params' | 'chain' | 'host' | 'simulated'> & {
  verdict: string
  unsaid?: readonly RegExp[]
  /** Texts that the card must contain. */
  said?: readonly RegExp[]
}
export type Typed = readonly [typeText: string, domain: Domain, message: object]

const write = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)

/** A row for typed data. `change` may spoil the request after it was built. */
export const hostile = (
  name: string,
  [typeText, domain, message]: Typed,
  verdict: string,
  {
    change = (data) => data,
    ...more
  }: Partial<HostileRow> & { change?: (data: ReturnType<typeof typedData>) => unknown } = {},
): HostileRow => ({
  ...{ name, method: 'eth_signTypedData_v4', chain: `eip155:${domain.chainId ?? 1}`, verdict },
  params: [me, JSON.stringify(change(typedData(typeText, domain, message)), write)],
  ...more,
})

/** Changes one part of typed data: its types, its domain or its message. */
export const withType = ([type, domain, message]: Typed, from: string | RegExp, to: string): Typed => [
  type.replace(from, to),
  domain,
  message,
]
export const withDomain = ([type, domain, message]: Typed, more: object): Typed => [
  type,
  { ...domain, ...more },
  message,
]
export const withMessage = ([type, domain, message]: Typed, more: object): Typed => [
  type,
  domain,
  { ...message, ...more },
]
export const without = ([type, domain, message]: Typed, member: keyof Domain): Typed => {
  const { [member]: _, ...rest } = domain
  return [type, rest, message]
}
