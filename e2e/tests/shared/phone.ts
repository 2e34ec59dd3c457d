import { randomInt } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import type { Address } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { TestChain } from '../../driver/chain.ts'
import { mnemonic } from '../../stack/accounts.ts'
import type { StackAddresses } from '../../stack/stack.ts'

export type Phone = Awaited<ReturnType<typeof openPhone>>

type Options = {
  /** The way that a site's link opens it: `{ uri }`. */
  link?: Record<string, string>
  /** A relay of the test's own. */
  relay?: string
}

/**
 * The test phone in a browser context of its own, as another device is. Its two accounts are this test's alone, the
 * first with money on both chains.
 */
export async function openPhone(
  browser: Browser,
  stack: StackAddresses,
  chains: { first: TestChain; second: TestChain },
  { link = {}, relay }: Options = {},
) {
  const index = randomInt(1_000, 2 ** 31 - 2)
  const [first, second] = [addressAt(index), addressAt(index + 1)] as const
  await Promise.all([chains.first.fund(first), chains.second.fund(first)])
  const context = await browser.newContext()
  const page = await context.newPage()
  const query = new URLSearchParams({ account: String(index), ...link, ...(relay && { relay }) })
  await page.goto(`${stack.phone}/?${query}`)
  return {
    ...phoneOn(page),
    accounts: [first, second] as const,
    /** It goes to sleep: its page is gone, its memory stays. What it had not said it was done with may be lost. */
    sleep: () => page.goto('about:blank'),
    async wake(): Promise<void> {
      await page.goBack()
    },
    close: () => context.close(),
  }
}

const addressAt = (addressIndex: number): Address => mnemonicToAccount(mnemonic, { addressIndex }).address

/** What a person does with the phone that a page shows. */
export function phoneOn(page: Page) {
  const question = page.getByRole('dialog')
  const answer = async (title: string | RegExp, button: 'Approve' | 'Reject') => {
    await expect(question.getByRole('heading', { name: title })).toBeVisible()
    await question.getByRole('button', { name: button }).click()
  }
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
    approve: (title: string | RegExp) => answer(title, 'Approve'),
    reject: (title: string | RegExp) => answer(title, 'Reject'),
    approveAll: () => page.getByRole('checkbox', { name: 'Approve without asking' }).check(),
    changeAccount: () => page.getByRole('button', { name: 'Change account' }).click(),
    changeNetwork: () => page.getByRole('button', { name: 'Change network' }).click(),
    endSession: () => page.getByRole('button', { name: 'End session' }).first().click(),
  }
}
