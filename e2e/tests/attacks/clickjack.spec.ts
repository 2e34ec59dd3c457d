import { expect, test } from '../shared/mailTest.ts'
import { createStage, type Embedder, embedderNames, middleOf, type Stage } from './stage.ts'
import { type SuddenTrick, suddenTricks } from './suddenTricks.ts'
import { resolveTrick, type Trick } from './trick.ts'
import { tricks, zoomTrick } from './tricks.ts'

/**
 * The full run plays every trick in the page and in the modal, with one test for each kind to keep tests short. The
 * short run plays each common trick in one of the two.
 */
const isLong = process.env.ATTACK === 'full'
const both: Embedder[] = ['H', 'F']
const lastingTricks = tricks.map(
  (trick): SuddenTrick => ({ ...trick, play: (stage, embedder) => playLasting(stage, embedder, trick) }),
)
const kinds = Object.entries({ lasting: lastingTricks, sudden: suddenTricks })
type Row = { trick: SuddenTrick; embedder: Embedder }
const common = kinds.flatMap(([, all]) =>
  all.filter(({ isRare }) => !isRare).map((trick, place): Row => ({ trick, embedder: both[place % 2] as Embedder })),
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
    const stage = await createStage(page, driver, stack)
    /** Plays one trick. The card is armed before it, so only the trick can stop the click. */
    const play = async (name: string, embedder: Embedder, act: () => Promise<unknown>) =>
      test.step(`${embedderNames[embedder]}: ${name}`, async () => {
        await stage.ready()
        const before = await stage.presses()
        await act()
        // The wallet's frame has handled the press by now, and would already show a signature that it started.
        const pressCount = await stage.presses().then(
          (presses) => presses - before,
          () => 0,
        )
        await stage.undo(embedder)
        expect.soft(await stage.isSigned(), `${embedderNames[embedder]}: ${name}`).toBe(false)
        // If no press hit the button, one may have closed the modal, and the site learns of the closing with a delay.
        if (pressCount === 0) await stage.end()
        const description = `${embedderNames[embedder]}, ${name}: ${pressCount} presses on the button`
        testInfo.annotations.push({ type: 'row', description })
      })

    for (const { trick, embedder } of rows) await play(trick.name, embedder, () => trick.play(stage, embedder))

    await test.step('if no trick is played, a click of the same visitor signs', async () => {
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

/** Applies the trick to an armed card. The visitor clicks after the card should have disarmed. */
async function playLasting(stage: Stage, embedder: Embedder, trick: Trick): Promise<void> {
  const rects = await stage.rects(embedder)
  await stage.moveTo(middleOf(rects.button))
  await stage.applyTrick(embedder, resolveTrick(trick, rects))
  if (!trick.isHarmless) await stage.disarmed(`${embedderNames[embedder]}: ${trick.name}, disarmed`)
  if (trick.stays || isLong) await stage.page.waitForTimeout(1_100)
  await stage.moveTo(trick.clickAt?.(rects) ?? middleOf(rects.button))
  await stage.click()
}
