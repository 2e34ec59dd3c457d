import { randomInt } from 'node:crypto'
import { type Browser, expect, type Page } from '@playwright/test'
import type { Address } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import type { TestChain } from '../../driver/chain.ts'
import { testMnemonic } from '../../stack/accounts.ts'
import type { StackAddresses } from '../../stack/stack.ts'

export type Phone = Awaited<ReturnType<typeof openPhone>>

type Options = {
  /** Query parameters of the site's link by which the phone opens, such as `uri`. */
  link?: Record<string, string>
  /** The URL of the phone's relay; by default the stack's relay. */
  relay?: string
}

/**
 * The test phone in a separate browser context, like another device. No other test uses its two accounts; the first has
 * money on both chains.
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
    ...drivePhonePage(page),
    accounts: [first, second] as const,
    /** Puts the phone to sleep: closes its page and keeps its storage. Unfinished work may be lost. */
    sleep: () => page.goto('about:blank'),
    async wake(): Promise<void> {
      await page.goBack()
    },
    close: () => context.close(),
  }
}

const addressAt = (addressIndex: number): Address => mnemonicToAccount(testMnemonic, { addressIndex }).address

/** Drives a page of the test phone as its owner does. */
export function drivePhonePage(page: Page) {
  const question = page.getByRole('dialog')
  const answer = async (title: string | RegExp, button: 'Approve' | 'Reject') => {
    await expect(question.getByRole('heading', { name: title })).toBeVisible()
    await question.getByRole('button', { name: button }).click()
  }
  return {
    page,
    question,
    account: page.getByRole('region', { name: 'Account' }),
    /** The message that the phone shows after a finished action. */
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
