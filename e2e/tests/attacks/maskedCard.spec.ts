import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
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

const friend: Hex = '0x1111111111111111111111111111111111111111'
const stranger: Hex = '0x2222222222222222222222222222222222222222'

test('within a limit, a click on a card that the visitor can’t see makes one payment to a known receiver at most', async ({
  driver,
  page,
  stack,
  chains,
  mail,
  embedded,
}) => {
  test.setTimeout(360_000)
  const [perDay, amount] = [parseEther('50'), parseEther('5')]
  await driver.visitShop()
  await embedded.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  await chains.first.fund(address)
  const { secure } = embedded
  const card = secure.locator('.approve__button:not(:has(.spinner))')
  const start = secure.getByRole('button', { name: 'Open wallet window' })
  const paymentTo = (to: Hex, size = amount) => {
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, size] })
    return { method: 'eth_sendTransaction', params: [{ from: address, to: stack.token, data }], title: /^Send / }
  }
  const send = (to: Hex, size = amount) => {
    const { method, params } = paymentTo(to, size)
    return driver.request(method, params)
  }
  const paidTo = (receiver: Hex) => chains.first.tokensOf(receiver)
  const closeModal = async () => {
    await page.evaluate(() => window.AppKit.close())
    await driver.expectClosed()
  }
  /** Waits until the payments that the wallet sent are in a block. Returns how many they are. */
  const countPaid = async (answers: ReturnType<typeof send>[]): Promise<number> => {
    const hashes = (await Promise.all(answers)).flatMap((answer) => ('value' in answer ? [answer.value as Hex] : []))
    for (const hash of hashes) await chains.first.client.waitForTransactionReceipt({ hash })
    return hashes.length
  }

  await test.step('the visitor pays the receiver once, and sets a limit', async () => {
    const isKnown = page.waitForResponse((response) => response.ok() && response.url().endsWith('/receivers/paid'))
    const answer = send(friend)
    await embedded.approve()
    expect(await countPaid([answer])).toBe(1)
    await isKnown
    await embedded.press('Done')
    await driver.expectClosed()
    await createCustodyDriver(page, driver, stack).setLimit(mail, '50')
  })

  const before = await paidTo(friend)
  const spent = async () => (await paidTo(friend)) - before
  const stage = await createAttackStage(
    page,
    stack,
    createCardSurface({ page, driver, stack, embedded }, paymentTo(friend)),
  )
  let payments = 0
  for (const embedder of embedders)
    for (const { name, play } of tricks)
      await test.step(`${embedderNames[embedder]}: ${name}`, async () => {
        // The second request gets its own card after the first one.
        const answers = [send(friend), send(friend)]
        await expect(card.or(start)).toBeVisible()
        if (await card.isVisible()) {
          await stage.armed()
          await play(stage, embedder)
          // A click that counted ends the card, and the panel of the sent payment or the next card shows.
          if ((await stage.state()) === 'approved') await Promise.race(answers)
          await stage.undo(embedder)
        }
        await closeModal()
        const paid = await countPaid(answers)
        expect.soft(paid, name).toBeLessThanOrEqual(1)
        payments += paid
        expect(await spent()).toBe(BigInt(payments) * amount)
        expect(await spent()).toBeLessThanOrEqual(perDay)
      })
  expect(payments).toBeGreaterThan(undetectableTricks.length)

  for (const [what, to, size] of [
    ['a stranger', stranger, 1n],
    ['more than is left of the limit', friend, perDay - (await spent()) + 1n],
  ] as const)
    await test.step(`a payment of ${what} has no card in the frame`, async () => {
      const answer = send(to, size)
      await expect(card.or(start)).toBeVisible()
      expect(await card.count()).toBe(0)
      await closeModal()
      expect(await countPaid([answer])).toBe(0)
    })
  expect([await paidTo(stranger), await spent()]).toEqual([0n, BigInt(payments) * amount])
})
