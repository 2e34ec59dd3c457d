import { connectTestChains } from '../../driver/chain.ts'
import { expect, test } from '../shared/mailTest.ts'
import { type ClickjackTrick, resolveTrick } from './clickjackTrick.ts'
import { type AttackStage, createAttackStage, type EmbedderId, embedderNames, middleOf } from './stage.ts'
import { movedUnderFinger, type SuddenTrick, suddenTricks } from './suddenTricks.ts'
import type { Surface, SurfaceParts } from './surface.ts'
import {
  accountOf,
  createCardSurface,
  createCodeSurface,
  createSettingsSurface,
  createWindowSurface,
  messageOf,
  paymentOf,
  signInOf,
} from './surfaces.ts'
import { oftenMissedTricks, tricks, undetectableTricks, zoomTrick } from './tricks.ts'

/**
 * The full run plays every trick on every place, in the host page and in the modal, with one test for each place and
 * embedder. The short run plays each common trick once on the card, and a few on the other places.
 */
const isLong = process.env.ATTACK === 'full'
const embedders: EmbedderId[] = ['H', 'F']

const lasting = (trick: ClickjackTrick): SuddenTrick => ({
  ...trick,
  play: (stage, embedder) => playLasting(stage, embedder, trick),
})
/** The tricks that a card notices. A card of a message on a trusted site can't notice the others. */
const noticed = [...tricks.map(lasting), ...suddenTricks]
const zoom = lasting(zoomTrick)
const unnoticed = [...undetectableTricks.map(lasting), movedUnderFinger]
const all = [...noticed, ...unnoticed, ...oftenMissedTricks.map(lasting), zoom]
const few = [all[0], suddenTricks[0]] as SuddenTrick[]

type Place = {
  name: string
  site: 'shop' | 'guest'
  tricks: readonly SuddenTrick[]
  /** The tricks that the short run plays. */
  short: readonly SuddenTrick[]
  open(parts: SurfaceParts): Surface | Promise<Surface>
  /** The place shows before the visitor has logged in. */
  isEarly?: true
  /** The short run plays these places in a test of their own, because one login is limited in requests. */
  isSignIn?: true
  /** After a zoom the place may show later requests in a wallet window, so a zoom is its last trick. */
  endsWithZoom?: true
}
const ownSignIn = async (parts: SurfaceParts) => signInOf(await accountOf(parts), parts.stack.guest)
const siteNames = { shop: 'a trusted site', guest: 'an untrusted site' }
const codes = { name: 'the code of a login', tricks: all, short: few, open: createCodeSurface, isEarly: true } as const
const settings = { name: 'the settings', tricks: all, short: few, open: createSettingsSurface } as const
const places: Place[] = [
  // The code and the settings are the same on both sites, so the short run plays them on one.
  { ...codes, site: 'shop', short: [] },
  {
    name: 'a card in the page',
    site: 'shop',
    tricks: noticed,
    short: noticed.filter(({ isRare }) => !isRare),
    open: async (parts) => createCardSurface(parts, messageOf(await accountOf(parts))),
    endsWithZoom: true,
  },
  {
    name: 'a request in the wallet window',
    site: 'shop',
    tricks: all,
    short: few,
    open: async (parts) => {
      const account = await accountOf(parts)
      await connectTestChains(parts.stack).first.fund(account)
      return createWindowSurface(parts, paymentOf(account), true)
    },
  },
  { ...settings, site: 'shop', short: [] },
  { ...codes, site: 'guest' },
  {
    // Such a site has no card in the page: the panel there only opens the wallet window.
    name: 'a request in the page',
    site: 'guest',
    tricks: all,
    short: unnoticed.flatMap((trick) => [trick, trick]),
    open: async (parts) => createWindowSurface(parts, messageOf(await accountOf(parts)), false),
  },
  {
    name: 'a request in the wallet window',
    site: 'guest',
    tricks: all,
    short: few,
    open: async (parts) => createWindowSurface(parts, messageOf(await accountOf(parts)), true),
  },
  {
    name: 'a sign-in in the page',
    isSignIn: true,
    site: 'guest',
    tricks: all,
    short: unnoticed.slice(0, 2),
    open: async (parts) => createWindowSurface(parts, await ownSignIn(parts), false),
  },
  {
    name: 'a sign-in in the wallet window',
    isSignIn: true,
    site: 'guest',
    tricks: all,
    short: few,
    open: async (parts) => createWindowSurface(parts, await ownSignIn(parts), true),
  },
  { ...settings, site: 'guest' },
]

