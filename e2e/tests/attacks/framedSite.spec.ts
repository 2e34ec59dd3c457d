import { type Frame, mergeTests, type Page } from '@playwright/test'
import { type Hex, toHex, verifyMessage } from 'viem'
import { addAuthenticator, createCustodyDriver } from '../../driver/custody.ts'
import { createDriver } from '../../driver/driver.ts'
import type { StackAddresses } from '../../stack/stack.ts'
import { test as withMail } from '../shared/mailTest.ts'
import {
  type AttackDocuments,
  embedHtml,
  expect,
  frameAt,
  handshakeNonce,
  receivedMessages,
  walletFrame,
  test as withAttacker,
} from './attacker.ts'

/**
 * A site that is itself in the frame of another page. The shop's project allows the sites `portal` and `suite` as
 * ancestors; `rival` is an allowed ancestor of another project.
 */

const test = mergeTests(withMail, withAttacker)
test.use({ withAncestors: true })
// One worker for the whole file, because each worker would start an own stack for it.
test.describe.configure({ mode: 'default' })

const message = 'Good coffee. See you on Tuesday.'
const wholePage = 'style="border: 0; position: fixed; inset: 0; width: 100%; height: 100%"'
const walletUrl = ({ wallet }: StackAddresses) => `${wallet}/s/demo/#n=${handshakeNonce}`

/**
 * Documents that contain each other, named from the outermost inwards. The innermost contains the wallet's document.
 */
const nest = (stack: StackAddresses, ...sites: (keyof StackAddresses)[]): AttackDocuments => {
  const urls = sites.map((site, depth) => `${stack[site]}${site === 'modal' ? '/f' : ''}/attack${depth}`)
  return Object.fromEntries(urls.map((url, depth) => [url, embedHtml(urls[depth + 1] ?? walletUrl(stack), wholePage)]))
}
const outermost = (documents: AttackDocuments): string => Object.keys(documents)[0] ?? ''
/** Runs in an attacker's document, and returns the messages that it received. */
const receivedHere = () => (window as unknown as { received: { data: { t?: string } }[] }).received
/** Expects a message of the wallet's document in the list of the documents around it. */
const expectFromWallet = (page: Page, { wallet }: StackAddresses, data: object) =>
  expect.poll(() => receivedMessages(page)).toContainEqual({ origin: wallet, data })
const reached = (page: Page) => receivedMessages(page).then((all) => all.map(({ data }) => data.t))

