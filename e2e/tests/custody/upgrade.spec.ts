import type { SignInSession } from '@appkit-frame/loader'
import type { BrowserContext } from '@playwright/test'
import { verifyMessage } from 'viem'
import { createCustodyDriver, openWithRecoveryKit } from '../../driver/custody.ts'
import { createDriver } from '../../driver/driver.ts'
import { openInbox } from '../../driver/inbox.ts'
import { addKnownPasskey } from '../../driver/knownPasskey.ts'
import { restoreStorage } from '../../fixtures/browserStorage.ts'
import { type OpenedFixture, openFixture } from '../../fixtures/openFixture.ts'
import { openBrowser, startRecordedStack } from '../../fixtures/recordedStack.ts'
import { type AccountName, readFixture, recordedVersions } from '../../fixtures/recording.ts'
import { restoreKeys } from '../../fixtures/restoreData.ts'
import { movedClockVariables } from '../../stack/clock.ts'
import { installScriptedWallet } from '../../wallets/scripted.ts'
import { expect, test } from '../shared/baseTest.ts'

const message = 'Good coffee. See you on Tuesday.'

for (const version of recordedVersions)
  test.describe(`data that version ${version} stored`, () => {
    // One worker and one stack for all tests of this file.
    test.describe.configure({ mode: 'default' })
    const fixture = readFixture(version)
    let opened: OpenedFixture | undefined
    test.beforeAll(async ({ launchOptions }) => {
      opened = await openFixture(fixture, launchOptions)
    })
    test.afterAll(() => opened?.close())

    /** A new browser on the shop's page, with the state that `prepare` adds. */
    const visit = async (name: AccountName, prepare?: (context: BrowserContext, moveMs: number) => Promise<void>) => {
      if (!opened) throw new Error('The fixture is not open.')
      const { addresses, mailBox, browser, moveMs } = opened
      const context = await browser.newContext()
      await prepare?.(context, moveMs)
      const page = await context.newPage()
      const driver = createDriver(page, addresses)
      const custody = createCustodyDriver(page, driver, addresses)
      await driver.visitShop()
      const { email, eip155: address } = fixture.accounts[name]
      /** The recorded address signs a message, so the wallet is open. */
      const expectOpen = async (): Promise<void> => {
        await driver.expectStatus('connected')
        await expect(page.locator('#account')).toHaveText(address)
        await driver.expectClosed()
        const signature = await custody.signGuestBook()
        expect(await verifyMessage({ address, message, signature })).toBe(true)
        await context.close()
      }
      return { driver, custody, inbox: openInbox(mailBox, email), expectOpen }
    }

    test('a browser that has the wallet is connected and signs without asking the visitor', async () => {
      const { expectOpen } = await visit('device', (context, moveMs) =>
        restoreStorage(context, fixture.storage('device'), moveMs),
      )
      await expectOpen()
    })

    test('a passkey opens the wallet in a new browser', async () => {
      const { custody, inbox, expectOpen } = await visit('passkey', (context) =>
        addKnownPasskey(context, fixture.passkey),
      )
      await custody.arrive(inbox)
      await custody.press('Use a passkey')
      await expectOpen()
    })

    test('a backup opens the wallet in a new browser', async () => {
      const { custody, inbox, expectOpen } = await visit('kit')
      await custody.arrive(inbox)
      await custody.press('Use my backup')
      await openWithRecoveryKit(custody.secure, fixture.recoveryKit)
      // The backup's key derivation takes seconds on purpose.
      await expect(custody.panel('Confirm Your Sign-In')).toBeHidden({ timeout: 60_000 })
      await expectOpen()
    })

    test('the guardian recovers the wallet in a new browser after the full delay', async () => {
      const { custody, inbox, expectOpen } = await visit('guardian')
      await custody.arrive(inbox)
      await custody.recoverByMail(inbox)
      await inbox.find(/(That browser can open your wallet from)/)
      await expectOpen()
      // A browser that came in by mail alone can't shorten the delay for a day.
      expect(inbox.has(/Your wallet has no passkey and no backup now/)).toBe(false)
    })

    test('a recovery that an earlier version started opens the wallet, and the guardian mails no link', async () => {
      const { driver, custody, inbox, expectOpen } = await visit('recovering', (context, moveMs) =>
        restoreStorage(context, fixture.storage('recovering'), moveMs),
      )
      await driver.open()
      await custody.typeEmail(inbox.address)
      // The guardian has released its share. The server gives its own share only after a new login.
      await expect(custody.panel('Confirm Email')).toBeVisible({ timeout: 60_000 })
      await custody.typeCode(await custody.code(inbox))
      await expectOpen()
      expect(inbox.has(/That browser can open your wallet from/)).toBe(false)
    })
  })

for (const version of recordedVersions)
  test(`a host page's sign-in session of version ${version} is still valid`, async ({ launchOptions }, testInfo) => {
    const { signIn, openAt, ...fixture } = readFixture(version)
    const data = testInfo.outputPath('data')
    await restoreKeys(fixture.keys, data)
    const started = await startRecordedStack({ data, environment: movedClockVariables(openAt) })
    const browser = await openBrowser(started, launchOptions)
    try {
      const context = await browser.newContext()
      await restoreStorage(context, fixture.storage('page'), 0)
      const page = await context.newPage()
      const driver = createDriver(page, started.stack.addresses)
      const wallet = { accounts: [signIn.caipAddress.split(':').at(-1) ?? ''], permitted: true }
      await installScriptedWallet(page, wallet)
      await driver.visitShop()
      await driver.expectStatus('connected')
      await page.evaluate(() => {
        window.AppKit.signIn().then((session) => Object.assign(window, { session }))
      })
      const readSession = () => page.evaluate(() => (window as Window & { session?: SignInSession }).session)
      const { caipAddress, message: signed, signature } = signIn
      await expect.poll(readSession).toMatchObject({ caipAddress, message: signed, signature })
      // The session has a new token, so the server has accepted the recorded one.
      expect((await readSession())?.token).not.toBe(signIn.token)
      await expect(driver.dialog).toBeHidden()
    } finally {
      await browser.close()
      await started.stack.stop()
    }
  })
