import type { Outcome, SignInSession } from '@appkit-frame/loader'
import type { Page } from '@playwright/test'
import type { Driver } from '../../driver/driver.ts'
import { connectQuestionTitle, readQrCodeLink } from '../shared/pairing.ts'
import { openPhone } from '../shared/phone.ts'
import { expect, test } from '../shared/test.ts'

/**
 * Opens a page with only EVM networks and a required sign-in. Other pages don't request connection and sign-in in one
 * step.
 */
const open = async (driver: Driver, page: Page): Promise<() => Promise<Outcome>> => {
  await driver.visitPage('plain')
  await driver.loaded()
  await page.evaluate(() => {
    window.AppKit.configure({ networks: ['eip155:31337', 'eip155:31338'] })
    Object.assign(window, { outcome: window.AppKit.open({ signIn: 'required' }) })
  })
  await driver.chooseWallet('WalletConnect')
  return () => page.evaluate(() => (window as unknown as { outcome: Promise<Outcome> }).outcome)
}

/** Reads the QR code, and expects that the code lets the wallet sign in while it connects. */
const readLongCode = async (driver: Driver): Promise<string> => {
  const link = await readQrCodeLink(driver)
  expect(link).toContain('methods=wc_sessionAuthenticate')
  return link
}

const kept = (page: Page): Promise<SignInSession[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('@appkit/siwx') ?? '[]'))

test('connects and signs in with one answer on the phone', async ({ driver, page, phone, stack }) => {
  const outcome = await open(driver, page)
  await phone.connect(await readLongCode(driver))
  await expect(phone.question).toContainText(`${new URL(stack.shop).host} wants you to sign in`)
  await phone.approve('Connect and sign in?')
  const caipAddress = `eip155:31337:${phone.accounts[0]}`
  expect(await outcome()).toMatchObject({ outcome: 'signedIn', session: { caipAddress, token: expect.any(String) } })
  await driver.expectStatus('connected')
  await driver.expectClosed()
  await expect.poll(() => kept(page)).toMatchObject([{ caipAddress }])

  // The sign-in also connected the wallet, so the page can send it requests.
  const signature = driver.request('personal_sign', ['0x68656c6c6f', phone.accounts[0]])
  await phone.approve('Sign this message?')
  expect(await signature).toMatchObject({ value: expect.stringMatching(/^0x[\da-f]{130}$/) })
})

test("shows the rejection by one phone; another phone, which can't sign in while connecting, connects and then signs", async ({
  driver,
  page,
  phone,
  browser,
  stack,
  chains,
}) => {
  const outcome = await open(driver, page)
  await phone.connect(await readLongCode(driver))
  await phone.reject('Connect and sign in?')
  await expect(driver.text('Connection declined')).toBeVisible()
  await driver.expectStatus('disconnected')
  expect(await kept(page)).toEqual([])

  const simple = await openPhone(browser, stack, chains, { link: { signIn: 'later' } })
  await driver.press('Try again')
  await simple.connect(await readLongCode(driver))
  await simple.approve(connectQuestionTitle)
  await expect(driver.heading('Sign In')).toBeVisible()
  await driver.press(/^Sign$/)
  await expect(simple.question).toContainText('wants you to sign in')
  await simple.approve('Sign this message?')
  const caipAddress = `eip155:31337:${simple.accounts[0]}`
  expect(await outcome()).toMatchObject({ outcome: 'signedIn', session: { caipAddress } })
  await expect.poll(() => kept(page)).toMatchObject([{ caipAddress }])
  await simple.close()
})
