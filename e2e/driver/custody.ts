import { expect, type Page } from '@playwright/test'
import type { StackAddresses } from '../stack/stack.ts'
import type { Driver } from './driver.ts'
import { createEmbeddedDriver } from './embedded.ts'
import { press as pressButton } from './press.ts'

type Mail = { address: string; find(pattern: RegExp): Promise<string>; forget(): void }
export type SavedRecoveryKit = { file: Buffer; words: string }

/** Drives the security and recovery panels, in the modal and in the wallet's own window. */
export function createCustodyDriver(page: Page, driver: Driver, stack: StackAddresses) {
  const embedded = createEmbeddedDriver(page, driver, stack)
  const { secure, panel, press } = embedded
  /** Presses the button `name` and returns the window that the button opens. */
  async function openWindow(name: string | RegExp): Promise<Page> {
    const opened = page.waitForEvent('popup')
    await press(name)
    return opened
  }
  async function openSettings(): Promise<void> {
    await driver.open()
    await driver.press('Wallet settings')
    await expect(panel('Settings')).toBeVisible()
  }
  /**
   * Opens the wallet's own window from the settings, and logs in there. The window gets the wallet from the secure frame,
   * if it is unlocked there.
   */
  async function logInToWindow(mail: Mail): Promise<Page> {
    const window = await openWindow(/^More in the wallet window/)
    await logInToWalletWindow(window, mail)
    return window
  }

  return {
    ...embedded,
    /** Logs in with the address of an existing wallet on a new device, until the recovery panel shows. */
    async arrive(mail: Mail): Promise<void> {
      mail.forget()
      await driver.open()
      await embedded.typeEmail(mail.address)
      await embedded.expectCodePanel()
      await embedded.typeCode(await embedded.code(mail))
      await expect(panel('Confirm Your Sign-In')).toBeVisible({ timeout: 60_000 })
    },
    /** Recovers the wallet by mail, from the list of ways until the owner has confirmed it. */
    async recoverByMail(mail: Mail): Promise<void> {
      mail.forget()
      await press('Recover by email')
      await confirmByMail(page, secure, mail)
    },
    openSettings,
    openWindow,
    logInToWindow,
    /** Logs in to the wallet window, and sets there what the shop may have the wallet pay on one day, in DUSD. */
    async setLimit(mail: Mail, perDay: string): Promise<Page> {
      await openSettings()
      const window = await logInToWindow(mail)
      await window.getByRole('button', { name: 'Sites and limits' }).click()
      await window.getByRole('button', { name: new URL(stack.shop).host }).click()
      await window.getByLabel('Token').selectOption({ label: 'DUSD, Localnet' })
      await window.getByLabel('Most on one day').fill(perDay)
      await pressGuarded(window, 'Save the limit')
      await expect(window.getByText(`Pays up to ${perDay} DUSD a day without asking`)).toBeVisible()
      await driver.close()
      return window
    },
    /** Adds a passkey in the settings, from an authenticator that the page has. */
    async addPasskey(): Promise<void> {
      await driver.open()
      await driver.press('Wallet settings')
      await press(/^Passkey/)
      await expect(secure.getByRole('button', { name: /^Passkey/ })).toContainText('added', { timeout: 60_000 })
      await press('Done')
      await driver.close()
    },
    async saveRecoveryKit(): Promise<SavedRecoveryKit> {
      await press('Backup')
      // The time limit is long: the key derivation is slow on purpose, and the wallet repeats it to test the recovery
      // kit.
      await expect(secure.getByText('Write these words down')).toBeVisible({ timeout: 60_000 })
      const words = await secure.locator('.words li').allTextContents()
      const popup = page.waitForEvent('popup')
      await press('Download the file')
      const window = await popup
      const download = window.waitForEvent('download')
      await window.getByRole('button', { name: 'Download the file' }).click()
      const chunks: Buffer[] = []
      for await (const chunk of await (await download).createReadStream()) chunks.push(chunk)
      await window.close()
      const sure = secure.getByLabel('I saved the file and wrote the seven words down')
      await pressButton(sure)
      await expect(sure).toBeChecked()
      await press('Finish')
      await expect(secure.getByRole('button', { name: /Backup Saved/ })).toBeVisible({ timeout: 60_000 })
      return { file: Buffer.concat(chunks), words: words.join(' ') }
    },
    async signGuestBook(): Promise<`0x${string}`> {
      await page.getByRole('button', { name: 'Sign the guest book' }).click()
      await embedded.approve()
      return readSignature(page)
    },
    signature: () => readSignature(page),
  }
}

