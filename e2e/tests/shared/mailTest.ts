import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedDriver } from '../../driver/embedded.ts'
import { type Inbox, openInbox } from '../../driver/inbox.ts'
import { addMigratedDatabases } from '../../stack/database.ts'
import type { MailBox } from '../../stack/mail/mailBox.ts'
import { freePorts } from '../../stack/ports.ts'
import { awaitDatabase } from '../../stack/server.ts'
import { type Stack, startStack } from '../../stack/stack.ts'
import { test as base } from './test.ts'

export { expect } from './test.ts'

/** Each worker starts a stack with mail, so that visitors can log in. */
export const test = base.extend<
  { mail: Inbox; embedded: ReturnType<typeof createEmbeddedDriver> },
  { custody: 'assisted' | 'self'; withOtherChains: boolean; ownStack: Stack; mailBox: MailBox }
>({
  custody: ['assisted', { option: true, scope: 'worker' }],
  /** Also the chains beside the EVM ones. */
  withOtherChains: [false, { option: true, scope: 'worker' }],
  ownStack: [
    async ({ custody, withOtherChains }, use) => {
      const data = await mkdtemp(join(tmpdir(), 'appkit-mail-'))
      await addMigratedDatabases(data)
      const onLoss = (name: string, said: string) => console.error(`The ${name} ended by itself.\n${said}`)
      const withMail = { delaySeconds: 2, custody }
      const stack = await startStack({ ports: await freePorts(), data, withOtherChains, withMail, onLoss })
      await awaitDatabase(stack.addresses.wallet)
      await use(stack)
      await stack.stop()
      await rm(data, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  stack: [({ ownStack }, use) => use(ownStack.addresses), { scope: 'worker' }],
  mailBox: [
    async ({ ownStack }, use) => {
      if (!ownStack.mailBox) throw new Error('The stack has no mail box.')
      await use(ownStack.mailBox)
    },
    { scope: 'worker' },
  ],
  embedded: async ({ page, driver, stack }, use) => use(createEmbeddedDriver(page, driver, stack)),
  // The address belongs to this test alone.
  mail: async ({ mailBox }, use, { testId, retry }) =>
    use(openInbox(mailBox, `mara.${testId.slice(-12)}.${retry}@orchard.example`)),
})