test.describe('the secure frame under a site in a frame', () => {
  for (const sites of [
    ['portal', 'shop', 'modal'],
    ['suite', 'portal', 'shop', 'modal'],
  ] as const)
    test(`starts under ${sites.join(' > ')}`, async ({ page, stack, plant }) => {
      const documents = nest(stack, ...sites)
      await plant(documents)
      await page.goto(outermost(documents))
      await expectFromWallet(page, stack, { t: 'hello', v: [1], n: handshakeNonce })
      const shop = await frameAt(page, stack.shop)
      expect((await shop.evaluate(receivedHere)).map(({ data }) => data.t)).toEqual(['attest'])
      for (const ancestor of [page.mainFrame(), shop.parentFrame() as Frame])
        expect(await ancestor.evaluate(receivedHere), 'messages that an ancestor received').toEqual([])
    })

  const refused: [string, 'UNVERIFIED_DOMAIN' | 'ORIGIN_NOT_ALLOWED', (keyof StackAddresses)[]][] = [
    ['an allowed ancestor that poses as the site', 'ORIGIN_NOT_ALLOWED', ['portal', 'modal']],
    ['two allowed ancestors without a site', 'ORIGIN_NOT_ALLOWED', ['suite', 'portal', 'modal']],
    ['an allowed ancestor between site and modal', 'UNVERIFIED_DOMAIN', ['shop', 'portal', 'modal']],
    ['an allowed ancestor in place of the modal', 'UNVERIFIED_DOMAIN', ['portal', 'shop']],
    ['an allowed ancestor alone', 'UNVERIFIED_DOMAIN', ['portal']],
    ['another site of the project as ancestor', 'UNVERIFIED_DOMAIN', ['guest', 'shop', 'modal']],
    ['the site around its ancestor', 'UNVERIFIED_DOMAIN', ['shop', 'portal', 'shop', 'modal']],
    ['the modal as ancestor', 'UNVERIFIED_DOMAIN', ['modal', 'shop', 'modal']],
    ['the modal around an allowed ancestor', 'UNVERIFIED_DOMAIN', ['modal', 'portal', 'shop', 'modal']],
  ]
  test('refuses to start under any other order of these pages', async ({ page, stack, plant }) => {
    for (const [name, reason, sites] of refused)
      await test.step(`${name}: ${sites.join(' > ')}`, async () => {
        const documents = nest(stack, ...sites)
        await plant(documents)
        await page.goto(outermost(documents))
        // The refusal is the wallet's last message, so the list then includes every earlier message too.
        await expectFromWallet(page, stack, { t: 'refused', reason })
        expect(await reached(page)).not.toContain('hello')
      })
  })

  test('refuses an ancestor that answers the challenge in place of the site', async ({ page, stack, plant }) => {
    const documents = nest(stack, 'portal', 'shop', 'modal')
    const shop = Object.keys(documents)[1] ?? ''
    await plant({ ...documents, [shop]: `<script>window.isSilent = true</script>${documents[shop]}` })
    await page.goto(outermost(documents))
    await expectFromWallet(page, stack, { t: 'refused', reason: 'UNVERIFIED_DOMAIN' })
    expect(await reached(page)).not.toContain('hello')
  })

  const blocked: [string, (keyof StackAddresses)[]][] = [
    ['a stranger around the site', ['other', 'shop', 'modal']],
    ['a stranger around an allowed ancestor', ['other', 'portal', 'shop', 'modal']],
    ['a stranger inside an allowed ancestor', ['portal', 'other', 'shop', 'modal']],
    ['an allowed ancestor of another project', ['rival', 'shop', 'modal']],
    ['an allowed ancestor of another project, around an own one', ['rival', 'portal', 'shop', 'modal']],
  ]
  test('does not load inside a page that is no ancestor of the project', async ({ page, stack, plant }) => {
    for (const [name, sites] of blocked)
      await test.step(`${name}: ${sites.join(' > ')}`, async () => {
        // The console of the documents before must be silent.
        await page.goto('about:blank')
        const documents = nest(stack, ...sites)
        await plant(documents)
        const refusal = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'))
        await page.goto(outermost(documents))
        await refusal
        expect(walletFrame(page, stack)).toBeUndefined()
        expect(await reached(page)).not.toContain('hello')
      })
  })

  test('does not load if the allowed ancestor takes the site’s origin away', async ({ page, stack, plant }) => {
    const documents = nest(stack, 'portal', 'shop', 'modal')
    const [portal = '', shop = ''] = Object.keys(documents)
    await plant({ ...documents, [portal]: embedHtml(shop, `${wholePage} sandbox="allow-scripts"`) })
    const refusal = page.waitForEvent('console', (line) => line.text().includes('frame-ancestors'))
    await page.goto(portal)
    await refusal
    expect(walletFrame(page, stack)).toBeUndefined()
  })
})

const shopUrl = ({ shop }: StackAddresses) => `${shop}/?wallet=none&data-project-id=demo`

