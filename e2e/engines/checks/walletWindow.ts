import assert from 'node:assert/strict'
import { isHex, verifyMessage } from 'viem'
import type { Check } from '../stage.ts'
import { until } from '../until.ts'
import { approveButton, createVisitor } from '../visitor.ts'

const message = 'Good coffee. See you on Tuesday.'

export const walletWindow: Check = {
  name: 'on an untrusted site a message is shown in the wallet’s own window, and a press there signs it',
  storage: 'partitioned',
  async run({ browser, stack, visitConnected }) {
    const visitor = await visitConnected('guest')
    const address = await visitor.account()
    await visitor.request('personal_sign', [message, address])
    await visitor.waitFor(visitor.secure, 'button', 'Open wallet window')
    assert.equal(await visitor.shows(visitor.secure, approveButton), false, 'the frame shows nothing to approve')

    const before = await browser.tabs()
    await visitor.press(visitor.secure, 'button', 'Open wallet window')
    const opened = await until('the window opens', async () =>
      (await browser.tabs()).find((tab) => !before.includes(tab)),
    )
    const window = createVisitor(browser, stack, opened)
    await window.waitFor([], '*', message)
    await window.approve([])
    const { value } = await until('the site has the signature', async () => {
      const answer = await visitor.answer()
      return 'value' in answer || 'code' in answer ? answer : null
    })
    assert.ok(isHex(value), 'the answer is a signature')
    assert.ok(await verifyMessage({ address, message, signature: value }))
    await browser.closeTab(visitor.tab)
  },
}
