import { expect } from '@playwright/test'
import type { MailBox } from '../stack/mail/mailBox.ts'

/** The letters to one address. */
export type Inbox = {
  address: string
  /** Waits for a letter with `pattern` in its text. Returns the pattern's group, from the newest such letter. */
  find(pattern: RegExp): Promise<string>
  /** Whether such a letter has arrived already. */
  has(pattern: RegExp): boolean
  /** From now on `find` and `has` skip the letters that have arrived. */
  forget(): void
}

export function openInbox(mailBox: MailBox, address: string): Inbox {
  let last = 0
  const letters = () => mailBox.letters(address).filter(({ id }) => id > last)
  return {
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
  }
}
