import type { Frame, Page } from '@playwright/test'
import type { PageName } from '../stack/pages.ts'
import type { StackAddresses } from '../stack/stack.ts'
import { createHostPage } from './hostPage.ts'
import { createModal } from './modal.ts'

type Host = 'shop' | 'guest' | 'other'
export type Driver = ReturnType<typeof createDriver>

/**
 * Everything that a visitor and a host page can do with the modal, in terms of the product. Tests use only this
 * interface, so another engine needs another driver but no other test. `host` is the host page's document, which may be
 * in a frame of the page.
 */
export function createDriver(page: Page, stack: StackAddresses, host: Page | Frame = page) {
  async function visit(path: string, site: Host = 'shop'): Promise<void> {
    await page.goto(`${stack[site]}${path}`)
  }

  return {
    page,
    visit,
    /** Opens the demo shop without the demo's own wallet. */
    visitShop: (site: Host = 'shop') => visit('/?wallet=none', site),
    visitPage: (name: PageName, query = '', site: Host = 'shop') => visit(`/page/${name}${query}`, site),
    ...createModal(host),
    ...createHostPage(host),
  }
}
