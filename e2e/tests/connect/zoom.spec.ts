import type { Locator } from '@playwright/test'
import { scanQrCode } from '../../driver/qr.ts'
import { resizeModal } from '../shared/sizes.ts'
import { expect, test } from '../shared/test.ts'
import { viewRoutes } from './viewRoutes.ts'

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
        expect(await scanQrCode(code)).toMatch(/^wc:/)
        const copy = driver.frame.getByTestId('copy-wc2-uri')
        await expect.poll(() => seenPart(copy), 'the button below the code').toBeGreaterThan(0.99)
      }
    })
})
