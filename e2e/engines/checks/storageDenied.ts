import assert from 'node:assert/strict'
import { type Check, keyTimeMs } from '../stage.ts'
import { until } from '../until.ts'

export const storageDenied: Check = {
  name: 'a browser that keeps nothing says so, connects the wallet, and is disconnected after a reload',
  storage: 'denied',
  async run({ browser, visit, logInAt }) {
    const visitor = await visit('shop')
    await logInAt('shop', visitor)
    await visitor.waitFor(visitor.secure, '*', 'This browser keeps nothing here', keyTimeMs)
    await visitor.press(visitor.secure, 'button', 'Continue')
    await until('the wallet is connected', async () => (await visitor.status()) === 'connected')

    await browser.reload(visitor.tab)
    await visitor.loaded()
    await until('the wallet is disconnected', async () => (await visitor.status()) === 'disconnected')
    await visitor.open()
    assert.ok(await visitor.shows(visitor.frame, 'input[placeholder="Email address"]'), 'the visitor can log in again')
    await browser.closeTab(visitor.tab)
  },
}
