import { expect } from '@playwright/test'
import type { MailBox } from '../stack/mail/mailBox.ts'

/** The mails to one address. */
export type Inbox = {
  address: string
  /** Waits for a mail whose text matches `pattern`. Returns the first group of the match in the newest such mail. */
  find(pattern: RegExp): Promise<string>
  /** Whether a matching mail has arrived. */
  has(pattern: RegExp): boolean
  /** From now on, `find` and `has` ignore every mail that has already arrived. */
  forget(): void
}

export function openInbox(mailBox: MailBox, address: string): Inbox {
  let last = 0
  const mails = () => mailBox.mails(address).filter(({ id }) => id > last)
  return {
    address,
    has: (pattern) => mails().some(({ text }) => pattern.test(text)),
    find: async (pattern) => {
      let found: string | undefined
      const check = () => {
        found = mails()
          .map(({ text }) => pattern.exec(text)?.[1])
          .find((match) => match !== undefined)
        return found
      }
      await expect.poll(check).toBeDefined()
      return found ?? ''
    },
    forget: () => {
      last = mailBox.mails(address)[0]?.id ?? last
    },
  }
}
