import type { FrameLocator, Page } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'
import { findAxeViolations } from '../shared/axe.ts'
import { expect } from '../shared/mailTest.ts'

/** The sizes of `layout.spec.ts`: a small window at 200 % zoom, the narrowest phone and a usual phone. */
const sizes = {
  zoomed: { width: 640, height: 360 },
  narrow: { width: 320, height: 568 },
  phone: { width: 390, height: 844 },
} as const
export const desktopWindowSize = { width: 1_280, height: 800 }

/** Expects that the frame never scrolls sideways, and that every control can be scrolled into view. */
export async function expectControlsInView(frame: FrameLocator, driver: Driver, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await resize(driver, frame, viewport)
    const root = frame.locator('html')
    const isWhole = () =>
      root.evaluate((html) => {
        const { innerWidth, innerHeight } = html.ownerDocument.defaultView ?? window
        // Nothing can be scrolled to inside a closed fold.
        for (const fold of html.querySelectorAll('details')) fold.open = true
        const outside = [...html.querySelectorAll<HTMLElement>('button, input, select, summary')].filter((control) => {
          control.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
          const { left, top, right, bottom, width } = control.getBoundingClientRect()
          return width > 0 && (left < 0 || top < -1 || right > innerWidth || bottom > innerHeight + 1)
        })
        return html.scrollWidth - html.clientWidth > 0 ? 'scrolls sideways' : outside.map((each) => each.outerHTML)
      })
    await expect.poll(isWhole, `${name} is whole on ${size}`).toEqual([])
  }
  await resize(driver, frame, desktopWindowSize)
}

/**
 * Resizes the window, then waits for each frame in turn: frames are separate processes, and each gets its size from its
 * parent.
 */
async function resize(driver: Driver, frame: FrameLocator, size: { width: number; height: number }): Promise<void> {
  await driver.page.setViewportSize(size)
  const modal = driver.frame.locator('html')
  await expect.poll(() => modal.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size)
  if (frame === driver.frame) return
  await modal.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const wallet = driver.frame.locator('iframe')
  const isHeard = async () => {
    const { width, height } = await wallet.evaluate(({ clientWidth, clientHeight }) => ({
      width: clientWidth,
      height: clientHeight,
    }))
    return frame.locator('html').evaluate((_root, [x, y]) => innerWidth === x && innerHeight === y, [width, height])
  }
  await expect.poll(isHeard).toBe(true)
}

export async function expectNoAxeViolations(page: Page, name: string): Promise<void> {
  const findInRest = async () => {
    // Waits for the end of fades, since axe would measure wrong contrasts. A document may unload meanwhile.
    await Promise.all(page.frames().map((frame) => frame.evaluate(settle).catch(() => undefined)))
    return findAxeViolations(page)
  }
  // Asks again after a violation, because a fade may begin while axe measures: an approve button fades in when it becomes
  // enabled.
  await expect.poll(findInRest, { message: `axe in ${name}` }).toEqual([])
}

async function settle(): Promise<void> {
  const finite = document
    .getAnimations()
    .filter((animation) => Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)))
  await Promise.allSettled(finite.map(({ finished }) => finished))
}