test('on a trusted site in the frame of an allowed ancestor, every request is answered in the wallet’s window', async ({
  page,
  stack,
  plant,
  chains,
  mail,
  driver: shopDriver,
  embedded: unframed,
}) => {
  const address = await test.step('outside the frame, the visitor answers inside the modal', async () => {
    await addAuthenticator(page)
    const atShop = createCustodyDriver(page, shopDriver, stack)
    await page.goto(shopUrl(stack))
    await atShop.logIn(mail)
    await atShop.addPasskey()
    await page.getByRole('button', { name: 'Sign the guest book' }).click()
    await unframed.approve()
    await expect(page.locator('#result')).toHaveText(/^Signed: 0x/)
    return (await page.locator('#account').textContent()) as Hex
  })
  await chains.first.fund(address)

  const portal = `${stack.portal}/attack`
  const allow = 'allow="publickey-credentials-get; publickey-credentials-create"'
  await plant({ [portal]: embedHtml(shopUrl(stack), `${wholePage} ${allow}`) })
  await page.goto(portal)
  const shop = await frameAt(page, stack.shop)
  const driver = createDriver(page, stack, shop)
  const custody = createCustodyDriver(page, driver, stack)
  const result = shop.locator('#result')

  await test.step('in the frame, the visitor connects inside the modal, and a passkey opens the wallet', async () => {
    await custody.arrive(mail)
    await custody.press('Use a passkey')
    await driver.expectStatus('connected')
    await driver.expectClosed()
    await expect(shop.locator('#account')).toHaveText(address)
  })

  /** Approves in the wallet's window. Expects that the modal shows nothing to approve. */
  async function approveInWindow(): Promise<void> {
    await expect(custody.secure.getByText('Continue in the wallet window')).toBeVisible()
    await expect(custody.secure.locator('.approve__button')).toHaveCount(0)
    const popup = await custody.openWindow('Open wallet window')
    await expect(popup.getByText(new URL(stack.shop).host).first()).toBeVisible()
    await expect(popup.getByText(new URL(stack.portal).host)).toHaveCount(0)
    await custody.approveIn(popup)
  }

  await test.step('a message', async () => {
    await shop.getByRole('button', { name: 'Sign the guest book' }).click()
    await approveInWindow()
    await expect(result).toHaveText(/^Signed: 0x/)
    const signature = (await result.textContent())?.replace('Signed: ', '') as Hex
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    await driver.expectClosed()
  })

  await test.step('a sign-in to this very site', async () => {
    const { host, origin } = new URL(stack.shop)
    const facts = `URI: ${origin}\nVersion: 1\nChain ID: 31337\nNonce: 12345678\nIssued At: ${new Date().toISOString()}`
    const signIn = `${host} wants you to sign in with your Ethereum account:\n${address}\n\n\n${facts}`
    const answer = driver.request('personal_sign', [toHex(signIn), address])
    await approveInWindow()
    expect(await answer).toMatchObject({ value: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
    await driver.expectClosed()
  })

  await test.step('a payment', async () => {
    await shop.getByRole('button', { name: 'Pay with your wallet' }).click()
    await approveInWindow()
    await expect(result).toHaveText(/^Paid: .*success/)
    await custody.press('Done')
    await driver.expectClosed()
  })

  await test.step('the settings of the wallet', async () => {
    await driver.open()
    const opened = page.waitForEvent('popup')
    await driver.press('Wallet settings')
    await expect(custody.secure.getByText('Go on in the wallet window')).toBeVisible()
    await expect(custody.secure.getByText('Sign out everywhere')).toHaveCount(0)
    await expect(await opened).toHaveURL(new RegExp(`^${stack.wallet}/vault/demo`))
  })

  expect(await page.evaluate(receivedHere), 'messages that the ancestor received').toEqual([])
})

test.describe('a page in a frame where the modal can’t open', () => {
  const frames: [string, (stack: StackAddresses) => string[]][] = [
    ['of a stranger', ({ other }) => [other]],
    ['of an allowed ancestor of another project', ({ rival }) => [rival]],
    ['of an allowed ancestor that a stranger shows', ({ other, portal }) => [other, portal]],
    ['of its own site', ({ shop }) => [shop]],
  ]
  for (const [name, ancestors] of frames)
    test(`in the frame ${name}, the visitor reads the reason and can open the site itself`, async ({
      page,
      stack,
      plant,
      pageErrors,
    }) => {
      const urls = [...ancestors(stack).map((origin) => `${origin}/attack`), shopUrl(stack)]
      await plant(
        Object.fromEntries(urls.slice(0, -1).map((url, depth) => [url, embedHtml(urls[depth + 1] ?? '', wholePage)])),
      )
      const said: string[] = []
      page.on('console', (line) => said.push(line.text()))
      await page.goto(urls[0] ?? '')
      const shop = await frameAt(page, shopUrl(stack))
      await shop.locator('[data-appkit-open]').first().click()
      await expect(shop.locator('dialog').getByText('Open this in its own window')).toBeVisible()
      await expect.poll(() => said.join('\n')).toContain(`AppKit ORIGIN_NOT_ALLOWED. ${stack.shop}`)
      const opened = page.waitForEvent('popup')
      await shop.locator('dialog').getByRole('button', { name: 'Open the window' }).click()
      const tab = await opened
      await expect(tab).toHaveURL(shopUrl(stack))
      const driver = createDriver(tab, stack)
      await driver.open()
      await expect(driver.heading('Connect Wallet')).toBeVisible()
      // Under its own site the browser loads the modal's document, which reports its refusal as an error too.
      pageErrors.length = 0
    })
})
