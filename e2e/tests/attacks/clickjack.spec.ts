import { expect, test } from '../shared/mailTest.ts'
import { type ClickjackTrick, resolveTrick } from './clickjackTrick.ts'
import { type AttackStage, createAttackStage, type EmbedderId, embedderNames, middleOf } from './stage.ts'
import { type SuddenTrick, suddenTricks } from './suddenTricks.ts'
import { tricks, zoomTrick } from './tricks.ts'

/**
 * The full run plays every trick twice, in the host page and in the modal, and has one test for each kind of trick to
 * keep the tests short. The short run plays each common trick once.
 */
const isLong = process.env.ATTACK === 'full'
const both: EmbedderId[] = ['H', 'F']
const lastingTricks = tricks.map(
  (trick): SuddenTrick => ({ ...trick, play: (stage, embedder) => playLasting(stage, embedder, trick) }),
)
const kinds = Object.entries({ lasting: lastingTricks, sudden: suddenTricks })
type Row = { trick: SuddenTrick; embedder: EmbedderId }
const common = kinds.flatMap(([, all]) =>
  all.filter(({ isRare }) => !isRare).map((trick, place): Row => ({ trick, embedder: both[place % 2] as EmbedderId })),
)
const runs: { name: string; rows: Row[] }[] = isLong
  ? kinds.flatMap(([kind, all]) =>
      both.map((embedder) => ({
        name: `${embedderNames[embedder]}, ${kind}: `,
        rows: all.map((trick) => ({ trick, embedder })),
      })),
    )
  : [{ name: '', rows: common }]

for (const { name: prefix, rows } of runs)
  test(`${prefix}a visitor who can’t see what they click signs nothing, whatever the page or the modal does`, async ({
    driver,
    page,
    stack,
    mail,
    embedded,
  }, testInfo) => {
    test.setTimeout(isLong ? 1_800_000 : 360_000)
    await driver.visitShop()
    await embedded.logIn(mail)
    const stage = await createAttackStage(page, driver, stack)
    /** Plays one trick. Before it the approval card accepts clicks, so only the trick can prevent the signature. */
    const play = async (name: string, embedder: EmbedderId, act: () => Promise<unknown>) =>
      test.step(`${embedderNames[embedder]}: ${name}`, async () => {
        await stage.ready()
        const before = await stage.presses()
        await act()
        // The secure frame has handled the press by now, so a signing that it started would already show.
        const pressCount = await stage.presses().then(
          (presses) => presses - before,
          () => 0,
        )
        await stage.undo(embedder)
        expect.soft(await stage.isSigned(), `${embedderNames[embedder]}: ${name}`).toBe(false)
        // If no press hit the button, one may have closed the modal. The site learns of the closing with a delay.
        if (pressCount === 0) await stage.end()
        const description = `${embedderNames[embedder]}, ${name}: ${pressCount} presses on the button`
        testInfo.annotations.push({ type: 'row', description })
      })

    for (const { trick, embedder } of rows) await play(trick.name, embedder, () => trick.play(stage, embedder))

    await test.step('without a trick, a click of the simulated visitor signs', async () => {
      // Chromium may drop a click on a frame that has just moved, so click again.
      await expect(async () => {
        await stage.ready()
        await stage.moveTo(middleOf((await stage.rects('H')).button))
        await stage.click()
        expect(await stage.isSigned()).toBe(true)
      }).toPass()
      await expect.poll(stage.outcome).toMatchObject({ value: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    })

    await play(zoomTrick.name, 'H', () => playLasting(stage, 'H', zoomTrick))
  })

/**
 * Applies a trick that lasts, while the approval card accepts clicks. The visitor clicks after the card should have
 * noticed the trick.
 */
async function playLasting(stage: AttackStage, embedder: EmbedderId, trick: ClickjackTrick): Promise<void> {
  const rects = await stage.rects(embedder)
  await stage.aimAt(middleOf(rects.button))
  await stage.applyTrick(embedder, resolveTrick(trick, rects))
  if (!trick.isHarmless) await stage.disarmed(`${embedderNames[embedder]}: ${trick.name}, disarmed`)
  if (trick.stays || isLong) await stage.page.waitForTimeout(1_100)
  await stage.moveTo(trick.clickAt?.(rects) ?? middleOf(rects.button))
  await stage.click()
}
