import type { FrameLocator, Locator, Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, type Hex, maxUint256, parseEther, stringToHex } from 'viem'
import { createSiweMessage } from 'viem/siwe'
import { addAuthenticator, createCustodyDriver } from '../../driver/custody.ts'
import { clickToClose, press } from '../../driver/press.ts'
import { expect, test } from '../shared/mailTest.ts'
import { modalSizes, resizeModal, saveScreenshot } from '../shared/sizes.ts'

const nobody = '0x00000000000000000000000000000000000000aa'
const transfer = (to: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const allow = (spender: Hex, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })
const field = (type: string) => (name: string) => ({ name, type })
const domainType = [...['name', 'version'].map(field('string')), field('uint256')('chainId')]
/** Typed data that the wallet does not know. */
const mailOf = (from: Hex) => ({
  types: {
    EIP712Domain: domainType,
    Letter: [field('address')('writer'), ...['subject', 'text'].map(field('string'))],
  },
  primaryType: 'Letter',
  domain: { name: 'Orchard Letters', version: '1', chainId: 31337 },
  message: { writer: from, subject: 'Harvest', text: 'The apples are ripe. '.repeat(12) },
})
const permitOf = (owner: Hex, verifyingContract: string) => ({
  types: {
    EIP712Domain: [...domainType, field('address')('verifyingContract')],
    Permit: [...['owner', 'spender'].map(field('address')), ...['value', 'nonce', 'deadline'].map(field('uint256'))],
  },
  primaryType: 'Permit',
  domain: { name: 'Demo Dollar', version: '1', chainId: 31337, verifyingContract },
  message: { owner, spender: nobody, value: String(maxUint256), nonce: '0', deadline: '1893456000' },
})
const setTextSize = async (page: Page, standard: number) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard, fixed: Math.round(standard * 0.8) } })
}
/** `Page.setFontSizes` does not reach the secure frame, which runs in another process. */
const setFrameTextSize = async (frames: readonly FrameLocator[], size: string) => {
  for (const frame of frames)
    await frame.locator('html').evaluate((html, fontSize) => {
      html.style.fontSize = fontSize
    }, size)
}
/** The words of the elements that are on more than one line. */
const brokenWords = (elements: Locator) =>
  elements.evaluateAll((each) =>
    each.flatMap((one) => {
      const broken: string[] = []
      const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
        }
      return broken
    }),
  )
const isScrolled = (scrolling: Locator) => scrolling.evaluate((each) => each.scrollHeight > each.clientHeight + 1)