type Rows = Place & { rows: { trick: SuddenTrick; embedder: EmbedderId }[] }
const shortRows = (place: Place): Rows => ({
  ...place,
  rows: place.short.map((trick, index) => ({ trick, embedder: embedders[index % 2] as EmbedderId })),
})
const runs: { title: string; played: Rows[] }[] = isLong
  ? places.flatMap((place) =>
      embedders.map((embedder) => ({
        title: `on ${siteNames[place.site]}, no trick ${embedderNames[embedder]} on ${place.name} gets anything, but a visitor without a trick gets a result`,
        played: [{ ...place, rows: place.tricks.map((trick) => ({ trick, embedder })) }],
      })),
    )
  : (
      [
        ['a trusted site', ({ site }) => site === 'shop'],
        ['an untrusted site', ({ site, isSignIn }) => site === 'guest' && !isSignIn],
        ['an untrusted site that asks for a sign-in', ({ isSignIn }) => isSignIn === true],
      ] satisfies [string, (place: Place) => boolean][]
    ).map(([name, isPlayed]) => ({
      title: `on ${name}, no trick by the host page or the modal gets anything, but a visitor without a trick gets a result`,
      played: places.filter((place) => isPlayed(place) && place.short.length > 0).map(shortRows),
    }))

for (const { title, played } of runs)
  test(title, async ({ driver, page, stack, mail, embedded }, testInfo) => {
    test.setTimeout(isLong ? 1_800_000 : 360_000)
    const parts = { page, driver, stack, embedded }
    const site = played[0]?.site ?? 'shop'
    await driver.visitShop(site)
    await driver.open()
    await embedded.typeEmail(mail.address)
    await embedded.expectCodePanel()
    for (const place of played.filter(({ isEarly }) => isEarly)) await playAll(place)
    const later = played.filter(({ isEarly }) => !isEarly)
    if (later.length === 0) return
    await embedded.typeCode(await embedded.code(mail))
    await expect(embedded.panel('Your Wallet')).toBeVisible({ timeout: 60_000 })
    await embedded.press('Continue')
    await driver.expectClosed()
    await driver.expectStatus('connected')
    for (const place of later) await playAll(place)

    async function playAll({ name, rows, open, endsWithZoom }: Rows): Promise<void> {
      const surface = await open(parts)
      const stage = await createAttackStage(page, stack, surface)
      const place = `${name} of ${siteNames[site]}`
      const play = async (trick: SuddenTrick, embedder: EmbedderId) => {
        const row = `${place}, ${embedderNames[embedder]}: ${trick.name}`
        await test.step(row, async () => {
          const { isWon, presses, instead } = await playOnce(stage, surface, trick, embedder)
          expect.soft(isWon, row).toBe(false)
          testInfo.annotations.push(
            { type: 'row', description: `tricks ${embedderNames[embedder]} on ${place}` },
            { type: 'trick', description: `${row}: ${presses} presses, ${instead}` },
          )
        })
      }
      for (const { trick, embedder } of rows) await play(trick, embedder)
      await test.step(`${place}, without a trick`, () => expectHonestResult(stage, surface))
      if (endsWithZoom) await play(zoom, rows[0]?.embedder ?? 'H')
      await surface.end()
    }
  })

/** Plays one trick. Before it the place accepts presses, so only the trick can prevent a success. */
async function playOnce(stage: AttackStage, surface: Surface, trick: SuddenTrick, embedder: EmbedderId) {
  await stage.ready()
  const before = await stage.presses()
  await trick.play(stage, embedder)
  await surface.type?.()
  // The secure frame has handled the press by now, so a success would already show.
  const presses = await stage.presses().then(
    (count) => count - before,
    () => 0,
  )
  await stage.undo(embedder)
  const isWon = await surface.isWon()
  const instead = isWon ? 'won' : await surface.instead(presses)
  // If no press hit the button, one may have closed the modal. The site learns of the closing with a delay.
  if (presses === 0) await surface.end()
  return { isWon, presses, instead }
}

/**
 * Applies a trick that lasts, while the place accepts presses. The visitor clicks after a card should have noticed the
 * trick.
 */
async function playLasting(stage: AttackStage, embedder: EmbedderId, trick: ClickjackTrick): Promise<void> {
  const rects = await stage.rects(embedder)
  await stage.aimAt(middleOf(rects.button))
  await stage.applyTrick(embedder, resolveTrick(trick, rects))
  if (!trick.isHarmless) await stage.disarmed(`${embedderNames[embedder]}: ${trick.name}, disarmed`)
  if (stage.isGated && (trick.stays || isLong)) await stage.page.waitForTimeout(1_100)
  await stage.moveTo(trick.clickAt?.(rects) ?? middleOf(rects.button))
  await stage.click()
}

/** A visitor without a trick uses the place, and gets a result. */
async function expectHonestResult(stage: AttackStage, surface: Surface): Promise<void> {
  // Chromium may drop a click on a frame that has just moved, so click again.
  await expect(async () => {
    await stage.ready()
    await stage.moveTo(middleOf((await stage.rects('H')).button))
    await stage.click()
    expect(await surface.isHonestPressAnswered()).toBe(true)
  }).toPass()
}
