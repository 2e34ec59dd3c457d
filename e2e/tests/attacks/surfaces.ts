import { expect, type Locator, type Page } from '@playwright/test'
import { type Hex, numberToHex, stringToHex } from 'viem'
import { routeAccess } from '../../../server/src/wallet/api/routeAccess.ts'
import {
  createRequests,
  findModal,
  findWallet,
  type Surface,
  type SurfaceParts,
  type SurfaceState,
  watchWindows,
} from './surface.ts'
import { createWindowStage } from './windowStage.ts'

/** `title`: the heading of the card. */
type Request = { method: string; params: unknown[]; title: RegExp }
const nobody = '0x00000000000000000000000000000000000000aa'
const approveButton = '.approve__button'
const panelButton = '.panel .foot button'

export const messageOf = (account: string): Request => ({
  method: 'personal_sign',
  params: ['0x48616c6c6f', account],
  title: /^Sign a message/,
})
/** A sign-in whose domain and URI are those of the site that asks. */
export const signInOf = (account: string, origin: string): Request => {
  const head = `${new URL(origin).host} wants you to sign in with your Ethereum account:\n${account}`
  const fields = `URI: ${origin}\nVersion: 1\nChain ID: 31337\nNonce: coffee12345\nIssued At: 2026-01-01T00:00:00Z`
  return {
    method: 'personal_sign',
    params: [stringToHex(`${head}\n\n\n${fields}`), account],
    title: /^Sign in to /,
  }
}
/** A wallet without passkey moves funds only in its window (SECURITY-MODEL.md 3.7). */
export const paymentOf = (account: string): Request => ({
  method: 'eth_sendTransaction',
  params: [{ from: account, to: nobody, value: numberToHex(10n ** 18n) }],
  title: /^Send 1 /,
})
export const accountOf = async ({ page }: Pick<SurfaceParts, 'page'>): Promise<Hex> =>
  (await page.locator('#account').textContent()) as Hex

/** The approval card of a request that a click in the page answers. */
export function createCardSurface(parts: SurfaceParts, { method, params }: Request): Surface {
  const { page, stack } = parts
  const requests = createRequests(parts, method, params)
  const state = (): Promise<SurfaceState> =>
    findWallet(page, stack)
      .evaluate((selector) => {
        const found = document.querySelector(selector)
        if (!found) return 'none' as const
        if (found.querySelector('.spinner')) return 'approved' as const
        return found.getAttribute('aria-disabled') === 'false' ? ('armed' as const) : ('disarmed' as const)
      }, approveButton)
      .catch(() => 'none' as const)
  const isWon = async (): Promise<boolean> => {
    const seen = await state()
    if (seen === 'approved') await expect.poll(requests.outcome).not.toEqual({})
    // If no approval card shows, the request is signed, rejected, or shown in a wallet window.
    if (seen === 'none') await requests.end()
    return requests.isAnswered()
  }
  return {
    button: approveButton,
    card: '.approve',
    isGated: true,
    state,
    end: requests.end,
    async show() {
      if (!(await requests.isSettled()) && (await state()) !== 'none') return
      await requests.start()
      await expect.poll(state).not.toBe('none')
    },
    isWon,
    isHonestPressAnswered: isWon,
    instead: async () => ((await requests.isSettled()) ? 'rejected' : 'the card waits'),
  }
}

/**
 * The panel in the page for a request that only the wallet window answers. `isOpen`: the window with the card is open
 * while the tricks are played.
 */