test('a payment on the own site is one calm card, which says in place how it ended', async ({
  driver,
  page,
  stack,
  chains,
  mail,
  embedded,
}) => {
  const { secure } = embedded
  // The stack has no source of prices.
  const price = { currency: 'usd', price: 1 }
  await page.context().route('**/v1/wallet/price?*', (route) => route.fulfill({ json: price }))
  await driver.visitPage('plain')
  await embedded.logIn(mail)
  const { caipAddress = '' } = (await driver.state()).accounts.eip155 ?? {}
  const from = caipAddress.split(':')[2] as Hex
  await chains.first.fund(from)
  await addAuthenticator(page)
  await createCustodyDriver(page, driver, stack).addPasskey()
  const pay = () =>
    driver.request('eth_sendTransaction', [{ from, to: stack.token, data: transfer(stack.till, parseEther('12')) }])
  const title = secure.getByRole('heading', { level: 1 })
  const details = secure.locator('.fold > summary')

  await test.step('the card names the deed, the site and the receiver, and folds the rest', async () => {
    const asked = pay()
    await expect(title).toHaveText('Pay 12 DUSD')
    await expect(secure.locator('.asker')).toContainText(`Slow Mornings${new URL(stack.shop).host}`)
    await expect(secure.locator('.facts').first()).toContainText('Slow Mornings, till')
    await expect(secure.getByText('New recipient')).toHaveCount(0)
    await expect(secure.locator('.change__amount')).toHaveText('−12 DUSD$12.00')
    const logo = secure.locator('.asker img')
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(details).toContainText('fee about')
    await expect(secure.getByText('Account', { exact: true })).toBeHidden()
    await expect.poll(() => isScrolled(secure.locator('.approve__scroll'))).toBe(false)
    await saveScreenshot(page, 'card-light')
    await press(details)
    await expect(secure.getByText('Account', { exact: true })).toBeVisible()
    await saveScreenshot(page, 'card-details')
    await embedded.press('Cancel')
    expect(await asked).toMatchObject({ code: 4001 })
  })

  await test.step('the whole card fits a window of 320 × 600, and its buttons stay at any text size', async () => {
    const asked = pay()
    await expect(title).toHaveText('Pay 12 DUSD')
    const buttons = secure.getByRole('button', { name: /^(?:Pay 12 DUSD|Cancel)$/ })
    await resizeModal(driver, { width: 320, height: 600 })
    await expect.poll(() => isScrolled(secure.locator('.approve__scroll'))).toBe(false)
    for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
    await saveScreenshot(page, 'card-320x600')
    await resizeModal(driver, modalSizes.phone)
    await saveScreenshot(page, 'card-phone')
    await setFrameTextSize([driver.frame, secure], '200%')
    await expect
      .poll(() => title.evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize)))
      .toBeGreaterThan(30)
    for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
    await saveScreenshot(page, 'card-phone-text200')
    await resizeModal(driver, { width: 320, height: 600 })
    for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
    expect(await brokenWords(secure.locator('.asker .strong, .title'))).toEqual([])
    await expect(title).toBeInViewport({ ratio: 1 })
    // The whole card is on the screen, so its button accepts a click and the card needs no way to the wallet window.
    await expect(secure.locator('.approve__button')).toHaveAttribute('aria-disabled', 'false')
    await expect.poll(() => secure.locator('html').evaluate(() => innerHeight)).toBeLessThanOrEqual(600 - 100)
    await saveScreenshot(page, 'card-320x600-text200')
    await secure.locator('.change__amount').scrollIntoViewIfNeeded()
    await expect(secure.locator('.change__amount')).toBeInViewport({ ratio: 0.99 })
    for (const button of await buttons.all()) await expect(button).toBeInViewport({ ratio: 1 })
    await setFrameTextSize([driver.frame, secure], '')
    await resizeModal(driver, modalSizes.desktop)
    await embedded.press('Cancel')
    expect(await asked).toMatchObject({ code: 4001 })
  })

  await test.step('after the click the card says in place that the site is paid', async () => {
    const asked = pay()
    await expect(title).toHaveText('Pay 12 DUSD')
    await embedded.approve()
    expect(await asked).toMatchObject({ value: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    await expect(title).toHaveText('Paid')
    await expect(secure.getByText('Confirmed')).toBeVisible()
    await saveScreenshot(page, 'card-sent')
    await embedded.press('Done')
    await driver.expectClosed()
  })

  await test.step('a bundle turns into "Sent" too, and is confirmed once its last call is in a block', async () => {
    const call = (amount: string) => ({ to: stack.token, data: transfer(stack.till, parseEther(amount)) })
    const asked = driver.request('wallet_sendCalls', [{ from, calls: [call('2'), call('3')] }])
    await expect(title).toHaveText('Approve 2 actions')
    await saveScreenshot(page, 'card-bundle')
    await embedded.approve()
    const { value } = (await asked) as { value: { id: string } }
    await expect(title).toHaveText('Sent')
    await expect(secure.getByText('Confirmed')).toBeVisible()
    await saveScreenshot(page, 'card-bundle-sent')
    expect(await driver.request('wallet_getCallsStatus', [value.id])).toMatchObject({ value: { status: 200 } })
    await embedded.press('Done')
    await driver.expectClosed()
  })

  await test.step('the text of a sign-in to this site is in the details', async () => {
    const { host, origin } = new URL(stack.shop)
    const text = createSiweMessage({
      ...{ address: from, chainId: 31337, domain: host, nonce: '8fK2mZ0q', uri: origin, version: '1', scheme: 'http' },
    })
    const asked = driver.request('personal_sign', [text, from])
    await expect(title).toHaveText('Sign in to Slow Mornings')
    await expect(secure.getByText('Nonce: 8fK2mZ0q')).toBeHidden()
    await saveScreenshot(page, 'card-signIn')
    await press(details)
    await expect(secure.getByText('Nonce: 8fK2mZ0q')).toBeVisible()
    await embedded.press('Cancel')
    await asked
  })

  if (!process.env.PICTURES) return
  for (const options of [{ theme: 'dark' as const }, { locale: 'de' }, { locale: 'ar' }]) {
    await page.evaluate((given) => window.AppKit.configure(given), options)
    const asked = pay()
    await expect(secure.locator('.approve__button')).toHaveAttribute('aria-disabled', 'false')
    await saveScreenshot(page, `card-${Object.values(options)[0]}`)
    await page.evaluate(() => window.AppKit.close())
    await asked
  }
})

