import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Letter } from '../stack/mail/mailBox.ts'
import { freePorts } from '../stack/ports.ts'
import { startStack } from '../stack/stack.ts'
import { test as base, expect } from './fixtures.ts'

export { expect } from './fixtures.ts'

type Mail = {
  /** An address of this test alone. */
  address: string
  /** The newest letter to it that has `pattern` in its text, and what the pattern's group holds. */
  find(pattern: RegExp): Promise<string>
}

/** On a stack of its own that sends mail, so that visitors can log in. */
export const test = base.extend<{ mail: Mail }, { mailPage: string }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of a fixture's needs from this pattern
    async ({}, use) => {
      const data = await mkdtemp(join(tmpdir(), 'appkit-mail-'))
      const onLoss = (name: string, said: string) => console.error(`The ${name} ended by itself.\n${said}`)
      const stack = await startStack({ ports: await freePorts(), data, withMail: { delaySeconds: 2 }, onLoss })
      await use(stack.addresses)
      await stack.stop()
      await rm(data, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  mailPage: [
    async ({ stack }, use) => {
      if (!stack.mail) throw new Error('The stack has no mail box.')
      await use(stack.mail)
    },
    { scope: 'worker' },
  ],
  mail: async ({ mailPage }, use, testInfo) => {
    const address = `mara.${testInfo.testId.slice(-12)}.${testInfo.retry}@orchard.example`
    const url = new URL(`/letters.json?to=${address}`, mailPage)
    const { port } = url
    await use({
      address,
      find: async (pattern) => {
        let found = ''
        await expect
          .poll(async () => {
            const response = await fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`)
            const letters = (await response.json()) as Letter[]
            found = letters.map(({ text }) => pattern.exec(text)?.[1]).find((match) => match !== undefined) ?? ''
            return found
          })
          .not.toBe('')
        return found
      },
    })
  },
})
