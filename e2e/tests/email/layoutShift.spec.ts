import { expect, test } from '../shared/mailTest.ts'

test('reserves the space of the e-mail form, so that nothing moves when it loads', async ({ kit, page }) => {
  await page.addInitScript(() => {
    const shifts: unknown[] = []
    const note = (entries: PerformanceEntry[]) => {
      for (const entry of entries) shifts.push({ at: entry.startTime, ...entry.toJSON() })
      return shifts
    }
    const observer = new PerformanceObserver((list) => void note(list.getEntries()))
    observer.observe({ type: 'layout-shift', buffered: true })
    // Includes shifts that the observer has not reported yet.
    Object.assign(window, { shifts: () => note(observer.takeRecords()) })
  })
  await kit.visitShop()
  await kit.open()
  await expect(kit.frame.getByPlaceholder('Email address')).toBeVisible()
  await kit.settled()
  const shifts = await kit.frame.locator('html').evaluate(() => (window as unknown as { shifts(): unknown[] }).shifts())
  expect(shifts).toEqual([])
})
