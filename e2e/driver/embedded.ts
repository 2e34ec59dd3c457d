import { type ElementHandle, expect, type Page } from '@playwright/test'
import type { StackAddresses } from '../stack/stack.ts'
import type { Kit } from './kit.ts'
import { press as pressButton } from './press.ts'

type Mail = { address: string; find(pattern: RegExp): Promise<string> }

/** What a visitor without a wallet does: an address in the modal, the rest in the secure frame and the mailbox. */
export function createEmbeddedKit(page: Page, kit: Kit, stack: StackAddresses) {
  const secure = kit.frame.frameLocator(`iframe[src^="${stack.wallet}"]`)
  const panel = (name: string) => kit.heading(name)
  const press = (name: string | RegExp) => pressButton(secure.getByRole('button', { name }))

  async function typeEmail(address: string): Promise<void> {
    await kit.frame.getByPlaceholder('Email address').fill(address)
    await kit.press('Continue with email')
  }
  /** The page behind the mail's link, in a tab of its own as a mail program opens it. */
  async function openDeviceLink(mail: Mail): Promise<Page> {
    const tab = await page.context().newPage()
    await tab.goto(await mail.find(/(http\S+\/device#\S+)/))
    return tab
  }
  async function approveDevice(mail: Mail): Promise<void> {
    // The first one waits for a database that just started.
    await expect(panel('Register Device')).toBeVisible({ timeout: 60_000 })
    const figure = secure.locator('.figure')
    await expect(figure).toHaveText(/^\d\d$/)
    const number = (await figure.textContent())?.trim() ?? ''
    const tab = await openDeviceLink(mail)
    await tab.getByRole('button', { name: number, exact: true }).click()
    await expect(tab.getByText('This browser is approved')).toBeVisible()
    await tab.close()
  }
  const digit = (place: number) => secure.getByLabel(`Digit ${place} of 6`)
  async function typeCode(code: string): Promise<void> {
    // The panel gives the focus to its first box once the card has made room for it, perhaps in the middle of a code.
    await expect.poll(() => digit(1).evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true)
    await pressButton(digit(1))
    await page.keyboard.type(code)
  }
  // On a line of its own: six digits may also stand in the link of the letter before.
  const code = (mail: Mail) => mail.find(/^\s*(\d{3} ?\d{3})\s*$/m).then((found) => found.replace(' ', ''))

  /** Moves to a card's button from beside it and presses it, whenever it can be pressed, until it was taken. */
  async function pressUntilTaken(button: ElementHandle<HTMLElement | SVGElement>): Promise<void> {
    // A document that is gone asks nothing any more.
    const state = () => button.evaluate(stateOf).catch(() => 'taken' as const)
    // What moves or covers the card at the wrong moment makes it wait again, as it has to, and a person then does too.
    await expect(async () => {
      await expect.poll(state).not.toBe('waits')
      if ((await state()) === 'taken') return
      const box = await button.boundingBox()
      if (!box) throw new Error('The button is nowhere.')
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      for (const step of [60, 40, 25, 12, 4]) await page.mouse.move(x - step, y - step)
      await button.click({ timeout: 10_000 })
      expect(await state()).toBe('taken')
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
    /** The first login of an address in this browser, to the connected wallet. */
    async logIn(mail: Mail): Promise<void> {
      await kit.open()
      await logInHere(mail)
      await kit.expectClosed()
      await kit.expectStatus('connected')
    },
    /** The same, where the modal is open already, and may stay so for what the page asks next. */
    logInHere,
    /** As a person does: looks, moves the pointer there, waits until the button can be pressed. */
    async approve(): Promise<void> {
      await expect(panel('Approve Transaction')).toBeVisible()
      // The one before stays on the screen, with its spinner, until the next has come.
      const button = await secure.locator('.approve__button:not(:has(.spinner))').elementHandle()
      if (!button) throw new Error('The button is not there.')
      await pressUntilTaken(button)
    },
    async reject(): Promise<void> {
      await press('Cancel')
      await expect(secure.getByRole('button', { name: 'Cancel' })).toBeHidden()
    },
  }
}

/** Of a card's button: it can't be pressed yet, it can, or what it stands for is being done. */
function stateOf(button: Element): 'waits' | 'ready' | 'taken' {
  if (!button.isConnected || button.querySelector('.spinner')) return 'taken'
  return button.getAttribute('aria-disabled') === 'false' ? 'ready' : 'waits'
}
