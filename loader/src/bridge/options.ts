import type { HostOptions } from '../../protocol/frameApi.ts'

/** What came as attributes is text: a list where the name asks for one, JSON where it is JSON, else as it is. */
export const readOptions = (options: HostOptions): HostOptions =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, readValue(name, value)]))

const readValue = (name: string, value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (/networks|Ids|Order/.test(name)) return value.match(/[^\s,]+/g)
  try {
    // An attribute without a value is a switch that is on.
    return JSON.parse(value || 'true')
  } catch {
    return value
  }
}
