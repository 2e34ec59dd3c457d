import type { Locator } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'
import { modalFrame } from '../../driver/modalFrame.ts'
import { scanQrCode } from '../../driver/qr.ts'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { modalSizes, resizeModal } from '../shared/sizes.ts'
import { expect, installConnectedWallet, test } from '../shared/test.ts'
import { findBrokenWords, findCutLabels } from '../shared/wholeText.ts'
import { viewRoutes, visitViews } from './viewRoutes.ts'

const softly = expect.configure({ soft: true })

/** Sizes of a window of 640 × 400 px, and of the same window at 200 % zoom, in CSS pixels. */
const smallWindows = [
  { width: 640, height: 400 },
  { width: 320, height: 200 },
]

/** The part of the element that the visitor sees after scrolling to it. */
const seenPart = (element: Locator): Promise<number> =>
  element.evaluate((node) => {
    node.scrollIntoView({ block: 'center', behavior: 'instant' })
    return new Promise<number>((done) => {
      const observer = new IntersectionObserver(([entry]) => {
        observer.disconnect()
        done(entry?.intersectionRatio ?? 0)
      })
      observer.observe(node)
    })
  })

test.describe('a small window', () => {
  // The zoom also doubles the pixels of the screen for each CSS pixel.
  test.use({ deviceScaleFactor: 2 })

  for (const name of ['a code to scan', 'a wallet on another device'] as const)
    test(`shows ${name} whole at 640 × 400 px, also at 200 % zoom`, async ({ driver }) => {
      await driver.visitPage('plain')
      await driver.loaded()
      await viewRoutes.disconnected[name](driver)
      const code = driver.frame.getByTestId('wui-qr-code')
      for (const size of [...smallWindows, { width: 640, height: 500 }]) {
        await resizeModal(driver, size)
        await expect.poll(() => seenPart(code), JSON.stringify(size)).toBeGreaterThan(0.99)
        await expect.poll(() => scanQrCode(code), 'the code is readable').toMatch(/^wc:/)
        const copy = driver.frame.getByTestId('copy-wc2-uri')
        await expect.poll(() => seenPart(copy), 'the button below the code').toBeGreaterThan(0.99)
      }
    })
})

/** Doubles the browser's text size, on which all text of the modal depends. */
async function doubleText({ page, frame, open, close }: Driver): Promise<void> {
  await open()
  const size = () => frame.locator('html').evaluate((root) => getComputedStyle(root).fontSize)
  const session = await page.context().newCDPSession(modalFrame(page))
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await expect.poll(size).toBe('32px')
  await close()
}

for (const state of ['disconnected', 'connected'] as const)
  test(`text of 200 % cuts no button of a ${state} visitor`, async ({ account, driver, page }) => {
    // The test opens about twelve views.
    test.slow()
    const wallet =
      state === 'connected'
        ? await installConnectedWallet(page, account.address)
        : await installScriptedWallet(page, { accounts: [account.address] })
    await page.setViewportSize(modalSizes.desktop)
    await driver.visitPage('plain')
    await driver.loaded()
    await doubleText(driver)
    await visitViews(driver, wallet, viewRoutes[state], async () => {
      for (const size of [modalSizes.narrow, modalSizes.desktop]) {
        await resizeModal(driver, size)
        await softly.poll(() => findCutLabels(driver), JSON.stringify(size)).toEqual([])
      }
    })
  })

test('a name that is one long word is not broken', async ({ account, driver, page }) => {
  const name = 'Incomprehensibilities'
  await page.setViewportSize(modalSizes.desktop)
  await installScriptedWallet(page, { accounts: [account.address], name })
  const expectWords = async () => {
    for (const size of [modalSizes.phone, modalSizes.narrow, modalSizes.desktop]) {
      await resizeModal(driver, size)
      await expect.poll(() => findBrokenWords(driver)).toEqual([])
    }
  }
  await driver.visitPage('plain')
  await driver.open()
  await expect(driver.text(name)).toBeVisible()
  await expectWords()
  await driver.press(/Search Wallet/)
  for (const search of ['TokenPocket', 'Universal Profiles']) {
    await driver.frame.getByRole('searchbox').fill(search)
    await expect(driver.frame.getByRole('button', { name: search })).toBeVisible()
    await expectWords()
  }
  await driver.press('Back')
  await driver.chooseWallet(name)
  await driver.expectClosed()
  await driver.open()
  await expect(driver.text(name)).toBeVisible()
  await expectWords()
})
