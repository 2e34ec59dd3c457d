import { assetKeyOf, grantKeyOf, type SimulatedEffects } from './effects.ts'

/**
 * Why an estimate may be wrong. `unsteady`: another fee, a later time or another block producer changes the effects.
 * `misreported`: a token's logs and its balances differ. `queued`: the account has sent transactions that the wallet
 * does not know, and they run first.
 */
export type Doubt = 'unsteady' | 'misreported' | 'queued'

/** An estimate of what transactions do, on top of the newest block. `gasUsed` has an entry for each call. */
export type Simulation =
  | { status: 'ok'; effects: SimulatedEffects; gasUsed: bigint[]; doubts: Doubt[] }
  | { status: 'fails'; reason: string }
  /** The node could not simulate the calls. */
  | { status: 'unknown' }

/** The wallet asks again if the account would get less than this share of what the card shows. */
const accepted = { share: 995n, of: 1_000n }

/** The effects of a simulation by keys, on any network. An amount of null in `rights` has no limit. */
export type ComparableEffects = {
  amounts: ReadonlyMap<string, bigint>
  rights: ReadonlyMap<string, bigint | null>
  receivers: ReadonlySet<string>
}

/**
 * Tells whether a later simulation is worse than the one that the card shows. Worse is a new asset, receiver, allowance
 * or doubt, more that leaves the account, or over 0.5 % less that it gets.
 */
export const isWorse = (shown: Simulation, now: Simulation): boolean => {
  if (shown.status !== 'ok' || now.status !== 'ok') return shown.status !== now.status
  const isDoubted = now.doubts.some((doubt) => !shown.doubts.includes(doubt))
  return isDoubted || hasWorseEffects(comparableOf(shown.effects), comparableOf(now.effects))
}

const comparableOf = ({ changes, grants, receivers }: SimulatedEffects): ComparableEffects => ({
  amounts: new Map(changes.map(({ asset, amount }) => [assetKeyOf(asset), amount])),
  rights: new Map(grants.map((grant) => [grantKeyOf(grant), grant.amount])),
  receivers: new Set(receivers),
})

export const hasWorseEffects = (shown: ComparableEffects, now: ComparableEffects): boolean => {
  const loses = [...new Set([...shown.amounts.keys(), ...now.amounts.keys()])].some((key) => {
    const [before, after] = [shown.amounts.get(key) ?? 0n, now.amounts.get(key) ?? 0n]
    return before > 0n ? after * accepted.of < before * accepted.share : after < before
  })
  const allows = [...now.rights].some(([key, amount]) => {
    const before = shown.rights.get(key)
    if (before === undefined) return true
    return before !== null && (amount === null || amount > before)
  })
  return loses || allows || [...now.receivers].some((receiver) => !shown.receivers.has(receiver))
}
