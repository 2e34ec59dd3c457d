import { createDriver } from '../../driver/driver.ts'
import { connectPhone } from '../shared/pairing.ts'
import { openPhone } from '../shared/phone.ts'
import { expect, test } from '../shared/test.ts'

test('the tabs of a site share one session and one socket, also after the first tab closes', async ({
  driver,
  page,
  context,
  browser,
  stack,
  chains,
  ownRelay,
}) => {
  const phone = await openPhone(browser, stack, chains, { relay: ownRelay.url })
  const [address] = phone.accounts
  const tab = await context.newPage()
  const other = createDriver(tab, stack)
  await other.visitPage('plain')
  await other.loaded()
  await driver.visitPage('plain')
  await connectPhone(driver, phone)
  await other.expectStatus('connected')
  await phone.approveAll()

  const sign = (one: typeof driver, text: string) => one.request('personal_sign', [text, address])
  const [here, there] = await Promise.all([sign(driver, '0x01'), sign(other, '0x02')])
  expect([here, there]).toEqual([{ value: expect.stringMatching(/^0x/) }, { value: expect.stringMatching(/^0x/) }])
  expect(here).not.toEqual(there)
  // One socket belongs to the phone, and the other to all tabs of the site together.
  await expect.poll(() => ownRelay.sockets().open).toBe(2)

  await test.step('both tabs get the wallet’s changes', async () => {
    await phone.changeAccount()
    for (const one of [driver, other])
      await expect
        .poll(async () => (await one.state()).accounts.eip155?.caipAddress?.toLowerCase())
        .toContain(phone.accounts[1].toLowerCase())
  })

  await test.step('after the first tab closes, the other tab still signs', async () => {
    await page.close()
    expect(await other.request('personal_sign', ['0x03', phone.accounts[1]])).toEqual({
      value: expect.stringMatching(/^0x/),
    })
    await expect.poll(() => ownRelay.sockets().open).toBe(2)
  })

  await test.step('a disconnect in one tab disconnects all tabs', async () => {
    const third = createDriver(await context.newPage(), stack)
    await third.visitPage('plain')
    await third.loaded()
    await third.expectStatus('connected')
    await third.page.evaluate(() => window.AppKit.disconnect())
    await other.expectStatus('disconnected')
    await expect(phone.said).toContainText('ended')
  })
  await phone.close()
})
