import assert from 'node:assert/strict'
import type { MailBox } from '../stack/mail/mailBox.ts'
import type { StackAddresses } from '../stack/stack.ts'
import type { EngineBrowser, FramePath, MouseStep, Point, Tab } from './engine.ts'
import { until } from './until.ts'

type Box = Point & { width: number; height: number }
type Answer = { value?: unknown; code?: number; reason?: string }
type Asked = Window & { asked?: Answer }
export type Visitor = ReturnType<typeof createVisitor>

const button = 'button, a, [role="button"]'
export const approveButton = '.approve__button'
/**
 * A card accepts presses a second after the last change of the focus. WebKitWebDriver moves the focus to each document
 * that it looks into, so the visitor rests for longer before a press.
 */
export const calmMs = 1_500

/** Drives one tab as a visitor does, and sends requests to the wallet as the site's own code does. */
export function createVisitor(browser: EngineBrowser, stack: StackAddresses, tab: Tab) {
  const frame: FramePath = ['iframe[src*="/f/"]']
  const secure: FramePath = [...frame, `iframe[src^="${stack.wallet}"]`]

  const sight = createSight(browser, tab)
  const { click, press } = createPointer(browser, tab, sight)
  const { boxOf, shows, waitFor } = sight

  return {
    tab,
    frame,
    secure,
    boxOf,
    shows,
    waitFor,
    click,
    press,
    pressKey: (path: FramePath, key: string) => browser.type(tab, path, key),
    ...createSiteCode(browser, tab),
    /** Opens the modal by its button, and waits until its views have taken over. */
    async open(): Promise<void> {
      await press([], '[data-appkit-open]')
      await waitFor(frame, 'h1')
      // The focus says the same, but WebKitWebDriver moves it to each document that it looks into.
      const hasTakenOver = () =>
        browser.run(tab, frame, () => {
          const script = document.getElementById('early') as (HTMLElement & { handover?: { isOver?: boolean } }) | null
          return script?.handover?.isOver === true
        })
      await until('the views have taken over', hasTakenOver)
    },
    /** Clicks the button of an approval card, in the frame or in the tab's own document, until the card accepts it. */
    async approve(path: FramePath): Promise<void> {
      await waitFor(path, approveButton)
      const isAccepted = async () => {
        const box = await boxOf(path, `${approveButton}:not(:has(.spinner))`).catch(() => null)
        if (box) await click(box, calmMs)
        return !(await shows(path, `${approveButton}:not(:has(.spinner))`))
      }
      await until('the card accepts a press', isAccepted)
    },
  }
}

type Sight = ReturnType<typeof createSight>

/** Finds elements of the tab's documents. */
function createSight(browser: EngineBrowser, tab: Tab) {
  /** Returns the box of the last visible element with this text, in the viewport of the element's document. */
  const boxIn = (path: FramePath, selector: string, text: string): Promise<Box | null> =>
    browser.run(tab, path, findBox, selector, text)
  /** The same box in the viewport of the tab. */
  const boxOf = async (path: FramePath, selector: string, text = ''): Promise<Box | null> => {
    const box = await boxIn(path, selector, text)
    if (!box) return null
    const moved = { ...box }
    for (const [depth, frameSelector] of path.entries()) {
      const holder = await boxIn(path.slice(0, depth), frameSelector, '')
      if (!holder) return null
      moved.x += holder.x
      moved.y += holder.y
    }
    return moved
  }
  const shows = (path: FramePath, selector: string, text = ''): Promise<boolean> =>
    boxOf(path, selector, text).then(
      (box) => box !== null,
      () => false,
    )
  const waitFor = (path: FramePath, selector: string, text = '', withinMs?: number) =>
    until(`${selector} “${text}” shows`, () => boxOf(path, selector, text), withinMs)
  return { boxOf, shows, waitFor }
}

function createPointer(browser: EngineBrowser, tab: Tab, { boxOf }: Sight) {
  /** Moves the pointer to the middle of the element as a hand does, rests there, and clicks. */
  async function click(box: Box, restMs = 0): Promise<void> {
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    const way = [40, 25, 12, 4, 0].map((step): MouseStep => ({ x: at.x - step, y: at.y - step }))
    await browser.mouse(tab, [...way, { restMs }, 'down', 'up'])
  }

  /** Presses a button until its document has received the click: a browser may drop one on a frame that has moved. */
  async function press(path: FramePath, selector: string, text = '', withinMs?: number): Promise<void> {
    const heard = () => browser.run(tab, path, countClicks).catch(() => Number.POSITIVE_INFINITY)
    const pressOnce = async (): Promise<boolean> => {
      const box = await boxOf(path, selector, text)
      if (!box) return false
      const before = await browser.run(tab, path, countClicks)
      await click(box)
      return (await heard()) > before
    }
    await until(`a press of “${text || selector}” arrives`, pressOnce, withinMs)
  }
  return { click, press }
}

