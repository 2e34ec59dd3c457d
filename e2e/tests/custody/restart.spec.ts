import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { type Hex, verifyMessage } from 'viem'
import { createCustodyDriver } from '../../driver/custody.ts'
import { createDriver } from '../../driver/driver.ts'
import { expect, test } from '../shared/mailTest.ts'

/** Ages the key share sets, since browsers renew theirs after 90 days. */
const days91Pass = 'update key_sets set created_at = created_at - 7862400000'
const message = 'Good coffee. See you on Tuesday.'

test('a restarted browser is connected and signs without recovery, also after months', async ({
  stack,
  ownStack,
  mail,
}, testInfo) => {
  const profile = await mkdtemp(join(tmpdir(), 'appkit-profile-'))
  const { launchOptions, locale, timezoneId } = testInfo.project.use
  const start = async (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...(locale && { locale }),
      ...(timezoneId && { timezoneId }),
    })
  const visit = async (context: BrowserContext) => {
    const page = await context.newPage()
    const driver = createDriver(page, stack)
    await driver.visitShop()
    return { page, driver, custody: createCustodyDriver(page, driver, stack) }
  }

  let context = await start()
  try {
    const before = await visit(context)
    await before.custody.logIn(mail)
    const address = (await before.page.locator('#account').textContent()) as Hex
    await context.close()

    await ownStack.restartServer((change) => change(days91Pass))
    context = await start()
    const after = await visit(context)
    await after.driver.expectStatus('connected')
    await expect(after.page.locator('#account')).toHaveText(address)
    const renewal = after.page.waitForResponse((answer) => /\/sets\/[^/]+\/renew$/.test(answer.url()) && answer.ok())
    expect(await verifyMessage({ address, message, signature: await after.custody.signGuestBook() })).toBe(true)
    await renewal
    await after.page.reload()
    await after.driver.loaded()
    await after.driver.expectStatus('connected')
    expect(await verifyMessage({ address, message, signature: await after.custody.signGuestBook() })).toBe(true)
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
})
