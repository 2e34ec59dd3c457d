import type { Page } from '@playwright/test'
import { fetchWithHost } from '../../stack/fetchWithHost.ts'
import type { StackAddresses } from '../../stack/stack.ts'
import { coreScript } from '../shared/holdViews.ts'
import { rewriteModal } from '../shared/ownRelay.ts'
import { expect, test } from '../shared/test.ts'

/**
 * Makes the modal's frame believe that its browser has no `location.ancestorOrigins`, as Firefox before 148. Returns the
 * names of the texts that read it and were changed.
 */
async function hideAncestors(page: Page, stack: StackAddresses): Promise<Set<string>> {
  const changed = new Set<string>()
  const hide = (text: string, name: string) => {
    if (text.includes('ancestorOrigins')) changed.add(name)
    return text.replaceAll('ancestorOrigins', 'noAncestorOrigins')
  }
  // The policy names the hash of the document's script, which changes.
  const allowScripts = (text: string) => text.replace(/^(.*)script-src [^;]*/, "$1script-src 'self' 'unsafe-inline'")
  await rewriteModal(page.context(), stack, (text) => allowScripts(hide(text, 'document')))
  await page.route(coreScript, async (route) => {
    const { port, host, pathname } = new URL(route.request().url())
    const body = hide(await fetchWithHost(`http://127.0.0.1:${port}${pathname}`, host), 'core')
    await route.fulfill({ contentType: 'text/javascript', body })
  })
  return changed
}

test('in a browser that lists no ancestors, an allowed page connects a wallet through the modal', async ({
  driver,
  page,
  stack,
  scripted,
}) => {
  const changed = await hideAncestors(page, stack)
  await driver.visitPage('plain')
  await driver.loaded()
  await scripted.set({})
  await driver.open()
  expect([...changed].toSorted()).toEqual(['core', 'document'])
  await driver.chooseWallet('Scripted')
  await driver.expectStatus('connected')
})

test('in a browser that lists no ancestors, a page in a frame is told to open in its own window', async ({
  page,
  stack,
  driver,
}) => {
  const changed = await hideAncestors(page, stack)
  await driver.visitPage('plain', '', 'guest')
  const address = `${stack.shop}/page/plain`
  await page.evaluate((src) => {
    const frame = Object.assign(document.createElement('iframe'), { src, width: '800', height: '700' })
    document.body.replaceChildren(frame)
  }, address)
  const site = page.frameLocator(`iframe[src="${address}"]`)
  await site.locator('[data-appkit-open]').first().click()
  await expect(site.getByText('Open this in its own window')).toBeVisible()
  // The frame refuses such a page before it loads the core.
  expect([...changed]).toEqual(['document'])
})
