// @vitest-environment happy-dom
import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { findHidden, findMarkup, hostileTexts } from '@appkit-frame/loader/protocol/test/hostileTexts.ts'
import { expect, test } from 'vitest'
import { openModal } from '../../test/modal.ts'

const names = attackSize(60, 5_400)
/** The frame lists at most this many wallets of a page. */
const atOnce = 30

test('the name of a wallet that the page announces is shown as text only, and without hidden characters', {
  timeout: attackTimeoutMs(),
}, async ({ task }) => {
  const { open, call, calm } = await openModal()
  await open({})
  const faults: string[] = []
  let shown = 0
  const texts = hostileTexts(names, attackSeed)
  for (let at = 0; at < texts.length; at += atOnce) {
    const some = texts.slice(at, at + atOnce).map(({ text }, index) => ({ id: `io.example.w${index}`, name: text }))
    await call('wallets', [some])
    await calm()
    const root = document.body
    shown += root.querySelectorAll('[data-testid^="wallet-selector-io.example"]').length
    const found = [...findMarkup(root), ...findHidden(root.textContent ?? '')]
    if (found.length > 0)
      faults.push(
        `${JSON.stringify(some.map(({ name }) => name))}: ${found.map((each) => each.codePointAt(0)).join(' ')}`,
      )
  }
  expect(faults).toEqual([])
  expect(shown).toBeGreaterThan(0)
  reportAttack(task, 'G5', names, 'foreign names of wallets in the modal', `${shown} rows`)
})
