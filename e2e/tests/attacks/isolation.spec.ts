import type { Page } from '@playwright/test'
import type { StackAddresses } from '../../stack/stack.ts'
import { type Attack, embed, expect, messageRecorder, nonce, receivedMessages, test, walletFrame } from './attacker.ts'

/**
 * Opens the wallet's frame under every parent but the modal in an allowed page. Documents named `/attack…` are the
 * attacker's, on any origin; the server serves the wallet's own.
 */

const refusal = 'This wallet opens only inside a site that it belongs to.'

async function expectRefused(page: Page, stack: StackAddresses): Promise<void> {
  await expect
    .poll(() =>
      walletFrame(page, stack)
        ?.locator('body')
        .textContent()
        .catch(() => null),
    )
    .toContain(refusal)
  // The refusal is the wallet's last message, so every earlier message has arrived.
  await expect
    .poll(() => receivedMessages(page))
    .toContainEqual({ origin: stack.wallet, data: { t: 'refused', reason: 'UNVERIFIED_DOMAIN' } })
  expect((await receivedMessages(page)).map(({ data }) => data.t)).not.toContain('hello')
}

test.describe('the wallet opens no channel for', () => {
  test('a page that embeds the wallet directly', { tag: '@storageDenied' }, async ({ page, stack, plant }) => {
    await plant({ [`${stack.shop}/attack`]: embed(`${stack.wallet}/s/#n=${nonce}`) })
    await page.goto(`${stack.shop}/attack`)
    await expectRefused(page, stack)
  })

  test('a modal that no page embeds', async ({ page, stack, plant }) => {
    await plant({ [`${stack.modal}/f/attack`]: embed(`${stack.wallet}/s/#n=${nonce}`) })
    await page.goto(`${stack.modal}/f/attack`)
    await expectRefused(page, stack)
  })

  test('a page that a visitor opens in a separate tab', async ({ page, stack }) => {
    await page.goto(`${stack.wallet}/s/#n=${nonce}`)
    await expect(page.locator('body')).toContainText(refusal)
  })

  test('an allowed page that embeds the host page', async ({ page, stack, plant }) => {
    await plant({
      [`${stack.guest}/attack`]: embed(`${stack.shop}/attack`),
      [`${stack.shop}/attack`]: embed(`${stack.modal}/f/attack`),
      [`${stack.modal}/f/attack`]: embed(`${stack.wallet}/s/#n=${nonce}`),
    })
    await page.goto(`${stack.guest}/attack`)
    await expectRefused(page, stack)
  })

  test('a modal that embeds the host page, which embeds the wallet', async ({ page, stack, plant }) => {
    await plant({
      [`${stack.modal}/f/attack`]: embed(`${stack.shop}/attack`),
      [`${stack.shop}/attack`]: embed(`${stack.wallet}/s/#n=${nonce}`),
    })
    await page.goto(`${stack.modal}/f/attack`)
    await expectRefused(page, stack)
  })

  test('a srcdoc document between the modal and the wallet', async ({ page, stack, plant }) => {
    const inner = `<iframe src='${stack.wallet}/s/#n=${nonce}'></iframe>`
    await plant({
      [`${stack.shop}/attack`]: embed(`${stack.modal}/f/attack`),
      [`${stack.modal}/f/attack`]: `${messageRecorder}<iframe srcdoc="${messageRecorder}${inner}"></iframe>`,
    })
    await page.goto(`${stack.shop}/attack`)
    await expectRefused(page, stack)
  })

  test('a page that does not answer the challenge of the wallet', { tag: '@storageDenied' }, async ({
    page,
    stack,
    plant,
  }) => {
    await plant({
      [`${stack.shop}/attack`]: `<script>window.isSilent = true</script>${embed(`${stack.modal}/f/attack`)}`,
      [`${stack.modal}/f/attack`]: embed(`${stack.wallet}/s/#n=${nonce}`),
    })
    await page.goto(`${stack.shop}/attack`)
    await expectRefused(page, stack)
  })
})

test.describe("the browser does not load the wallet's document inside", () => {
  const strangers: [string, (stack: StackAddresses) => Attack, (stack: StackAddresses) => string][] = [
    [
      'a page that is not allowed, around the modal',
      ({ other, modal, wallet }) => ({
        [`${other}/attack`]: embed(`${modal}/f/attack`),
        [`${modal}/f/attack`]: embed(`${wallet}/s/#n=${nonce}`),
      }),
      ({ other }) => other,
    ],
    [
      'a page that is not allowed, between the page and the modal',
      ({ shop, other, modal, wallet }) => ({
        [`${shop}/attack`]: embed(`${other}/attack`),
        [`${other}/attack`]: embed(`${modal}/f/attack`),
        [`${modal}/f/attack`]: embed(`${wallet}/s/#n=${nonce}`),
      }),
      ({ shop }) => shop,
    ],
    [
      'a page that is not allowed, in place of the modal',
      ({ shop, other, wallet }) => ({
        [`${shop}/attack`]: embed(`${other}/attack`),
        [`${other}/attack`]: embed(`${wallet}/s/#n=${nonce}`),
      }),
      ({ shop }) => shop,
    ],
    [
      'a modal in a sandbox without an origin',
      ({ shop, modal, wallet }) => ({
        [`${shop}/attack`]: embed(`${modal}/f/attack`, 'sandbox="allow-scripts"'),
        [`${modal}/f/attack`]: embed(`${wallet}/s/#n=${nonce}`),
      }),
      ({ shop }) => shop,
    ],
    [
      'a data: document of the page',
      ({ shop, wallet }) => ({
        [`${shop}/attack`]: embed(`data:text/html,${encodeURIComponent(`<iframe src="${wallet}/s/"></iframe>`)}`),
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
      expect((await receivedMessages(page)).map(({ data }) => data.t)).not.toContain('hello')
    })
  }
})
