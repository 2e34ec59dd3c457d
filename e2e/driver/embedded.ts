import { type ElementHandle, expect, type Page } from '@playwright/test'
import type { StackAddresses } from '../stack/stack.ts'
import type { Driver } from './driver.ts'
import { press as pressButton } from './press.ts'

type Mail = { address: string; find(pattern: RegExp): Promise<string> }

/** Drives the e-mail wallet: the address in the modal, the rest in the secure frame and the mailbox. */
export function createEmbeddedDriver(page: Page, driver: Driver, stack: StackAddresses) {
  const secure = driver.frame.frameLocator(`iframe[src^="${stack.wallet}"]`)
  const panel = (name: string) => driver.heading(name)
  const press = (name: string | RegExp) => pressButton(secure.getByRole('button', { name }))

  async function typeEmail(address: string): Promise<void> {
    await driver.frame.getByPlaceholder('Email address').fill(address)
    await driver.press('Continue with email')
  }
  /** Opens the mail's link in a new tab, as a mail program does. */
  async function openDeviceLink(mail: Mail): Promise<Page> {
    const tab = await page.context().newPage()
    await tab.goto(await mail.find(/(http\S+\/device#\S+)/))
    return tab
  }
  async function approveDevice(mail: Mail): Promise<void> {
    // The first login waits for a database that has just started.
    await expect(panel('Register Device')).toBeVisible({ timeout: 60_000 })
    const figure = secure.locator('.figure')
    await expect(figure).toHaveText(/^\d\d$/)
    const number = (await figure.textContent())?.trim() ?? ''
    const tab = await openDeviceLink(mail)
    await tab.getByRole('button', { name: number, exact: true }).click()
    await expect(tab.getByText('This browser is approved')).toBeVisible()
    await tab.close()
  }
  const digit = (position: number) => secure.getByLabel(`Digit ${position} of 6`)
  async function typeCode(code: string): Promise<void> {
    // The panel focuses its first box only after the card has resized. Typing earlier would lose digits.
    await expect.poll(() => digit(1).evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true)
    await pressButton(digit(1))
    await page.keyboard.type(code)
  }
  // The code fills a whole line; the link of an earlier mail may also contain six digits.
  const code = (mail: Mail) => mail.find(/^\s*(\d{3} ?\d{3})\s*$/m).then((found) => found.replace(' ', ''))

  /** Moves the pointer to a card's button and presses it, whenever it is armed, until the card accepts the press. */
  async function pressUntilAccepted(button: ElementHandle<HTMLElement | SVGElement>): Promise<void> {
    // If the document is gone, the card was answered.
    const state = () => button.evaluate(stateOf).catch(() => 'accepted' as const)
    // A card that moves or is covered disarms and arms again later, so try again.
    await expect(async () => {
      await expect.poll(state).not.toBe('disarmed')
      if ((await state()) === 'accepted') return
      const box = await button.boundingBox()
      if (!box) throw new Error('The button has no box.')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      for (const step of [60, 40, 25, 12, 4]) await page.mouse.move(x - step, y - step)
      await button.click({ timeout: 10_000 })
      expect(await state()).toBe('accepted')
    }).toPass()
  }

  async function logInHere(mail: Mail): Promise<void> {
    await typeEmail(mail.address)
    await approveDevice(mail)
    await expect(panel('Confirm Email')).toBeVisible()
    await typeCode(await code(mail))
    await expect(panel('Your Wallet')).toBeVisible({ timeout: 60_000 })
    await press('Continue')
  }

  return {
    secure,
    panel,
    press,
    typeEmail,
    openDeviceLink,
    approveDevice,
    digit,
    typeCode,
    code,
    /** Logs an address in for the first time in this browser, until the wallet is connected. */
    async logIn(mail: Mail): Promise<void> {
      await driver.open()
      await logInHere(mail)
      await driver.expectClosed()
      await driver.expectStatus('connected')
    },
    /** Logs in like `logIn`, but in an open modal, which may stay open for the page's next request. */
    logInHere,
    /** Waits for the approval card and presses its button with the pointer. */
    async approve(): Promise<void> {
      await expect(panel('Approve Transaction')).toBeVisible()
      // The previous card stays visible with its spinner until the next card shows.
      const button = await secure.locator('.approve__button:not(:has(.spinner))').elementHandle()
      if (!button) throw new Error('The card has no button.')
      await pressUntilAccepted(button)
    },
    async reject(): Promise<void> {
      await press('Cancel')
      await expect(secure.getByRole('button', { name: 'Cancel' })).toBeHidden()
    },
  }
}

/** The state of a card's button: not yet armed, armed, or accepted. */
function stateOf(button: Element): 'disarmed' | 'armed' | 'accepted' {
  if (!button.isConnected || button.querySelector('.spinner')) return 'accepted'
  return button.getAttribute('aria-disabled') === 'false' ? 'armed' : 'disarmed'
}
