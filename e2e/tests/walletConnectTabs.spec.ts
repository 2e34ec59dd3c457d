import { expect, test } from './fixtures.ts'
import { createKit } from './kit.ts'
import { openPhone } from './phone.ts'
import { scan } from './qr.ts'

const message = 'Sign this message?'

test('two tabs of a site are one connection, which outlives the first of them', async ({
  kit,
  page,
  context,
  stack,
  chains,
  ownRelay,
  browser,
}) => {
  const phone = await openPhone(browser, stack, chains, { relay: ownRelay.url })
  const [address] = phone.accounts
  const signed = { value: expect.stringMatching(/^0x/) }
  await kit.visitPage('plain')
  await kit.open()
  await kit.chooseWallet('WalletConnect')
  const code = kit.frame.getByTestId('wui-qr-code')
  await expect(code).toBeVisible()
  await kit.settled()
  await phone.connect((await scan(code)) ?? '')
  await phone.approve('Connect to this site?')
  await kit.expectStatus('connected')
  await expect(phone.said).toContainText('Connected to')

  const secondPage = await context.newPage()
  const second = createKit(secondPage, stack)
  await second.visitPage('plain')
  await second.loaded()
  await second.expectStatus('connected')
  // One line for both.
  expect(ownRelay.sockets().open).toBe(2)

  const first = kit.request('personal_sign', ['0x01', address])
  await phone.approve(message)
  expect(await first).toEqual(signed)
  const other = second.request('personal_sign', ['0x02', address])
  await phone.approve(message)
  expect(await other).toEqual(signed)

  await page.close()
  const later = second.request('personal_sign', ['0x03', address])
  await phone.approve(message)
  expect(await later).toEqual(signed)

  await secondPage.evaluate(() => window.AppKit.disconnect())
  await second.expectStatus('disconnected')
  await phone.close()
})
