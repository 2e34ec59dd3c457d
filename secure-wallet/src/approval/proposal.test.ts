import { expect, test } from 'vitest'
import { sampleProposal } from '../../test/approvals.ts'
import { freezeProposal, mostHarmfulKind, type ProposalKind, proposalDigest } from './proposal.ts'

test('the kind of a proposal with several limits is the most harmful one', () => {
  const kinds: ProposalKind[] = ['message', 'permission', 'transfer']
  expect(mostHarmfulKind(kinds)).toBe('permission')
  expect(mostHarmfulKind(kinds.toReversed())).toBe('permission')
  expect(mostHarmfulKind(['ownSignIn', 'message'])).toBe('message')
  expect(mostHarmfulKind([])).toBe('unknown')
})

test('a frozen proposal can change at no depth, and its digest is the SHA-256 of its text', () => {
  const { proposal, text, digest } = freezeProposal(sampleProposal('pay'))
  expect(JSON.parse(text)).toEqual(proposal)
  expect(digest).toBe(proposalDigest(text))
  expect(proposalDigest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  const changes = [
    () => Object.assign(proposal, { kind: 'message' }),
    () => Object.assign(proposal.facts, { title: 'other' }),
    () => proposal.choices[0]?.payloads.push('ff'),
  ]
  for (const change of changes) expect(change).toThrow(TypeError)
})
