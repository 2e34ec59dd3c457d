import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEmbeddedKit } from '../driver/embedded.ts'
import type { MailBox } from '../stack/mail/mailBox.ts'
import { freePorts } from '../stack/ports.ts'
import { awaitDatabase } from '../stack/server.ts'
import { type Stack, startStack } from '../stack/stack.ts'
import { test as base, expect } from './fixtures.ts'

export { expect } from './fixtures.ts'

type Mail = {
  /** An address of this test alone. */
  address: string
  /** The newest letter to it that has `pattern` in its text, and what the pattern's group holds. */
  find(pattern: RegExp): Promise<string>
  /** Whether one that has `pattern` in its text is there already. */
  has(pattern: RegExp): boolean
  /** What has arrived is old news: `find` waits for what comes after it. */
  forget(): void
}

/** On a stack of its own that sends mail, so that visitors can log in. */
export const test = base.extend<
  { mail: Mail; embedded: ReturnType<typeof createEmbeddedKit> },
  { custody: 'assisted' | 'self'; withOtherChains: boolean; ownStack: Stack; mailBox: MailBox }
>({
  custody: ['assisted', { option: true, scope: 'worker' }],
  /** Also the chains beside the EVM ones. */
  withOtherChains: [false, { option: true, scope: 'worker' }],
  ownStack: [
    async ({ custody, withOtherChains }, use) => {
      const data = await mkdtemp(join(tmpdir(), 'appkit-mail-'))
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
  embedded: async ({ page, kit, stack }, use) => use(createEmbeddedKit(page, kit, stack)),
  mail: async ({ mailBox }, use, testInfo) => {
    const address = `mara.${testInfo.testId.slice(-12)}.${testInfo.retry}@orchard.example`
    let last = 0
    const letters = () => mailBox.letters(address).filter(({ id }) => id > last)
    await use({
      address,
      has: (pattern) => letters().some(({ text }) => pattern.test(text)),
      find: async (pattern) => {
        let found: string | undefined
        const look = () => {
          found = letters()
            .map(({ text }) => pattern.exec(text)?.[1])
            .find((match) => match !== undefined)
          return found
        }
        await expect.poll(look).toBeDefined()
        return found ?? ''
      },
      forget: () => {
        last = mailBox.letters(address)[0]?.id ?? last
      },
    })
  },
})
