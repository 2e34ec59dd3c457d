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

/**
 * Tells whether a later simulation is worse than the one that the card shows. Worse is a new asset, receiver, allowance
 * or doubt, more that leaves the account, or over 0.5 % less that it gets.
 */
export const isWorse = (shown: Simulation, now: Simulation): boolean => {
  if (shown.status !== 'ok' || now.status !== 'ok') return shown.status !== now.status
  return isWorseEffect(shown.effects, now.effects) || now.doubts.some((doubt) => !shown.doubts.includes(doubt))
}

const isWorseEffect = (shown: SimulatedEffects, now: SimulatedEffects): boolean => {
  const amounts = (effects: SimulatedEffects): Map<string, bigint> =>
    new Map(effects.changes.map(({ asset, amount }) => [assetKeyOf(asset), amount]))
  const [was, is] = [amounts(shown), amounts(now)]
  const loses = [...new Set([...was.keys(), ...is.keys()])].some((key) => {
    const [before, after] = [was.get(key) ?? 0n, is.get(key) ?? 0n]
    return before > 0n ? after * accepted.of < before * accepted.share : after < before
  })
  const grants = new Map(shown.grants.map((grant) => [grantKeyOf(grant), grant.amount]))
  const allows = now.grants.some((grant) => {
    const before = grants.get(grantKeyOf(grant))
    if (before === undefined) return true
    return before !== null && (grant.amount === null || grant.amount > before)
  })
  const known = new Set(shown.receivers)
  return loses || allows || now.receivers.some((receiver) => !known.has(receiver))
}
