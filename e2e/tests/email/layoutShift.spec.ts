import { readLayoutShifts, watchLayoutShifts } from '../../driver/layoutShifts.ts'
import { expect, test } from '../shared/mailTest.ts'

test('reserves the space of the e-mail form, so that nothing moves when it loads', async ({ driver, page }) => {
  await watchLayoutShifts(page)
  await driver.visitShop()
  await driver.open()
  await expect(driver.frame.getByPlaceholder('Email address')).toBeVisible()
  await driver.settled()
  expect(await readLayoutShifts(page)).toEqual([])
})
