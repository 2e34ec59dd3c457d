import { type Hex, verifyMessage } from 'viem'
import { expect, test } from '../shared/mailTest.ts'
import { resolveTrick } from './clickjackTrick.ts'
import { undetectableTricks } from './tricks.ts'
import { createWindowStage, windowTricks } from './windowStage.ts'

const message = 'Good coffee. See you on Tuesday.'

test('on an untrusted site, no trick by the host page or with the wallet window gets a signature', async ({
  driver,
  page,
  stack,
  mail,
  embedded,
}) => {
  await driver.visitShop('guest')
  await embedded.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  const result = page.locator('#result')
  const unsigned = () => expect(result).toHaveText('Waiting for your wallet …')

  await page.getByRole('button', { name: 'Sign the guest book' }).click()
  const start = embedded.secure.getByRole('button', { name: 'Open wallet window' })
  await expect(start).toBeVisible()

  for (const trick of undetectableTricks)
    await test.step(`${trick.name}: the page shows nothing to approve`, async () => {
      const frame = page.locator('dialog > iframe[src*="/f/"]')
      const box = await frame.boundingBox()
      if (!box) throw new Error('The modal has no box.')
      const button = await start.boundingBox()
      if (!button) throw new Error('The button that opens the window has no box.')
      const inner = driver.frame.locator(`iframe[src^="${stack.wallet}"]`)
      const card = await inner.boundingBox()
      if (!card) throw new Error('The card has no box.')
      for (const element of [frame, inner]) {
        const rects = { frame: element === frame ? box : card, card, button }
        await element.evaluate(
          (held, { style }) => {
            Object.assign((held as HTMLElement).style, style)
          },
          resolveTrick(trick, rects),
        )
        await expect(embedded.secure.locator('.approve__button')).toHaveCount(0)
        await element.evaluate(
          (held, names) => {
            for (const name of names) Object.assign((held as HTMLElement).style, { [name]: '' })
          },
          Object.keys(resolveTrick(trick, rects).style),
        )
      }
      await unsigned()
    })

  const opened = page.waitForEvent('popup')
  await embedded.press('Open wallet window')
  const popup = await opened
  const stage = await createWindowStage(popup, page)
  for (const { name, play } of windowTricks)
    await test.step(`${name} signs nothing`, async () => {
      await play(stage)
      // The wallet window has handled the press by now. It would show a spinner if it had accepted the press.
      await expect(popup.locator('.approve__button .spinner')).toHaveCount(0)
      await unsigned()
      await expect(popup.locator('.approve__button')).toBeVisible()
    })

  await test.step('a page that opens a wallet window has no control over it', async () => {
    const opening = page.waitForEvent('popup')
    await page.evaluate((url) => {
      Object.assign(globalThis, { held: window.open(url, 'held', 'popup,width=420,height=760') })
    }, popup.url())
    const theirs = await opening
    const second = await createWindowStage(theirs, page)
    const before = await theirs.evaluate(() => [location.href, screenX, screenY, innerWidth, innerHeight])
    await page.evaluate(() => {
      const { held } = globalThis as unknown as { held: Window }
      const attempts: (() => unknown)[] = [
        () => held.postMessage({ t: 'approve', isApproved: true }, '*'),
        () => held.focus(),
        () => held.blur(),
        () => held.moveBy(200, 200),
        () => held.resizeTo(100, 100),
        () => held.document,
        () => held.location.replace('about:blank'),
        () => held.close(),
      ]
      for (const attempt of attempts)
        try {
          attempt()
        } catch {
          // An attempt may throw; the test checks afterwards that the window is unchanged.
        }
    })
    // The browser cut the opener's reference: the opener sees a closed window, and its calls had no effect.
    await expect.poll(() => page.evaluate(() => (globalThis as unknown as { held: Window }).held.closed)).toBe(true)
    expect(await theirs.evaluate(() => [location.href, screenX, screenY, innerWidth, innerHeight])).toEqual(before)
    expect(await theirs.evaluate(() => opener)).toBeNull()
    await second.armed()
    await theirs.close()
    await unsigned()
  })

  await test.step('a wallet window does not load in a frame', async () => {
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    const text = await page.evaluate(async (url) => {
      const frame = document.createElement('iframe')
      frame.src = url
      document.body.append(frame)
      await new Promise((loaded) => frame.addEventListener('load', loaded))
      return frame.contentDocument === null ? 'another origin' : 'nothing'
    }, popup.url())
    expect(text).toBe('another origin')
    await refused
    const beside = page.frames().filter((frame) => frame.parentFrame() === page.mainFrame())
    expect(beside.map((frame) => frame.url()).filter((url) => url.includes('/approve'))).toEqual([])
  })

  await test.step('a click signs if the visitor sees the approval card', async () => {
    await stage.armed()
    await stage.click()
    await expect(result).toHaveText(/^Signed: 0x/)
    const signature = (await result.textContent())?.replace('Signed: ', '') as Hex
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    await driver.expectClosed()
  })
})
