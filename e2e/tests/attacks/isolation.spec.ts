import type { Page } from '@playwright/test'
import type { StackAddresses } from '../../stack/stack.ts'
import {
  type AttackDocuments,
  embedHtml,
  expect,
  handshakeNonce,
  messageRecorder,
  receivedMessages,
  test,
  walletFrame,
} from './attacker.ts'

/**
 * Opens the wallet's document in every parent except a modal in an allowed page. Documents at `/attack…` belong to the
 * attacker, on any origin. The server serves the wallet's own document.
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
  // The refusal is the wallet's last message, so `receivedMessages` now includes every earlier message too.
  await expect
    .poll(() => receivedMessages(page))
    .toContainEqual({ origin: stack.wallet, data: { t: 'refused', reason: 'UNVERIFIED_DOMAIN' } })
  expect((await receivedMessages(page)).map(({ data }) => data.t)).not.toContain('hello')
}

test.describe('isolation of a wallet document that loads', () => {
  test('the secure frame starts no channel for a page that embeds it directly', { tag: '@storageDenied' }, async ({
    page,
    stack,
    plant,
  }) => {
    await plant({ [`${stack.shop}/attack`]: embedHtml(`${stack.wallet}/s/#n=${handshakeNonce}`) })
    await page.goto(`${stack.shop}/attack`)
    await expectRefused(page, stack)
  })

  test('the secure frame starts no channel for a modal that no page embeds', async ({ page, stack, plant }) => {
    await plant({ [`${stack.modal}/f/attack`]: embedHtml(`${stack.wallet}/s/#n=${handshakeNonce}`) })
    await page.goto(`${stack.modal}/f/attack`)
    await expectRefused(page, stack)
  })

  test('the secure frame starts no channel if a visitor opens its address in a tab', async ({ page, stack }) => {
    await page.goto(`${stack.wallet}/s/#n=${handshakeNonce}`)
    await expect(page.locator('body')).toContainText(refusal)
  })

  test('the secure frame starts no channel if an allowed page embeds the host page', async ({ page, stack, plant }) => {
    await plant({
      [`${stack.guest}/attack`]: embedHtml(`${stack.shop}/attack`),
      [`${stack.shop}/attack`]: embedHtml(`${stack.modal}/f/attack`),
      [`${stack.modal}/f/attack`]: embedHtml(`${stack.wallet}/s/#n=${handshakeNonce}`),
    })
    await page.goto(`${stack.guest}/attack`)
    await expectRefused(page, stack)
  })

  test('the secure frame starts no channel if a modal embeds the host page, and the host page embeds the wallet', async ({
    page,
    stack,
    plant,
  }) => {
    await plant({
      [`${stack.modal}/f/attack`]: embedHtml(`${stack.shop}/attack`),
      [`${stack.shop}/attack`]: embedHtml(`${stack.wallet}/s/#n=${handshakeNonce}`),
    })
    await page.goto(`${stack.modal}/f/attack`)
    await expectRefused(page, stack)
  })

  test('the secure frame starts no channel if a srcdoc document is between the modal and the wallet', async ({
    page,
    stack,
    plant,
  }) => {
    const inner = `<iframe src='${stack.wallet}/s/#n=${handshakeNonce}'></iframe>`
    await plant({
      [`${stack.shop}/attack`]: embedHtml(`${stack.modal}/f/attack`),
      [`${stack.modal}/f/attack`]: `${messageRecorder}<iframe srcdoc="${messageRecorder}${inner}"></iframe>`,
    })
    await page.goto(`${stack.shop}/attack`)
    await expectRefused(page, stack)
  })

  test('the secure frame starts no channel for a page that does not answer its challenge', {
    tag: '@storageDenied',
  }, async ({ page, stack, plant }) => {
    await plant({
      [`${stack.shop}/attack`]: `<script>window.isSilent = true</script>${embedHtml(`${stack.modal}/f/attack`)}`,
      [`${stack.modal}/f/attack`]: embedHtml(`${stack.wallet}/s/#n=${handshakeNonce}`),
    })
    await page.goto(`${stack.shop}/attack`)
    await expectRefused(page, stack)
  })
})

test.describe('isolation by the browser', () => {
  const strangers: [string, (stack: StackAddresses) => AttackDocuments, (stack: StackAddresses) => string][] = [
    [
      'a page that is not allowed, around the modal',
      ({ other, modal, wallet }) => ({
        [`${other}/attack`]: embedHtml(`${modal}/f/attack`),
        [`${modal}/f/attack`]: embedHtml(`${wallet}/s/#n=${handshakeNonce}`),
      }),
      ({ other }) => other,
    ],
    [
      'a page that is not allowed, between the page and the modal',
      ({ shop, other, modal, wallet }) => ({
        [`${shop}/attack`]: embedHtml(`${other}/attack`),
        [`${other}/attack`]: embedHtml(`${modal}/f/attack`),
        [`${modal}/f/attack`]: embedHtml(`${wallet}/s/#n=${handshakeNonce}`),
      }),
      ({ shop }) => shop,
    ],
    [
      'a page that is not allowed, in place of the modal',
      ({ shop, other, wallet }) => ({
        [`${shop}/attack`]: embedHtml(`${other}/attack`),
        [`${other}/attack`]: embedHtml(`${wallet}/s/#n=${handshakeNonce}`),
      }),
      ({ shop }) => shop,
    ],
    [
      'a modal in a sandbox without an origin',
      ({ shop, modal, wallet }) => ({
        [`${shop}/attack`]: embedHtml(`${modal}/f/attack`, 'sandbox="allow-scripts"'),
        [`${modal}/f/attack`]: embedHtml(`${wallet}/s/#n=${handshakeNonce}`),
      }),
      ({ shop }) => shop,
    ],
    [
      'a data: document of the page',
      ({ shop, wallet }) => ({
        [`${shop}/attack`]: embedHtml(`data:text/html,${encodeURIComponent(`<iframe src="${wallet}/s/"></iframe>`)}`),
      }),
      ({ shop }) => shop,
    ],
  ]
  for (const [name, documents, start] of strangers) {
    test(`the browser does not load the wallet’s document inside ${name}`, async ({ page, stack, plant }) => {
      await plant(documents(stack))
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
      await page.goto(`${start(stack)}/attack`)
      await refused
      expect(walletFrame(page, stack)).toBeUndefined()
      expect((await receivedMessages(page)).map(({ data }) => data.t)).not.toContain('hello')
    })
  }
})
