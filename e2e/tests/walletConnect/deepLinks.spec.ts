import { devices, type Page } from '@playwright/test'
import { createDriver } from '../../driver/driver.ts'
import { press } from '../../driver/press.ts'
import { expect, test } from '../shared/test.ts'

const { defaultBrowserType: _, ...pixel } = devices['Pixel 7']
test.use(pixel)

const withWallet = (page: Page, mobileLink: string) =>
  page.addInitScript((link) => {
    const configure = () =>
      window.AppKit
        ? window.AppKit.configure({ customWallets: [{ id: 'test-phone', name: 'Test Phone', mobileLink: link }] })
        : setTimeout(configure, 5)
    configure()
  }, mobileLink)

test('on a phone the visitor opens the wallet by a link, and each request shows a link back to the wallet', async ({
  driver,
  page,
  phone,
  stack,
}) => {
  await withWallet(page, stack.phone)
  await driver.visitPage('plain')
  await driver.loaded()
  await driver.open()
  await driver.chooseWallet('Test Phone')
  const open = driver.frame.getByTestId('open-wallet')
  await expect(open).toHaveAttribute('href', /\/wc\?uri=wc%3A/)
  // The test opens the link's URL on the phone, as the system would after a tap.
  const link = new URL((await open.getAttribute('href')) ?? '')
  await phone.connect(link.searchParams.get('uri') ?? '')
  await phone.approve('Connect to this site?')
  await driver.expectStatus('connected')
  await driver.expectClosed()

  const signing = driver.request('personal_sign', ['0x01', phone.accounts[0]])
  await expect(driver.heading('Confirm')).toBeVisible()
  await expect(open).toHaveAttribute(
    'href',
    new RegExp(`^${stack.phone}/wc\\?requestId=\\d+&sessionTopic=[\\da-f]{64}$`),
  )
  await phone.approve('Sign this message?')
  expect(await signing).toEqual({ value: expect.stringMatching(/^0x/) })
  await driver.expectClosed()

  await test.step('a second tab, which uses the first tab’s connection, also shows the link to the wallet', async () => {
    const other = createDriver(await page.context().newPage(), stack)
    await other.visitPage('plain')
    await other.loaded()
    await other.expectStatus('connected')
    const answer = other.request('personal_sign', ['0x02', phone.accounts[0]])
    await expect(other.heading('Confirm')).toBeVisible()
    await expect(other.frame.getByTestId('open-wallet')).toHaveAttribute('href', /requestId=\d+&sessionTopic=/)
    await phone.approve('Sign this message?')
    expect(await answer).toEqual({ value: expect.stringMatching(/^0x/) })
  })
})

test('two quick taps on the link of an app with a custom scheme open the app once', async ({ driver, page }) => {
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(window, { asked })
    navigation.addEventListener('navigate', (event) => {
      asked.push(event.destination.url)
      // Cancel the navigation, because the browser's prompt for the app would swallow the second tap.
      if (event.destination.url.startsWith('kite:')) event.preventDefault()
    })
  })
  const asked = () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
  await withWallet(page, 'kite://')
  await driver.visitPage('plain')
  await driver.loaded()
  await driver.open()
  await driver.chooseWallet('Test Phone')
  const open = driver.frame.getByTestId('open-wallet')
  await expect(open).toHaveAttribute('href', /^kite:\/\/wc\?uri=wc%3A/)
  // Stop the clock, so that both taps count as quick even on a slow machine.
  await open.evaluate(() => {
    const now = Date.now()
    Date.now = () => now
  })
  await press(open)
  await press(open)
  // The channel keeps the order of messages, so the page would have heard of a second tap before this answer.
  expect(await driver.request('eth_blockNumber')).toHaveProperty('value')
  expect(await asked()).toEqual([await open.getAttribute('href')])
})
