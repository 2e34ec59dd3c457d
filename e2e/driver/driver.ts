import type { Page } from '@playwright/test'
import type { PageName } from '../stack/pages.ts'
import type { StackAddresses } from '../stack/stack.ts'
import { createHostPage } from './hostPage.ts'
import { createModal } from './modal.ts'

type Host = 'shop' | 'guest' | 'other'
export type Driver = ReturnType<typeof createDriver>

/**
 * Everything that a visitor and a host page can do with the modal, in terms of the product. Tests use only this
 * interface, so another engine needs another driver but no other test.
 */
export function createDriver(page: Page, stack: StackAddresses) {
  async function visit(path: string, host: Host = 'shop'): Promise<void> {
    await page.goto(`${stack[host]}${path}`)
  }

  return {
    page,
    visit,
    /** Opens the demo shop without the demo's own wallet. */
    visitShop: (host: Host = 'shop') => visit('/?wallet=none', host),
    visitPage: (name: PageName, query = '', host: Host = 'shop') => visit(`/page/${name}${query}`, host),
    ...createModal(page),
    ...createHostPage(page),
  }
}
