import assert from 'node:assert/strict'
import { escapeKey } from '../actions.ts'
import type { Check } from '../stage.ts'
import { until } from '../until.ts'

export const modal: Check = {
  name: 'a press opens the modal with five wallets, and Esc closes it and gives the focus back',
  storage: 'partitioned',
  async run({ browser, visit }) {
    const visitor = await visit('shop')
    await visitor.open()
    const countRows = () =>
      browser.run(visitor.tab, visitor.frame, () => {
        const rows = [...document.querySelectorAll<HTMLElement>('li > :is(a, button)')]
        return rows.filter((row) => row.checkVisibility() && row.textContent.trim() !== '').length
      })
    await until('five wallets show', async () => (await countRows()) >= 5)
    await visitor.pressKey(visitor.frame, escapeKey)
    await until('the modal is closed', async () => !(await visitor.isOpen()))
    const focused = await browser.run(visitor.tab, [], () => document.activeElement?.matches('[data-appkit-open]'))
    assert.equal(focused, true, 'the button that opened the modal has the focus')
    await browser.closeTab(visitor.tab)
  },
}
