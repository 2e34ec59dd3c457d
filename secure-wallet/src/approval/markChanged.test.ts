import { expect, test } from 'vitest'
import { limitedProposal, sampleProposal } from '../../test/approvals.ts'
import { markChanged } from './markChanged.ts'
import type { Proposal } from './proposal.ts'

type Change = Proposal['facts']['changes'][number]
const change = (name: string, amount: string, more: Partial<Change> = {}): Change => ({
  ...{ direction: 'out', name, amount, note: '', ...more },
})
const withChanges = (...changes: Change[]): Proposal => {
  const made = sampleProposal('swap')
  return { ...made, facts: { ...made.facts, changes } }
}
const amountsOf = ({ facts }: Proposal) => facts.changes.map(({ name, amount, was }) => [name, amount, was])

test('each changed, new and vanished amount keeps what the visitor saw before, and an equal one stays as it is', () => {
  const seen = withChanges(change('ETH', '−1'), change('USD', '+5'), change('DAI', '−2'))
  const marked = markChanged(seen, withChanges(change('ETH', '−1'), change('USD', '+4'), change('NFT', '−1')))
  expect(amountsOf(marked)).toEqual([
    ['ETH', '−1', undefined],
    ['USD', '+4', '+5'],
    ['NFT', '−1', 'nothing'],
    ['DAI', 'nothing', '−2'],
  ])
})

test('an amount that has vanished is worth nothing', () => {
  const priced = { chainId: 'eip155:1', amount: '5' } as const
  const { changes } = markChanged(withChanges(change('USD', '+5', { priced })), withChanges()).facts
  expect(changes).toEqual([expect.not.objectContaining({ priced })])
})

test('an asset with the name of another one, and a right of another spender, is not the same amount', () => {
  const seen = withChanges(change('USD', '+5', { key: 'a' }), change('DAI', 'all', { note: 'for 0x1' }))
  const now = withChanges(change('USD', '+5', { key: 'b' }), change('DAI', 'all', { note: 'for 0x2' }))
  expect(amountsOf(markChanged(seen, now)).map(([, amount, was]) => [amount, was])).toEqual([
    ['+5', 'nothing'],
    ['all', 'nothing'],
    ['nothing', '+5'],
    ['nothing', 'all'],
  ])
})

test('a notice before all others asks the visitor to look again', () => {
  const now = sampleProposal('swap')
  now.facts.notices = [{ tone: 'danger', title: 'no limit', text: '' }]
  const { notices } = markChanged(sampleProposal('swap'), now).facts
  expect(notices.map(({ tone }) => tone)).toEqual(['warn', 'danger'])
  expect(markChanged(sampleProposal('swap'), now)).not.toHaveProperty('limits')
})

test('each limit is compared with the same limit of the card before', () => {
  const [seen, now] = [limitedProposal(), limitedProposal()]
  const [, requested] = now.limits ?? []
  if (requested) requested.facts = { ...requested.facts, changes: [change('USD', '9', { direction: 'risk' })] }
  const marked = markChanged(seen, now)
  expect(marked.limits?.map(({ facts }) => facts.changes.map(({ amount, was }) => [amount, was]))).toEqual([
    [['up to 5 USD', undefined]],
    [['9', 'all']],
  ])
})
