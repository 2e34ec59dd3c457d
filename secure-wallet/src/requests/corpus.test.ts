import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls } from '../../test/corpus/calls.ts'
import { innerCallRows } from '../../test/corpus/innerCalls.ts'
import { marketOrders } from '../../test/corpus/marketOrders.ts'
import { permit2Rows } from '../../test/corpus/permit2.ts'
import { permits } from '../../test/corpus/permits.ts'
import { rights } from '../../test/corpus/rights.ts'
import { effectsOf, linesOf, runRow } from '../../test/corpus/run.ts'
import { safeRows } from '../../test/corpus/safe.ts'
import { seaportRows } from '../../test/corpus/seaport.ts'
import type { CorpusRow } from '../../test/corpus/shape.ts'
import { snapshotRows } from '../../test/corpus/snapshot.ts'
import { statements } from '../../test/corpus/statements.ts'
import { textMessages } from '../../test/corpus/textMessages.ts'
import { tokenOrders } from '../../test/corpus/tokenOrders.ts'
import { uniswapX } from '../../test/corpus/uniswapX.ts'
import { approvalPolicy } from '../approval/approvalPolicy.ts'

const families: { readonly [name: string]: readonly CorpusRow[] } = {
  permits,
  permit2: permit2Rows,
  uniswapX,
  seaport: seaportRows,
  marketOrders,
  tokenOrders,
  safe: safeRows,
  innerCalls: innerCallRows,
  rights,
  snapshot: snapshotRows,
  statements,
  textMessages,
  calls,
}
const rows = Object.entries(families).flatMap(([family, all]) => all.map((row) => ({ ...row, family })))

test('the corpus has at least 300 real requests with different names', () => {
  expect(rows.length).toBeGreaterThanOrEqual(300)
  expect(new Set(rows.map(({ family, name }) => `${family} ${name}`)).size).toBe(rows.length)
})

test('the approval policy has no kind of request that the wallet never shows', () => {
  const shown = rows.map(({ card }) => ('kind' in card ? card.kind : 'refused'))
  // A payment is within a limit only if the server says so (requests/limits/limits.attack.test.ts).
  const made = new Set<string>([...shown, 'limitedTransfer'])
  expect(Object.keys(approvalPolicy).filter((kind) => !made.has(kind))).toEqual([])
})

test.each(rows)('$family: $name', async (row) => {
  const answer = await runRow(row)
  if ('refused' in answer) return expect(answer).toEqual(row.card)
  const { proposal } = answer
  const { title } = proposal.facts
  expect({ title, kind: proposal.kind, effects: effectsOf(proposal) }).toEqual(row.card)
})

/** Blocks of a name behind `#` and the lines of its card. An address row ends with `@`. */
const cards = readFileSync(new URL('../../test/corpus/cards.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n\n')
  .map((block) => block.split('\n'))
  .map(([name = '', ...lines]) => [name.slice(2), lines] as const)

test.each(cards)('the whole card of %s', async (name, lines) => {
  const row = rows.find((each) => each.name === name)
  const answer = row && (await runRow(row))
  expect(answer && 'proposal' in answer && linesOf(answer.proposal)).toEqual(lines)
})
