import type { Store } from '../../session/store.ts'

/**
 * Addresses to which this browser sent coins or tokens. The wallet uses them only for a warning, so losing them does no
 * harm.
 */
export type Recipients = {
  all(): Promise<readonly string[]>
  add(addresses: readonly string[]): Promise<void>
}

/**
 * Receivers with a name. `isOwn`: the visitor chose the name. The others are those that the operator names for the site
 * that asks, and the visitor need not have paid them before.
 */
export type Receivers = readonly { name: string; address: string; isOwn?: boolean }[]

export const findReceiver = (receivers: Receivers, address: string): Receivers[number] | undefined =>
  receivers.find((receiver) => isSameAddress(receiver.address, address))

export const nameOfReceiver = (receivers: Receivers, address: string): string | undefined =>
  findReceiver(receivers, address)?.name

const limit = 200
const name = 'recipients'

export const createPastRecipients = (store: Store): Recipients => {
  const all = async (): Promise<string[]> => {
    const stored: unknown = await store.get(name).catch(() => [])
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
  }
  return {
    all,
    add: async (addresses) => {
      const known = await all()
      await store.put(name, [...new Set([...known, ...addresses])].slice(-limit)).catch(() => undefined)
    },
  }
}

/** Finds a known address that this address may imitate: both ends are the same, and the middle differs. */
export const findLookAlike = (address: string, known: readonly string[]): string | undefined => {
  const ends = (each: string): string => {
    const plain = each.startsWith('0x') ? each.slice(2).toLowerCase() : each
    return `${plain.slice(0, 3)} ${plain.slice(-3)}`
  }
  if (known.some((each) => isSameAddress(each, address))) return undefined
  return known.find((each) => ends(each) === ends(address))
}

export const isSameAddress = (first: string, second: string): boolean =>
  first.startsWith('0x') ? first.toLowerCase() === second.toLowerCase() : first === second