export function createWindowSurface(parts: SurfaceParts, { method, params, title }: Request, isOpen: boolean): Surface {
  const { page, stack, embedded } = parts
  const requests = createRequests(parts, method, params)
  const windows = watchWindows(page)
  const card = () => windows.open()[0]?.locator(approveButton)
  const heading = () => windows.open()[0]?.getByRole('heading', { name: title })
  const offersWindow = () => embedded.secure.getByRole('button', { name: 'Open wallet window' }).isVisible()
  async function isReady(): Promise<boolean> {
    if (await requests.isSettled()) return false
    return isOpen ? (await card()?.isVisible()) === true : windows.open().length === 0 && offersWindow()
  }
  return {
    button: panelButton,
    card: '.panel',
    isGated: false,
    end: requests.end,
    state: async () => ((await requests.isSettled()) ? 'none' : 'armed'),
    async show() {
      // Keeps the first of the windows that a trick opened, which has the card.
      if (isOpen) for (const window of windows.open().slice(1)) await window.close()
      if (await isReady()) return
      await requests.end()
      await windows.closeAll()
      await requests.start()
      await expect(embedded.secure.getByRole('button', { name: 'Open wallet window' })).toBeVisible()
      if (!isOpen) return
      await embedded.openApprovalWindow()
      await expect(card() ?? page.locator('none')).toBeVisible()
      await expect(heading() ?? page.locator('none')).toBeVisible()
    },
    async isWon() {
      const inFrame = await findWallet(page, stack).locator(approveButton).count()
      const accepted = (
        await Promise.all(windows.open().map((each) => each.locator(`${approveButton} .spinner`).count()))
      ).some(Boolean)
      return inFrame > 0 || accepted || requests.isAnswered()
    },
    async isHonestPressAnswered() {
      await expect.poll(() => card()?.isVisible()).toBe(true)
      const stage = await createWindowStage(windows.open()[0] as Page)
      await stage.armed()
      await stage.click()
      await expect.poll(requests.isSettled).toBe(true)
      await windows.closeAll()
      return requests.isAnswered()
    },
    async instead() {
      if (await requests.isSettled()) return 'rejected'
      return windows.open().length > (isOpen ? 1 : 0) ? 'a wallet window opened' : 'the request waits'
    },
  }
}

/** Routes of the wallet API that take something away, and that the secure frame therefore never reaches. */
const guardedRoutes = Object.entries(routeAccess)
  .filter(([, access]) => access !== 'anyDocument')
  .map(([name]) => new RegExp(`^${name.replace(' ', ' /v1/wallet/').replace(/:\w+/g, '[^/]+')}$`))

/** The settings of the secure frame. Their last row leads to the wallet window, which takes things away. */
export function createSettingsSurface(parts: SurfaceParts): Surface {
  const { page, driver, stack, embedded } = parts
  const windows = watchWindows(page)
  const button = '.panel .list li:last-child button'
  let taken = 0
  page.context().on('response', (response) => {
    const { pathname } = new URL(response.url())
    const route = `${response.request().method()} ${pathname}`
    if (response.ok() && guardedRoutes.some((guarded) => guarded.test(route))) taken++
  })
  const back = embedded.secure.getByRole('button', { name: /^Back/ })
  const isOpen = () => driver.dialog.isVisible()
  async function end(): Promise<void> {
    await page.evaluate(() => window.AppKit.close())
    await driver.expectClosed()
  }
  const state = async (): Promise<SurfaceState> => {
    if (!(await isOpen())) return 'none'
    return (await findWallet(page, stack).locator(button).count()) > 0 ? 'armed' : 'none'
  }
  return {
    button,
    card: '.panel',
    isGated: false,
    state,
    end,
    async show() {
      await windows.closeAll()
      if ((await state()) === 'armed') return
      if ((await isOpen()) && (await back.isVisible())) await embedded.press(/^Back/)
      else {
        await end()
        await driver.open()
        await driver.press('Wallet settings')
      }
      await expect(embedded.panel('Settings')).toBeVisible()
      await expect.poll(state).toBe('armed')
    },
    isWon: async () => {
      const status = await page.evaluate(() => window.AppKit.getState().accounts.eip155?.status)
      return taken > 0 || status !== 'connected'
    },
    async isHonestPressAnswered() {
      await expect.poll(() => windows.open().length).toBe(1)
      await expect(windows.open()[0]?.getByLabel('Email address') as Locator).toBeVisible()
      await windows.closeAll()
      return true
    },
    async instead(presses) {
      // A press on the row shows another panel after an answer of the server. Not every press becomes a click there.
      if (presses > 0)
        await expect
          .poll(state, { timeout: 3_000 })
          .toBe('none')
          .catch(() => undefined)
      return windows.open().length > 0 ? 'the wallet window opened' : 'nothing opened'
    },
  }
}

