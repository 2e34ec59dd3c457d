import assert from 'node:assert/strict'
import { tabKey } from '../actions.ts'
import type { Check } from '../stage.ts'

/** More presses than the first view has controls, so that the focus passes its last one. */
const presses = 25

export const focus: Check = {
  name: 'Tab moves the focus through the modal and never to the page behind it',
  storage: 'partitioned',
  async run({ browser, visit }) {
    const visitor = await visit('shop')
    await visitor.open()
    const visited = new Set<string>()
    for (let count = 0; count < presses; count++) {
      const holder = await browser.run(visitor.tab, [], () => document.activeElement?.localName)
      const isInFrame = holder === 'iframe'
      await visitor.pressKey(isInFrame ? visitor.frame : [], tabKey)
      // The browser's own controls may hold the focus between the last control and the first.
      const outside = await browser.run(visitor.tab, [], () => {
        const active = document.activeElement
        return active === document.body || active?.closest('dialog') ? null : (active?.outerHTML ?? null)
      })
      assert.equal(outside, null, 'the focus is in the modal')
      visited.add(await browser.run(visitor.tab, visitor.frame, () => document.activeElement?.textContent ?? ''))
    }
    assert.ok(visited.size >= 5, `the focus visits the modal’s controls, not only ${[...visited].join(', ')}`)
    await browser.closeTab(visitor.tab)
  },
}