/** Picks the number that a document of the wallet shows, behind the link of the guardian's newest mail. */
export async function confirmByMail(page: Page, shown: Pick<Page, 'locator'>, mail: Mail): Promise<void> {
  const figure = shown.locator('.figure')
  await expect(figure).toHaveText(/^\d\d$/)
  const number = (await figure.textContent()) ?? ''
  const tab = await page.context().newPage()
  await tab.goto(await mail.find(/(http\S+\/confirm\?\S+)/))
  await tab.getByRole('button', { name: number, exact: true }).click()
  await expect(tab.getByRole('heading', { name: 'That’s it' })).toBeVisible()
  await tab.close()
}

async function readSignature(page: Page): Promise<`0x${string}`> {
  const result = page.locator('#result')
  await expect(result).toHaveText(/^Signed: 0x/)
  return (await result.textContent())?.replace('Signed: ', '') as `0x${string}`
}

/** Logs the visitor in to the wallet's own window, outside the modal. */
export async function logInToWalletWindow(window: Page, mail: Mail): Promise<void> {
  mail.forget()
  await window.getByLabel('Email address').fill(mail.address)
  await window.getByRole('button', { name: 'Continue' }).click()
  await expect(window.getByLabel('Digit 1 of 6')).toBeVisible({ timeout: 60_000 })
  await enterCodeInWindow(window, mail)
}

/**
 * Presses a button that takes something away: moves the pointer to it once it is armed, as the window's gates demand.
 */
export async function pressGuarded(window: Page, name: string): Promise<void> {
  const button = window.getByRole('button', { name, exact: true })
  await expect(button).not.toHaveAttribute('aria-disabled', 'true')
  await window.mouse.move(40, 60, { steps: 3 })
  await button.click()
}

/** Types the code of the newest mail in the wallet's own window. */
async function enterCodeInWindow(window: Page, mail: Mail): Promise<void> {
  await window.getByLabel('Digit 1 of 6').click()
  // Matches only a code that fills a whole line, because an address in a mail may also contain six digits.
  await window.keyboard.type((await mail.find(/^\s*(\d{3} ?\d{3})\s*$/m)).replace(' ', ''))
}

/** The frame or the page that shows the form for a backup. */
type RecoveryKitForm = Pick<Page, 'getByLabel' | 'getByRole' | 'locator'>
export async function openWithRecoveryKit(form: RecoveryKitForm, { file, words }: SavedRecoveryKit): Promise<void> {
  await form.locator('#kit-file').setInputFiles({ name: 'kit.json', mimeType: 'application/json', buffer: file })
  await form.getByLabel('Seven words').fill(words)
  await pressButton(form.getByRole('button', { name: 'Open wallet' }))
}

/** Reads the words of the seed, which show only while the button is held. */
export async function readSeedWords(window: Page): Promise<string> {
  const hold = window.getByRole('button', { name: 'Hold to show the words' })
  await expect(hold).not.toHaveAttribute('aria-disabled', 'true')
  await hold.hover()
  await window.mouse.down()
  const shown = window.locator('.words li')
  await expect(shown.first()).toHaveText(/^[a-z]+$/)
  const words = (await shown.allTextContents()).join(' ')
  await window.mouse.up()
  await expect(hold).toBeVisible()
  return words
}

type Provider = { hasPrf?: boolean; isVerified?: boolean }

/** Adds a platform authenticator to this tab and its frames. `isVerified` says whether user verification succeeds. */
export async function addAuthenticator(page: Page, { hasPrf = true, isVerified = true }: Provider = {}) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isVerified,
      automaticPresenceSimulation: true,
      hasPrf,
    },
  })
  return {
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** Whether the user touches the authenticator when it asks. */
    setTouched: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    remove: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}

/** Deletes the secure frame's storage on this site while the host page is open, as a visitor can. */
export async function wipeWalletStorage(page: Page, stack: StackAddresses): Promise<void> {
  const session = await inspectWallet(page, stack)
  const { frameTree } = await session.send('Page.getFrameTree')
  const { storageKey } = await session.send('Storage.getStorageKeyForFrame', { frameId: frameTree.frame.id })
  await session.send('Storage.clearDataForStorageKey', { storageKey, storageTypes: 'all' })
  await session.detach()
}

/**
 * Runs `run`, and drops the response to its first request whose URL ends with `end`, after the server has handled it.
 */
export async function dropResponse(
  page: Page,
  stack: StackAddresses,
  end: string,
  run: () => Promise<void>,
): Promise<void> {
  const session = await inspectWallet(page, stack)
  const isLost = new Promise<void>((resolve, reject) => {
    session.once('Fetch.requestPaused', ({ requestId }) => {
      session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' }).then(() => resolve(), reject)
    })
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `*${end}`, requestStage: 'Response' }] })
  await run()
  await isLost
  await session.send('Fetch.disable')
  await session.detach()
}

function inspectWallet(page: Page, stack: StackAddresses) {
  const frame = page.frames().find((known) => known.url().startsWith(stack.wallet))
  if (!frame) throw new Error('The page has no secure frame.')
  return page.context().newCDPSession(frame)
}