type Listening = Window & { heard?: string; isKept?: boolean }

/**
 * The field for the code of a login, into which the visitor types two digits after each trick. No field can refuse a
 * key that goes to the page (SECURITY-MODEL.md 5.5). So the attacker wins if the page hears a digit while the field
 * shows, or a digit that the field took.
 */
export function createCodeSurface(parts: SurfaceParts): Surface {
  const { page, driver, stack, embedded } = parts
  const { secure, digit } = embedded
  const button = '.otp input'
  const isOpen = () => driver.dialog.isVisible()
  const outside = () => [page.mainFrame(), findModal(page, stack)]
  const heardOutside = async () =>
    (await Promise.all(outside().map((each) => each.evaluate(() => (window as Listening).heard ?? '')))).join('')
  const isCovered = () =>
    findWallet(page, stack).evaluate(() => document.querySelector('.otp:not(.otp--hidden, .otp--off)') === null)
  const hides = () =>
    expect
      .poll(isCovered)
      .toBe(true)
      .then(
        () => true,
        () => false,
      )
  const typedInside = () =>
    findWallet(page, stack).evaluate(() =>
      [...document.querySelectorAll<HTMLInputElement>('.otp input')].map(({ value }) => value).join(''),
    )
  const forget = async () => {
    for (const each of outside())
      await each.evaluate(() => {
        const listening = window as Listening
        if (listening.heard === undefined)
          addEventListener(
            'keydown',
            ({ key }) => {
              if (/^\d$/.test(key)) listening.heard += key
            },
            true,
          )
        listening.heard = ''
      })
  }
  const show = () =>
    expect(async () => {
      if (!(await isOpen())) await driver.open()
      const goOn = secure.getByRole('button', { name: 'Go on here' })
      if (await goOn.isVisible()) await embedded.press('Go on here')
      await expect(digit(1)).toBeEnabled()
      // The digits of the trick before are still in the field, which may have moved under the pointer to another digit.
      // Backspace removes one and goes to the one before.
      await digit(6).click({ timeout: 2_000 })
      await expect.poll(() => findWallet(page, stack).evaluate(() => document.hasFocus())).toBe(true)
      for (let count = 0; count < 7; count++) await page.keyboard.press('Backspace')
      await expect.poll(typedInside).toBe('')
      await forget()
      await keepOpen(true)
    }).toPass()
  /** A press beside the card would close the modal and end the login. A hostile page and a hostile modal ignore it. */
  const keepOpen = async (isKept: boolean) => {
    for (const each of outside())
      await each.evaluate((isOn) => {
        const listening = window as Listening
        const isNew = listening.isKept === undefined
        listening.isKept = isOn
        if (!isNew) return
        for (const type of ['pointerdown', 'mousedown', 'click'])
          addEventListener(type, (event) => listening.isKept && event.stopImmediatePropagation(), true)
      }, isKept)
  }
  let seen = ''
  return {
    button,
    card: '.panel',
    isGated: false,
    state: async () => ((await isOpen()) && (await secure.locator('.otp input').count()) > 0 ? 'armed' : 'none'),
    async end() {
      await show()
      await keepOpen(false)
    },
    show,
    type: () => page.keyboard.type('12'),
    async isWon() {
      const [heard, typed] = [await heardOutside(), await typedInside()]
      seen =
        heard === '' ? 'the page heard nothing' : `the page heard ${heard.length} digits, and the field was covered`
      const isSafe = heard === '' || (await hides())
      return !isSafe || heard.length + typed.length > 2
    },
    async isHonestPressAnswered() {
      await page.keyboard.type('12')
      await expect.poll(typedInside).toBe('12')
      return (await heardOutside()) === ''
    },
    instead: async () => seen,
  }
}
