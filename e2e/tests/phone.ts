import { type Browser, expect, type Page } from '@playwright/test'
import type { StackAddresses } from '../stack/stack.ts'

export type Phone = Awaited<ReturnType<typeof openPhone>>

/** The test phone in a browser context of its own, as another device is; `query` opens it as a link would. */
export async function openPhone(browser: Browser, stack: StackAddresses, query: Record<string, string> = {}) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${stack.phone}/?${new URLSearchParams(query)}`)
  return { ...phoneOn(page), close: () => context.close() }
}

/** What a person does with the phone that a page shows. */
export function phoneOn(page: Page) {
  const question = page.getByRole('dialog')
  return {
    page,
    question,
    account: page.getByRole('region', { name: 'Account' }),
    /** What the phone says when it is done with something. */
    said: page.getByRole('status'),
    async connect(link: string): Promise<void> {
      await page.getByRole('textbox', { name: 'Connection link' }).fill(link)
      await page.getByRole('button', { name: 'Connect' }).click()
    },
    /** Waits for the question with this title and answers it. */
    async approve(title: string | RegExp): Promise<void> {
      await expect(question.getByRole('heading', { name: title })).toBeVisible()
      await question.getByRole('button', { name: 'Approve' }).click()
    },
    async reject(title: string | RegExp): Promise<void> {
      await expect(question.getByRole('heading', { name: title })).toBeVisible()
      await question.getByRole('button', { name: 'Reject' }).click()
    },
    approveAll: () => page.getByRole('checkbox', { name: 'Approve without asking' }).check(),
    changeAccount: () => page.getByRole('button', { name: 'Change account' }).click(),
    changeNetwork: () => page.getByRole('button', { name: 'Change network' }).click(),
    endSession: () => page.getByRole('button', { name: 'End session' }).first().click(),
  }
}
