import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './fixtures.ts'
import { viewNames, waysToViews } from './views.ts'

for (const theme of ['light', 'dark'] as const) {
  for (const name of viewNames) {
    test(`axe finds nothing in ${name}, ${theme}`, async ({ kit, page, scripted }) => {
      await kit.visitPage('plain', `?data-theme=${theme}`)
      await waysToViews[name](kit, scripted)
      // Colours in the middle of a fade are nobody's colours.
      await kit.settled()
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.map(({ target }) => target) }))
      expect(found).toEqual([])
    })
  }
}

test('a list without wallets is a help, not a dead end', async ({ kit, page }) => {
  await kit.visitPage('plain')
  await kit.open()
  await kit.settled()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])
})
