import { expect, test } from 'vitest'
import { hostileMessages } from '../../test/corpus/hostileMessages.ts'
import { hostileOthers } from '../../test/corpus/hostileOthers.ts'
import { hostileTokens } from '../../test/corpus/hostileTokens.ts'
import { runRow } from '../../test/corpus/run.ts'
import type { Proposal } from '../approval/proposal.ts'

const rows = [...hostileTokens, ...hostileOthers, ...hostileMessages]

/** Every text that a card shows, one line each. */
const textsOf = ({ facts, choices }: Proposal): string[] => [
  ...[facts.title, facts.lead, facts.message ?? '', ...choices.map(({ label }) => label), ...facts.steps],
  ...facts.notices.flatMap(({ title, text }) => [title, text]),
  ...facts.changes.map(({ name, amount, note }) => `${name} ${amount} ${note}`),
  ...facts.rows.map(({ label, value }) => `${label} ${value}`),
  ...facts.tree.map(({ label, value }) => `${label} ${value ?? ''}`),
]
/** Words of the friendlier cards, none of which may head a card that nobody understands. */
const friendly = /Sign in|Pay|Sell|Swap|Buy|Allow|Cancel|vote|Sign a message|nothing|without a fee/

test('the corpus has at least 200 hostile requests with different names', () => {
  expect(rows.length).toBeGreaterThanOrEqual(200)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
})

test.each(rows)('$name', async ({ verdict, said = [], unsaid = [], ...row }) => {
  const answer = await runRow({ ...row, card: { refused: verdict } })
  if ('refused' in answer) return expect(answer.refused).toBe(verdict)
  const { proposal } = answer
  const { facts, choices } = proposal
  expect(proposal.kind).toBe(verdict)
  if (verdict === 'unknown') {
    expect(facts.isDanger).toBe(true)
    expect([facts.title, facts.lead, choices[0]?.label].join(' ')).not.toMatch(friendly)
  }
  const texts = textsOf(proposal)
  for (const text of said) expect(texts.join('\n')).toMatch(text)
  for (const text of unsaid) expect(`${texts.join('\n')}\n${facts.raw}`).not.toMatch(text)
})