/** Does what the site's own code does with AppKit. */
const createSiteCode = (browser: EngineBrowser, tab: Tab) => ({
  loaded: () => until('the loader has run', () => browser.run(tab, [], () => typeof window.AppKit === 'object')),
  status: () => browser.run(tab, [], () => window.AppKit.getState().accounts.eip155?.status ?? 'disconnected'),
  account: () =>
    browser.run(tab, [], () => window.AppKit.getAccount('eip155').caipAddress?.split(':')[2] as `0x${string}`),
  isOpen: () => browser.run(tab, [], () => document.querySelector('dialog:has(iframe[src*="/f/"])[open]') !== null),
  /** Sends a request as the site's own code does. `answer` reads what came back. */
  request: (method: string, params: unknown[]) =>
    browser.run(
      tab,
      [],
      (name, list) => {
        const asked: Answer = {}
        ;(window as Asked).asked = asked
        window.AppKit.getProvider('eip155')
          .request({ method: name, params: list })
          .then(
            (value) => Object.assign(asked, { value }),
            ({ code, reason }) => Object.assign(asked, { code, reason }),
          )
      },
      method,
      params,
    ),
  answer: () => browser.run(tab, [], () => (window as Asked).asked ?? {}),
  /** Closes the modal and waits until the site has its answer. */
  async end(): Promise<void> {
    await browser.run(tab, [], () => window.AppKit.close())
    await until('the request ends', () =>
      browser.run(tab, [], () => Object.keys((window as Asked).asked ?? { code: 0 }).length > 0),
    )
  },
})

/** The mails to one address. */
export const inboxOf = (mailBox: MailBox, address: string) => ({
  address,
  find: (pattern: RegExp): Promise<string> =>
    until(`a mail matches ${pattern}`, () =>
      mailBox
        .mails(address)
        .map(({ text }) => pattern.exec(text)?.[1])
        .find((match) => match !== undefined),
    ),
})
type Inbox = ReturnType<typeof inboxOf>

/** Logs in for the first time with this address, until the secure frame has the code. */
export async function logIn(browser: EngineBrowser, visitor: Visitor, mail: Inbox): Promise<void> {
  const { frame, secure, press, waitFor, open } = visitor
  await open()
  const field = 'input[placeholder="Email address"]'
  await press(frame, field)
  await browser.type(visitor.tab, frame, mail.address)
  const typed = await browser.run(
    visitor.tab,
    frame,
    (selector) => document.querySelector<HTMLInputElement>(selector)?.value,
    field,
  )
  assert.equal(typed, mail.address, 'the field has the address')
  await press(frame, button, 'Continue with email')
  // The time limit is long, because the first login of a stack waits until its database has started.
  await waitFor(secure, 'input[aria-label^="Digit 1 of 6"]', '', 60_000)
  const code = await mail.find(/^\s*(\d{3} ?\d{3})\s*$/m)
  await press(secure, 'input[aria-label^="Digit 1 of 6"]')
  await browser.type(visitor.tab, secure, code.replace(' ', ''))
}

/** Runs in a document. */
function findBox(selector: string, text: string): Box | null {
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).visibility === 'visible'
  }
  const found = [...document.querySelectorAll(selector)]
    .filter((element) => `${element.getAttribute('aria-label') ?? ''} ${element.textContent}`.includes(text))
    .findLast(isVisible)
  if (!found) return null
  found.scrollIntoView({ block: 'nearest' })
  const { x, y, width, height } = found.getBoundingClientRect()
  return { x, y, width, height }
}

/** Runs in a document: how many trusted clicks it has received since the first call. */
function countClicks(): number {
  const counted = window as Window & { clicksHeard?: number }
  if (counted.clicksHeard !== undefined) return counted.clicksHeard
  counted.clicksHeard = 0
  addEventListener(
    'click',
    ({ isTrusted }) => {
      if (isTrusted) counted.clicksHeard = (counted.clicksHeard ?? 0) + 1
    },
    true,
  )
  return 0
}
