import { expect, test } from './withMail.ts'

test('the place of the e-mail form is kept, so that nothing moves when it comes', async ({ kit, page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shifts: unknown[] }).shifts.push({ at: entry.startTime, ...entry.toJSON() })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await kit.visitShop()
  await kit.open()
  await expect(kit.frame.getByPlaceholder('Email address')).toBeVisible()
  await kit.settled()
  const shifts = await kit.frame
    .locator('html')
    .evaluate(() => (window as unknown as { shifts: { value: number }[] }).shifts)
  expect(shifts).toEqual([])
})
