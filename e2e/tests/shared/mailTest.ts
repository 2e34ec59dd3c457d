import { createEmbeddedDriver } from '../../driver/embedded.ts'
import { type Inbox, openInbox } from '../../driver/inbox.ts'
import type { MailBox } from '../../stack/mail/mailBox.ts'
import type { Stack } from '../../stack/stack.ts'
import { test as base } from './test.ts'

export { expect } from './test.ts'

/** The stack has mail, so that visitors can log in, and belongs to the worker alone. */
export const test = base.extend<{
  custody: 'assisted' | 'self'
  /** Whether the stack also has Solana, Bitcoin, Polkadot and cosmos chains. */
  withOtherChains: boolean
  /** Whether other sites may show the shop in a frame. */
  withAncestors: boolean
  /** Whether site, modal and wallet are hosts of the same site. */
  isSameSite: boolean
  ownStack: Stack
  mailBox: MailBox
  mail: Inbox
  embedded: ReturnType<typeof createEmbeddedDriver>
}>({
  custody: ['assisted', { option: true }],
  withOtherChains: [false, { option: true }],
  withAncestors: [false, { option: true }],
  isSameSite: [false, { option: true }],
  ownStack: async ({ stacks, custody, withOtherChains, withAncestors, isSameSite }, use) =>
    use(await stacks.get({ withMail: custody, withOtherChains, withAncestors, isSameSite })),
  stack: async ({ ownStack }, use) => use(ownStack.addresses),
  mailBox: async ({ ownStack }, use) => {
    if (!ownStack.mailBox) throw new Error('The stack has no mail box.')
    await use(ownStack.mailBox)
  },
  embedded: async ({ page, driver, stack }, use) => use(createEmbeddedDriver(page, driver, stack)),
  // The address belongs to this test alone.
  mail: async ({ mailBox }, use, { testId, retry }) =>
    use(openInbox(mailBox, `mara.${testId.slice(-12)}.${retry}@orchard.example`)),
})
