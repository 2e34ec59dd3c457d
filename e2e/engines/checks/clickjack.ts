import assert from 'node:assert/strict'
import { numberToHex, parseEther } from 'viem'
import { connectTestChains } from '../../driver/chain.ts'
import type { Check, Stage } from '../stage.ts'
import { until } from '../until.ts'
import { approveButton, calmMs, type Visitor } from '../visitor.ts'

/**
 * Styles that a hostile modal gives the secure frame. No engine reports the mask; the others than Chromium report
 * nothing at all. So whatever the page shows, a click must neither pay nor sign for a site that is not trusted.
 */
const tricks: { [name: string]: { [property: string]: string } } = {
  'a transparent frame': { opacity: '0' },
  'a masked frame': { maskImage: 'linear-gradient(transparent, transparent)' },
}

export const clickjack: Check = {
  name: 'a click on a hidden card neither pays at a trusted site nor signs at another one',
  storage: 'partitioned',
  async run(stage) {
    const shop = await stage.visitConnected('shop')
    const from = await shop.account()
    await connectTestChains(stage.stack).first.fund(from)
    const payment = { from, to: stage.stack.till, value: numberToHex(parseEther('1')) }
    await playTricks(stage, shop, 'eth_sendTransaction', [payment])
    const guest = await stage.visitConnected('guest')
    await playTricks(stage, guest, 'personal_sign', ['A message', await guest.account()])
  },
}

async function playTricks(stage: Stage, visitor: Visitor, method: string, params: unknown[]): Promise<void> {
  for (const [name, style] of Object.entries(tricks)) {
    await visitor.request(method, params)
    await until('the request shows', () => visitor.shows(visitor.secure, 'button'))
    await stage.browser.run(
      visitor.tab,
      visitor.frame,
      (styles) => {
        for (const frame of document.querySelectorAll('iframe')) Object.assign(frame.style, styles)
      },
      style,
    )
    await clickCard(visitor)
    const answer = await visitor.answer()
    assert.equal('value' in answer, false, `${name}: ${method} got an answer`)
    await visitor.end()
    await stage.browser.reload(visitor.tab)
    await visitor.loaded()
    await until('the wallet is connected again', async () => (await visitor.status()) === 'connected')
  }
  await stage.browser.closeTab(visitor.tab)
}

/** Clicks where the card has its button, if it has one, as often as an honest visitor would need to. */
async function clickCard(visitor: Visitor): Promise<void> {
  for (let count = 0; count < 3; count++) {
    const box = await visitor.boxOf(visitor.secure, approveButton).catch(() => null)
    if (!box) return
    await visitor.click(box, calmMs)
  }
}
