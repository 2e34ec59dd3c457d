// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { deletionPanel } from './deletionPanel.ts'

const listed = (count: number) => {
  const balances = Array.from({ length: count }, (_, n) => ({ name: `Network ${n}`, text: null }))
  const { root } = deletionPanel({ email: 'mara@quince.example', balances, back: () => undefined })
  return root.querySelector('.notice')
}

test('names the networks that did not answer, behind a fold if there are many', () => {
  expect(listed(3)?.textContent).toContain('Network 0, Network 1, and Network 2')
  expect(listed(3)?.querySelector('details')).toBeNull()
  const fold = listed(40)?.querySelector('details')
  expect(fold?.querySelector('summary')?.textContent).toBe('40 networks')
  expect(fold?.open).toBe(false)
  expect(fold?.textContent).toContain('Network 39')
})
