import { formatNotice } from './formatText.ts'
import { messages } from './messages.ts'
import type { LimitDependentFacts, Proposal, ProposalFacts } from './proposal.ts'

type Change = ProposalFacts['changes'][number]

/**
 * Marks what differs from the card that the visitor saw before: each amount keeps its old value beside it, and a notice
 * tells the visitor to look again.
 */
export const markChanged = (seen: Proposal, now: Proposal): Proposal => {
  const seenLimits = new Map((seen.limits ?? []).map(({ id, facts }) => [id, facts]))
  const { limits } = now
  return {
    ...now,
    facts: mark(seen.facts, now.facts),
    ...(limits && {
      limits: limits.map((limit) => ({ ...limit, facts: mark(seenLimits.get(limit.id) ?? seen.facts, limit.facts) })),
    }),
  }
}

const mark = <Facts extends LimitDependentFacts>(seen: Facts | LimitDependentFacts, now: Facts): Facts => {
  const before = new Map(seen.changes.map((change) => [keyOf(change), change]))
  const shown = new Set(now.changes.map(keyOf))
  const changes = now.changes.map((change): Change => {
    const was = before.get(keyOf(change))?.amount ?? messages.amounts.none
    return was === change.amount ? change : { ...change, was }
  })
  const gone = seen.changes
    .filter((change) => !shown.has(keyOf(change)))
    .map(({ amount, priced: _, ...change }): Change => ({ ...change, amount: messages.amounts.none, was: amount }))
  return {
    ...now,
    notices: [formatNotice('warn', messages.notices.changed), ...now.notices],
    changes: [...changes, ...gone],
  }
}

/** A row is the same row if it is about the same asset, and about the same spender if it gives a right. */
const keyOf = ({ key, name, note }: Change): string => key ?? `${name} ${note}`
