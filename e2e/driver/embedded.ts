import { expect, type Locator, type Page } from '@playwright/test'
import type { StackAddresses } from '../stack/stack.ts'
import { createApprovalDriver } from './approvalCard.ts'
import type { Driver } from './driver.ts'
import { press as pressButton } from './press.ts'

type Mail = { address: string; find(pattern: RegExp): Promise<string> }

/** Drives the embedded wallet: the e-mail address in the modal, all later steps in the secure frame and the mailbox. */
export function createEmbeddedDriver(page: Page, driver: Driver, stack: StackAddresses) {
  const secure = driver.frame.frameLocator(`iframe[src^="${stack.wallet}"]`)
  const panel = (name: string) => driver.heading(name)
  const press = (name: string | RegExp) => pressButton(secure.getByRole('button', { name }))

  async function typeEmail(address: string): Promise<void> {
    await driver.frame.getByPlaceholder('Email address').fill(address)
    await driver.press('Continue with email')
  }
  /** Waits for the panel that asks for the code of the mail. */
  async function expectCodePanel(): Promise<void> {
    // The time limit is long, because the first login of a stack waits until its database has started.
    await expect(panel('Confirm Email')).toBeVisible({ timeout: 60_000 })
  }
  const digit = (position: number) => secure.getByLabel(`Digit ${position} of 6`)
  async function typeCode(code: string): Promise<void> {
    // The OTP panel focuses its first box only after the secure frame has resized. Typing earlier would lose digits.
    await expect.poll(() => digit(1).evaluate((box) => box === box.ownerDocument.activeElement)).toBe(true)
    await pressButton(digit(1))
    await page.keyboard.type(code)
  }
  // Matches only a code that fills a whole line, because an address in a mail may also contain six digits.
  const code = (mail: Mail) => mail.find(/^\s*(\d{3} ?\d{3})\s*$/m).then((found) => found.replace(' ', ''))

  async function logInHere(mail: Mail): Promise<void> {
    await typeEmail(mail.address)
    await expectCodePanel()
    await typeCode(await code(mail))
    await expect(panel('Your Wallet')).toBeVisible({ timeout: 60_000 })
    // A device with passkeys offers one, which this leaves out.
    await press(/^(?:Continue|Not now)$/)
  }

  const returnButton = secure.getByRole('button', { name: /^Continue as / })

  return {
    secure,
    returnButton,
    /** Connects a disconnected site again. */
    comeBack: () => pressReturn(page, returnButton),
    panel,
    press,
    typeEmail,
    expectCodePanel,
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
    ...createApprovalDriver(page, { secure, panel, press }),
  }
}

/** Presses the button that connects a site again. It takes no press before the pointer has moved over it for a while. */
async function pressReturn(page: Page, returnButton: Locator): Promise<void> {
  await expect(returnButton).toBeVisible()
  await expect(async () => {
    if (!(await returnButton.isVisible())) return
    const box = await returnButton.boundingBox()
    if (!box) throw new Error('The button has no box.')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    for (const step of [60, 40, 25, 12, 4]) await page.mouse.move(x - step, y - step / 4)
    await expect(returnButton).not.toHaveAttribute('aria-disabled', 'true')
    await returnButton.click({ timeout: 10_000 })
    await expect(returnButton).toBeHidden({ timeout: 2_000 })
  }).toPass()
}

/** The steps of the embedded wallet in a page. */
export type EmbeddedDriver = ReturnType<typeof createEmbeddedDriver>
