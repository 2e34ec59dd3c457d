import type { Driver } from './driver.ts'

/**
 * Watches the modal's live regions for a text that may disappear again, such as a toast. Returns a function that waits
 * for the text and also succeeds if the text was visible before the call.
 */
export async function watchAnnouncement(driver: Driver, words: string): Promise<() => Promise<void>> {
  const listening = await driver.frame.locator('html').evaluateHandle((root, wanted) => {
    const announced = new Promise<void>((resolve) => {
      const check = () => {
        const regions = Array.from(root.querySelectorAll('[role="status"], [role="alert"]'))
        if (regions.some((region) => region.textContent?.includes(wanted))) resolve()
      }
      new MutationObserver(check).observe(root, { subtree: true, childList: true, characterData: true })
      check()
    })
    // Returns the promise inside an object, because Playwright would await a bare promise before it returns.
    return { announced }
  }, words)
  return () => listening.evaluate(({ announced }) => announced)
}
