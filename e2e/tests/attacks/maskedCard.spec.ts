import type { Hex } from 'viem'
import { addAuthenticator, createCustodyDriver } from '../../driver/custody.ts'
import { expect, test } from '../shared/mailTest.ts'
import { type ClickjackTrick, resolveTrick } from './clickjackTrick.ts'
import { createAttackStage, type EmbedderId, embedderNames, middleOf } from './stage.ts'
import { movedUnderFinger, type SuddenTrick } from './suddenTricks.ts'
import { createCardSurface, paymentOf } from './surfaces.ts'
import { oftenMissedTricks, undetectableTricks } from './tricks.ts'

const embedders: EmbedderId[] = ['F', 'H']

/** Applies a trick that the secure frame can't detect, and clicks where the visitor sees something else. */
const playMask = (trick: ClickjackTrick): SuddenTrick => ({
  name: trick.name,
  play: async (stage, embedder) => {
    const rects = await stage.rects(embedder)
    await stage.applyTrick(embedder, resolveTrick(trick, rects))
    await stage.moveTo(middleOf(rects.button))
    // The card may notice such a trick, and then never accepts the click.
    await (oftenMissedTricks.includes(trick) ? stage.page.waitForTimeout(1_200) : stage.armed())
    await stage.click()
  },
})
const missed = process.env.ATTACK === 'full' ? oftenMissedTricks : []
const tricks = [...[...undetectableTricks, ...missed].map(playMask), movedUnderFinger]

test('on a trusted site, no click on a card that the visitor can’t see moves funds', async ({
  driver,
  page,
  stack,
  chains,
  mail,
  embedded,
}) => {
  test.setTimeout(360_000)
  await driver.visitShop()
  await embedded.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  await chains.first.fund(address)
  const { secure } = embedded
  const card = secure.locator('.approve__button')
  const start = secure.getByRole('button', { name: 'Open wallet window' })
  const surface = createCardSurface({ page, driver, stack, embedded }, paymentOf(address))
  const stage = await createAttackStage(page, stack, surface)
  const nonce = () => chains.first.client.getTransactionCount({ address })
  const { method, params } = paymentOf(address)
  const send = () => driver.request(method, params)

  /** Plays all tricks. Returns how often a click on the card counted, so that only the passkey was missing. */
  const playAll = async (): Promise<number> => {
    let clicks = 0
    for (const embedder of embedders)
      for (const { name, play } of tricks)
        await test.step(`${embedderNames[embedder]}: ${name}`, async () => {
          const answer = send()
          await expect(card.or(start)).toBeVisible()
          if (await card.isVisible()) {
            await stage.armed()
            await play(stage, embedder)
            if ((await stage.state()) === 'approved') clicks += 1
            await stage.undo(embedder)
          }
          // A click that counted sends the transaction, and closing the modal does not stop it.
          await page.evaluate(() => window.AppKit.close())
          expect.soft(await answer, `${embedderNames[embedder]}: ${name}`).toMatchObject({ code: 4001 })
          await driver.expectClosed()
        })
    expect(await nonce()).toBe(0)
    return clicks
  }

  await test.step('without a passkey', async () => expect(await playAll()).toBe(0))

  const custody = createCustodyDriver(page, driver, stack)
  const authenticator = await addAuthenticator(page)
  await custody.addPasskey()
  await authenticator.setTouched(false)
  await test.step('with a passkey that the visitor does not touch', async () =>
    expect(await playAll()).toBeGreaterThan(undetectableTricks.length + 1))
})
