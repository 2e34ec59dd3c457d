import { type Hex, numberToHex } from 'viem'
import { addAuthenticator, createCustodyDriver } from '../../driver/custody.ts'
import { expect, test } from '../shared/mailTest.ts'
import { resolveTrick } from './clickjackTrick.ts'
import { type AttackStage, createAttackStage, type EmbedderId, embedderNames, middleOf } from './stage.ts'
import { undetectableTricks } from './tricks.ts'

const nobody = '0x00000000000000000000000000000000000000aa'
const embedders: EmbedderId[] = ['F', 'H']

/** Applies a trick that the secure frame can't detect, and clicks where the visitor sees something else. */
async function playOn(stage: AttackStage, embedder: EmbedderId, trick: (typeof undetectableTricks)[number]) {
  const rects = await stage.rects(embedder)
  await stage.applyTrick(embedder, resolveTrick(trick, rects))
  await stage.moveTo(middleOf(rects.button))
  await stage.armed()
  await stage.click()
}

test('on a trusted site, no click on a masked card moves funds', async ({
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
  const stage = await createAttackStage(page, driver, stack)
  const nonce = () => chains.first.client.getTransactionCount({ address })
  const send = () =>
    driver.request('eth_sendTransaction', [{ from: address, to: nobody, value: numberToHex(10n ** 18n) }])

  /** Plays all tricks. `isInFrame` says whether a card with a button may show in the frame. */
  const playAll = async (isInFrame: boolean) => {
    for (const embedder of embedders)
      for (const trick of undetectableTricks)
        await test.step(`${embedderNames[embedder]}: ${trick.name}`, async () => {
          const answer = send()
          await expect(card.or(start)).toBeVisible()
          if (await card.isVisible()) {
            await playOn(stage, embedder, trick)
            if (isInFrame) await expect(secure.locator('.approve__button .spinner')).toBeVisible()
            await stage.undo(embedder)
          }
          // A click that counted sends the transaction, and closing the modal does not stop it.
          await page.evaluate(() => window.AppKit.close())
          expect.soft(await answer, `${embedderNames[embedder]}: ${trick.name}`).toMatchObject({ code: 4001 })
          await driver.expectClosed()
        })
    expect(await nonce()).toBe(0)
  }

  await test.step('without a passkey', () => playAll(false))

  const custody = createCustodyDriver(page, driver, stack)
  const authenticator = await addAuthenticator(page)
  await custody.addPasskey()
  await authenticator.setTouched(false)
  await test.step('with a passkey that the visitor does not touch', () => playAll(true))
})
