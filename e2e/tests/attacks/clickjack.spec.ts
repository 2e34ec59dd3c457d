import { expect, test } from '../shared/mailTest.ts'
import { createStage, type Embedder, middleOf, type Stage } from './stage.ts'
import { type SuddenTrick, suddenTricks } from './suddenTricks.ts'
import { laid, type Trick } from './trick.ts'
import { tricks, zoom } from './tricks.ts'

/**
 * The long form plays every trick in the page and in the modal, each kind in a story of its own, so that none lasts long; the
 * short one plays each of the common ones in one of them.
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
const stories: { name: string; rows: Row[] }[] = isLong
  ? kinds.flatMap(([kind, all]) =>
      both.map((embedder) => ({ name: `${embedder}, ${kind}: `, rows: all.map((trick) => ({ trick, embedder })) })),
    )
  : [{ name: '', rows: common }]

for (const { name: story, rows } of stories)
  test(`${story}no trick of the page or of the modal gets a signature of a visitor who can’t see what they click`, async ({
    kit,
    page,
    stack,
    mail,
    embedded,
  }, testInfo) => {
    test.setTimeout(isLong ? 1_800_000 : 360_000)
    await kit.visitShop()
    await embedded.logIn(mail)
    const stage = await createStage(page, kit, stack)
    /** Whatever the visitor did under a trick; the row begins and ends with a card that a click would sign. */
    const play = async (name: string, embedder: Embedder, act: () => Promise<unknown>) =>
      test.step(`${embedder}: ${name}`, async () => {
        await stage.ready()
        const before = await stage.presses()
        await act()
        // The browser says that a press is over when the wallet's frame has heard it, and one that counts shows there at once.
        const reached = await stage.presses().then(
          (presses) => presses - before,
          () => 0,
        )
        await stage.undo(embedder)
        expect.soft(await stage.isSigned(), `${embedder}: ${name}`).toBe(false)
        // What did not get to the button may have closed the modal, which takes its time to say so.
        if (reached === 0) await stage.end()
        const description = `${embedder} ${name}: ${reached} presses on the button`
        testInfo.annotations.push({ type: 'row', description })
      })

    for (const { trick, embedder } of rows) await play(trick.name, embedder, () => trick.play(stage, embedder))

    await test.step('without a trick the same visitor signs', async () => {
      // A person who is not heard presses again.
      await expect(async () => {
        await stage.ready()
        await stage.moveTo(middleOf((await stage.sight('H')).button))
        await stage.click()
        expect(await stage.isSigned()).toBe(true)
      }).toPass()
      await expect.poll(stage.outcome).toMatchObject({ value: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    })

    await play(zoom.name, 'H', () => playLasting(stage, 'H', zoom))
  })

/** Laid on a card that is armed; the visitor comes when it should no longer be. */
async function playLasting(stage: Stage, embedder: Embedder, trick: Trick): Promise<void> {
  const sight = await stage.sight(embedder)
  await stage.moveTo(middleOf(sight.button))
  await stage.lay(embedder, laid(trick, sight))
  if (!trick.isHarmless) await stage.disarmed(`${embedder}: ${trick.name}, disarmed`)
  if (trick.stays || isLong) await stage.page.waitForTimeout(1_100)
  await stage.moveTo(trick.strike?.(sight) ?? middleOf(sight.button))
  await stage.click()
}
