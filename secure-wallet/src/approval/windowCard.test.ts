// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { limitedProposal } from '../../test/approvals.ts'
import { freezeProposal } from './proposal.ts'
import { createWindowCard } from './windowCard.ts'

test("the panel that opens the window names the limit that the site asks for, not the visitor's own", async () => {
  const frozen = freezeProposal(limitedProposal())
  const answer = { digest: frozen.digest, choiceId: 'balance low' }
  const shown: string[] = []
  const ask = createWindowCard({
    surface: { show: async (_view, root) => void shown.push(root.textContent ?? ''), hide: () => undefined },
    flows: { start: async () => ({ url: 'https://wallet.example/approve', answer: async () => answer }) },
    name: 'wallet.example',
    open: () => ({}),
  })
  const { signal } = new AbortController()
  expect(await ask(frozen, { position: 1, total: 1, follow: () => undefined, signal })).toEqual(answer)
  expect(shown[0]).toContain('USDall')
  expect(shown[0]).not.toContain('up to 5 USD')
})
