import { expect, test } from '../shared/mailTest.ts'

test('reserves the space of the e-mail form, so that nothing moves when it loads', async ({ driver, page }) => {
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    const note = (entries: PerformanceEntry[]) => {
      for (const entry of entries) shifts.push({ at: entry.startTime, ...entry.toJSON() })
      return shifts
    }
    const observer = new PerformanceObserver((list) => void note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // Includes the layout shifts that the observer has not reported yet.
    Object.assign(window, { shifts: () => note(observer.takeRecords()) })
  })
  await driver.visitShop()
  await driver.open()
  await expect(driver.frame.getByPlaceholder('Email address')).toBeVisible()
  await driver.settled()
  const shifts = await driver.frame
    .locator('html')
    .evaluate(() => (window as unknown as { shifts(): unknown[] }).shifts())
  expect(shifts).toEqual([])
})