test('the wallet window never scrolls its buttons away', async ({ driver, page, stack, chains, mail, embedded }) => {
  await driver.visitPage('plain', '', 'guest')
  await embedded.logIn(mail)
  const { caipAddress = '' } = (await driver.state()).accounts.eip155 ?? {}
  const from = caipAddress.split(':')[2] as Hex
  await chains.first.fund(from)
  const send = (request: object) => ['eth_sendTransaction', [{ from, gas: '0x186a0', ...request }]] as const
  const sign = (typed: object) => ['eth_signTypedData_v4', [from, JSON.stringify(typed)]] as const
  const requests = {
    pay: send({ to: stack.token, data: transfer(nobody, parseEther('12')) }),
    allow: send({ to: stack.token, data: allow(nobody, maxUint256) }),
    unknown: send({ to: stack.token, data: `0xdeadbeef${'00'.repeat(320)}` }),
    message: ['personal_sign', [stringToHex('Good coffee needs a long letter. '.repeat(30)), from]] as const,
    typedData: sign(mailOf(from)),
    permit: sign(permitOf(from, stack.token)),
  }
  for (const [name, [method, params]] of Object.entries(requests)) {
    const asked = driver.request(method, params)
    await expect(embedded.secure.getByRole('button', { name: 'Open wallet window' })).toBeVisible()
    await saveScreenshot(page, `toWindow-${name}`)
    const popup = await embedded.openApprovalWindow()
    await popup.setViewportSize({ width: 360, height: 600 })
    const buttons = popup.locator('.foot .button')
    await expect(buttons.first()).toBeVisible()
    const expectButtons = async (where: string) => {
      for (const button of await buttons.all()) await expect(button, `${name} ${where}`).toBeInViewport({ ratio: 1 })
      await expect
        .poll(() => popup.evaluate(() => document.documentElement.scrollHeight - innerHeight), where)
        .toBeLessThanOrEqual(0)
      await saveScreenshot(popup, `window-${name}-${where}`)
    }
    await expectButtons('360x600')
    const fold = popup.locator('.fold > summary')
    if ((await fold.count()) > 0) await fold.click()
    await expectButtons('unfolded')
    await setTextSize(popup, 32)
    await expectButtons('text200')
    await setTextSize(popup, 16)
    // 360 × 600 at a zoom of 150 %, and the window as the wallet opens it (420 × 760) at 200 %.
    for (const [width, height] of [
      [240, 400],
      [210, 380],
    ] as const) {
      await popup.setViewportSize({ width, height })
      await expectButtons(`zoomed-${width}`)
    }
    await popup.setViewportSize({ width: 360, height: 600 })
    await clickToClose(popup.getByRole('button', { name: 'Cancel' }))
    expect(await asked).toMatchObject({ code: 4001 })
  }
})
