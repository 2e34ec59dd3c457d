import { type Hex, verifyMessage } from 'viem'
import { createCustodyDriver, pressGuarded } from '../../driver/custody.ts'
import { expect, test } from '../shared/mailTest.ts'
import { findModal } from './surface.ts'
import { createWindowStage, windowTricks } from './windowStage.ts'

const message = 'Good coffee. See you on Tuesday.'
const isLong = process.env.ATTACK === 'full'

test('on an untrusted site, no trick by the host page or with the wallet window gets a signature', async ({
  driver,
  page,
  stack,
  mail,
  embedded,
}, testInfo) => {
  await driver.visitShop('guest')
  await embedded.logIn(mail)
  const address = (await page.locator('#account').textContent()) as Hex
  const result = page.locator('#result')
  const unsigned = () => expect(result).toHaveText('Waiting for your wallet …')

  await page.getByRole('button', { name: 'Sign the guest book' }).click()
  const opened = page.waitForEvent('popup')
  await embedded.press('Open wallet window')
  const popup = await opened
  const stage = await createWindowStage(popup)
  for (const { name, play } of windowTricks)
    await test.step(`${name} signs nothing`, async () => {
      await play(stage)
      // The wallet window has handled the press by now. It would show a spinner if it had accepted the press.
      await expect(popup.locator('.approve__button .spinner')).toHaveCount(0)
      await unsigned()
      await expect(popup.locator('.approve__button')).toBeVisible()
      testInfo.annotations.push({ type: 'row', description: 'tricks with the wallet window of a request' })
    })

  const openers = isLong ? [page.mainFrame(), findModal(page, stack)] : [page.mainFrame()]
  for (const opener of openers)
    await test.step(`a document that opens a wallet window has no control over it: ${opener.url()}`, async () => {
      const opening = page.waitForEvent('popup')
      await opener.evaluate((url) => {
        Object.assign(globalThis, { held: window.open(url, '_blank', 'popup,width=420,height=760') })
      }, popup.url())
      const theirs = await opening
      const second = await createWindowStage(theirs)
      // The browser may still move and resize a new window. Its button accepts presses one second after the last change.
      await second.armed()
      const before = await theirs.evaluate(() => [location.href, screenX, screenY, innerWidth, innerHeight])
      await opener.evaluate(() => {
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
      await expect.poll(() => opener.evaluate(() => (globalThis as unknown as { held: Window }).held.closed)).toBe(true)
      expect(await theirs.evaluate(() => [location.href, screenX, screenY, innerWidth, innerHeight])).toEqual(before)
      expect(await theirs.evaluate(() => window.opener)).toBeNull()
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

test('no trick with the wallet window presses a button of the settings that takes something away', async ({
  driver,
  page,
  stack,
  mail,
}, testInfo) => {
  test.skip(!isLong, 'The unit tests of the settings play the gates in npm test.')
  const custody = createCustodyDriver(page, driver, stack)
  await driver.visitShop()
  await custody.logIn(mail)
  await custody.openSettings()
  const popup = await custody.logInToWindow(mail)
  await popup.getByRole('button', { name: /^Sign out everywhere/ }).click()
  const title = popup.getByRole('heading', { name: 'Sign out everywhere?' })
  await expect(title).toBeVisible()
  const stage = await createWindowStage(popup, '.foot .button--danger')
  for (const { name, play } of windowTricks)
    await test.step(`${name} signs nobody out`, async () => {
      await play(stage)
      await expect(title).toBeVisible()
      testInfo.annotations.push({ type: 'row', description: 'tricks with the wallet window of the settings' })
    })
  await test.step('a press of a visitor who sees the button signs out', async () => {
    await pressGuarded(popup, 'Sign out everywhere')
    await driver.expectStatus('disconnected')
  })
})
