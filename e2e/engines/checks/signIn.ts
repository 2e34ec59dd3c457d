import assert from 'node:assert/strict'
import { isHex, verifyMessage } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import type { Check } from '../stage.ts'
import { until } from '../until.ts'

export const signIn: Check = {
  name: 'a visitor logs in by e-mail, signs in to a trusted site with one press, and is connected after a reload',
  storage: 'partitioned',
  async run({ browser, stack, visitConnected }) {
    const visitor = await visitConnected('shop')
    const address = await visitor.account()
    const message = createSiweMessage({
      ...{ address, domain: new URL(stack.shop).host, uri: stack.shop, version: '1', chainId: 31_337 },
      nonce: 'engines0engines0',
    })
    await visitor.request('personal_sign', [message, address])
    await visitor.approve(visitor.secure)
    const { value } = await until('the site has the signature', async () => {
      const answer = await visitor.answer()
      return 'value' in answer || 'code' in answer ? answer : null
    })
    assert.ok(isHex(value), 'the answer is a signature')
    assert.ok(await verifyMessage({ address, message, signature: value }))
    await until('the modal is closed', async () => !(await visitor.isOpen()))

    await browser.reload(visitor.tab)
    await visitor.loaded()
    await until('the wallet is connected again', async () => (await visitor.status()) === 'connected')
    assert.equal(await visitor.account(), address)
    await browser.closeTab(visitor.tab)
  },
}
