import type { Page } from '@playwright/test'
import type { StackAddresses } from '../../stack/stack.ts'
import { type Attack, ears, expect, heardBy, holding, nonce, test, walletFrame } from './attacker.ts'

/**
 * The wallet's frame under every parent that is not the modal inside an allowed page, and under a modal that has been
 * taken over. Documents named `/attack…` are the attacker's, on whatever origin; the wallet's own come from the server.
 */

const sentence = 'This wallet opens only inside a site that it belongs to.'

async function expectRefused(page: Page, stack: StackAddresses): Promise<void> {
  await expect
    .poll(() =>
      walletFrame(page, stack)
        ?.locator('body')
        .textContent()
        .catch(() => null),
    )
    .toContain(sentence)
  // The last that it says to who holds it: what it might have said before has been heard by then.
  await expect
    .poll(() => heardBy(page))
    .toContainEqual({ origin: stack.wallet, data: { t: 'refused', reason: 'UNVERIFIED_DOMAIN' } })
  expect((await heardBy(page)).map(({ data }) => data.t)).not.toContain('hello')
}

test.describe('the wallet refuses', () => {
  test('the page that holds it directly', { tag: '@storageDenied' }, async ({ page, stack, plant }) => {
    await plant({ [`${stack.shop}/attack`]: holding(`${stack.wallet}/s/#n=${nonce}`) })
    await page.goto(`${stack.shop}/attack`)
    await expectRefused(page, stack)
  })

  test('the modal without a page', async ({ page, stack, plant }) => {
    await plant({ [`${stack.modal}/f/attack`]: holding(`${stack.wallet}/s/#n=${nonce}`) })
    await page.goto(`${stack.modal}/f/attack`)
    await expectRefused(page, stack)
  })

  test('a tab of its own', async ({ page, stack }) => {
    await page.goto(`${stack.wallet}/s/#n=${nonce}`)
    await expect(page.locator('body')).toContainText(sentence)
  })

  test('an allowed page around the page', async ({ page, stack, plant }) => {
    await plant({
      [`${stack.guest}/attack`]: holding(`${stack.shop}/attack`),
      [`${stack.shop}/attack`]: holding(`${stack.modal}/f/attack`),
      [`${stack.modal}/f/attack`]: holding(`${stack.wallet}/s/#n=${nonce}`),
    })
    await page.goto(`${stack.guest}/attack`)
    await expectRefused(page, stack)
  })

  test('the modal in another place of the chain', async ({ page, stack, plant }) => {
    await plant({
      [`${stack.modal}/f/attack`]: holding(`${stack.shop}/attack`),
      [`${stack.shop}/attack`]: holding(`${stack.wallet}/s/#n=${nonce}`),
    })
    await page.goto(`${stack.modal}/f/attack`)
    await expectRefused(page, stack)
  })

  test('a document without an address between the modal and itself', async ({ page, stack, plant }) => {
    const inner = `<iframe src='${stack.wallet}/s/#n=${nonce}'></iframe>`
    await plant({
      [`${stack.shop}/attack`]: holding(`${stack.modal}/f/attack`),
      [`${stack.modal}/f/attack`]: `${ears}<iframe srcdoc="${ears}${inner}"></iframe>`,
    })
    await page.goto(`${stack.shop}/attack`)
    await expectRefused(page, stack)
  })

  test('a page that does not answer its challenge', { tag: '@storageDenied' }, async ({ page, stack, plant }) => {
    await plant({
      [`${stack.shop}/attack`]: `<script>window.deaf = true</script>${holding(`${stack.modal}/f/attack`)}`,
      [`${stack.modal}/f/attack`]: holding(`${stack.wallet}/s/#n=${nonce}`),
    })
    await page.goto(`${stack.shop}/attack`)
    await expectRefused(page, stack)
  })
})

test.describe('the browser itself keeps the wallet from', () => {
  const strangers: [string, (stack: StackAddresses) => Attack, (stack: StackAddresses) => string][] = [
    [
      'a page that is not allowed, around the modal',
      ({ other, modal, wallet }) => ({
        [`${other}/attack`]: holding(`${modal}/f/attack`),
        [`${modal}/f/attack`]: holding(`${wallet}/s/#n=${nonce}`),
      }),
      ({ other }) => other,
    ],
    [
      'a page that is not allowed, between the page and the modal',
      ({ shop, other, modal, wallet }) => ({
        [`${shop}/attack`]: holding(`${other}/attack`),
        [`${other}/attack`]: holding(`${modal}/f/attack`),
        [`${modal}/f/attack`]: holding(`${wallet}/s/#n=${nonce}`),
      }),
      ({ shop }) => shop,
    ],
    [
      'a page that is not allowed, in place of the modal',
      ({ shop, other, wallet }) => ({
        [`${shop}/attack`]: holding(`${other}/attack`),
        [`${other}/attack`]: holding(`${wallet}/s/#n=${nonce}`),
      }),
      ({ shop }) => shop,
    ],
    [
      'a modal in a sandbox without an origin',
      ({ shop, modal, wallet }) => ({
        [`${shop}/attack`]: holding(`${modal}/f/attack`, 'sandbox="allow-scripts"'),
        [`${modal}/f/attack`]: holding(`${wallet}/s/#n=${nonce}`),
      }),
      ({ shop }) => shop,
    ],
    [
      'a document of the page’s own making',
      ({ shop, wallet }) => ({
        [`${shop}/attack`]: holding(`data:text/html,${encodeURIComponent(`<iframe src="${wallet}/s/"></iframe>`)}`),
      }),
      ({ shop }) => shop,
    ],
  ]
  for (const [name, documents, start] of strangers) {
    test(name, async ({ page, stack, plant }) => {
      await plant(documents(stack))
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
      await page.goto(`${start(stack)}/attack`)
      await refused
      expect(walletFrame(page, stack)).toBeUndefined()
      expect((await heardBy(page)).map(({ data }) => data.t)).not.toContain('hello')
    })
  }
})
