import { expect, type Frame, type Page } from '@playwright/test'
import type { Kit } from '../../driver/kit.ts'
import type { StackAddresses } from '../../stack/stack.ts'
import { type Box, type Laid, lay, type Point, type Sight, undo } from './trick.ts'

/** H is the site's page, F the modal's document: each holds the frame that the trick is played with. */
export type Embedder = 'H' | 'F'
type Asked = Window & { asked?: { value?: unknown; code?: number } }
type Spied = Window & { spied?: { presses: number } }
export type Stage = Awaited<ReturnType<typeof createStage>>

const button = '.approve__button'
/** What is told of one trick is no reason not to try the next. */
const softly = expect.configure({ soft: true })
/** A card can be answered 800 ms after it was last moved. */
const soonMs = 600

/** A visitor who is logged in and asked for a signature, and an attacker in the page or in the modal around the card. */
export async function createStage(page: Page, kit: Kit, stack: StackAddresses) {
  const account = await page.locator('#account').textContent()
  const browser = await page.context().newCDPSession(page)
  const modal = () => page.frames().find((frame) => frame.url().startsWith(`${stack.modal}/f/`)) as Frame
  const wallet = () => page.frames().find((frame) => frame.url().startsWith(`${stack.wallet}/s/`)) as Frame
  const documentOf = (embedder: Embedder): Frame => (embedder === 'H' ? page.mainFrame() : modal())
  const frameOf = (embedder: Embedder) =>
    documentOf(embedder).locator(embedder === 'H' ? 'dialog > iframe[src*="/f/"]' : 'iframe[src*="/s/"]')
  const hasFocus = (frame: Frame) => expect.poll(() => frame.evaluate(() => document.hasFocus()))
  let changedAt = 0
  /** As the browser tells the page when a press was made, in its own seconds: a hand is that quick, however slow the machine is. */
  const soon = (withinMs = soonMs): { timestamp: number } => ({
    timestamp: Math.min(Date.now(), changedAt + withinMs) / 1_000,
  })
  const outcome = () => page.evaluate(() => (window as Asked).asked)
  const look = () =>
    wallet()
      .evaluate((selector) => {
        const found = document.querySelector(selector)
        if (!found) return 'none' as const
        if (found.querySelector('.spinner')) return 'approved' as const
        return found.getAttribute('aria-disabled') === 'false' ? ('armed' as const) : ('disarmed' as const)
      }, button)
      .catch(() => 'none' as const)

  async function ask(): Promise<void> {
    await kit.expectClosed()
    await page.evaluate((address) => {
      const asked: Asked['asked'] = {}
      Object.assign(window, { asked })
      window.AppKit.getProvider('eip155')
        .request({ method: 'personal_sign', params: ['0x48616c6c6f', address] })
        .then(
          (value) => Object.assign(asked, { value }),
          ({ code }) => Object.assign(asked, { code }),
        )
    }, account)
    await expect.poll(look).not.toBe('none')
  }
  async function spy(): Promise<void> {
    await wallet().evaluate((selector) => {
      const spied = window as Spied
      if (spied.spied) return
      const seen = { presses: 0 }
      spied.spied = seen
      document.addEventListener(
        'pointerdown',
        ({ target }) => {
          if (target instanceof Element && target.closest(selector)) seen.presses++
        },
        true,
      )
    }, button)
  }

  /** A card that is asked for, if there is none, and that a click would now sign. */
  async function ready(): Promise<void> {
    if (isSettled(await outcome()) || (await look()) === 'none') await ask()
    await spy()
    await armed()
  }
  /** The visitor leaves the request, wherever it is by now, and the site hears of it. */
  async function end(): Promise<void> {
    await page.evaluate(() => window.AppKit.close())
    await expect.poll(async () => isSettled(await outcome())).toBe(true)
  }
  const isSettled = (asked: Asked['asked']): boolean => !asked || 'value' in asked || 'code' in asked
  const armed = () => expect.poll(look, { intervals: [40], message: 'armed without a trick' }).toBe('armed')
  const disarmed = (message: string) => softly.poll(look, { intervals: [15], message }).not.toBe('armed')

  /** Where the wallet's card is, in the page's pixels: without a trick all three documents have the same. */
  async function sight(embedder: Embedder): Promise<Sight> {
    const offset = await boxOf(frameOf('F'))
    const inside = await wallet().evaluate((selector) => {
      const box = (element: Element | null) => {
        const { x, y, width, height } = (element as Element).getBoundingClientRect()
        return { x, y, width, height }
      }
      return { card: box(document.querySelector('.approve')), button: box(document.querySelector(selector)) }
    }, button)
    const shift = (box: Box): Box => ({ ...box, x: box.x + offset.x, y: box.y + offset.y })
    return { frame: await boxOf(frameOf(embedder)), card: shift(inside.card), button: shift(inside.button) }
  }

  return {
    page,
    account,
    wallet,
    modal,
    documentOf,
    frameOf,
    look,
    outcome,
    ask,
    ready,
    sight,
    end,
    /** And it is on the screen. */
    async lay(embedder: Embedder, trick: Laid): Promise<void> {
      changedAt = Date.now()
      await frameOf(embedder).evaluate(lay, trick)
      await documentOf(embedder).evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    },
    async undo(embedder: Embedder): Promise<void> {
      changedAt = Date.now()
      await documentOf(embedder).evaluate(undo)
    },
    presses: () => wallet().evaluate(() => (window as Spied).spied?.presses ?? 0),
    armed,
    disarmed,
    /** By the keyboard alone, as a visitor gets there. */
    async focusButton(): Promise<void> {
      await wallet().evaluate(() => document.querySelector('h2')?.focus())
      await frameOf('H').focus()
      // A frame that is the focused element already gets the focus only when it becomes it anew.
      await frameOf('F').evaluate((frame) => (frame as HTMLElement).blur())
      await frameOf('F').focus()
      await hasFocus(wallet()).toBe(true)
      await expect(async () => {
        await page.keyboard.press('Tab')
        const focused = await wallet().evaluate(() => document.hasFocus() && document.activeElement?.className)
        expect(focused).toContain('approve__button')
      }).toPass({ intervals: [20] })
      await armed()
    },
    /** Back to who holds the frame, who hears what is typed; the wallet keeps what was focused in it. */
    async blur(embedder: Embedder): Promise<void> {
      await frameOf(embedder).evaluate((frame) => (frame as HTMLElement).blur())
      await hasFocus(wallet()).toBe(false)
    },
    async focusFrame(embedder: Embedder): Promise<void> {
      changedAt = Date.now()
      await frameOf(embedder).focus()
      await hasFocus(embedder === 'H' ? modal() : wallet()).toBe(true)
    },
    /** What follows is done soon after what was changed last. */
    async keySoon({ text, ...key }: Key): Promise<void> {
      for (const type of ['keyDown', 'keyUp'] as const)
        await browser.send('Input.dispatchKeyEvent', { type, ...key, ...(type === 'keyDown' && { text }), ...soon() })
    },
    async tapSoon({ x, y }: Point): Promise<void> {
      await browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }], ...soon() })
      await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], ...soon() })
    },
    async clickSoon({ x, y }: Point, withinMs?: number): Promise<void> {
      for (const type of ['mousePressed', 'mouseReleased'] as const) {
        const event = { type, x, y, button: 'left', clickCount: 1 } as const
        await browser.send('Input.dispatchMouseEvent', { ...event, ...soon(withinMs) })
      }
    },
    /** As a visitor who aims at it: from beside it. */
    async moveTo({ x, y }: Point): Promise<void> {
      for (const [right, down] of [
        [-30, -60],
        [-6, -4],
        [-4, 2],
        [3, 3],
        [1, -1],
        [0, 0],
      ] as const)
        await page.mouse.move(x + right, y + down)
    },
    async click(): Promise<void> {
      await page.mouse.down()
      await page.mouse.up()
    },
    /** Whether what has happened until now signed it. */
    async isSigned(): Promise<boolean> {
      const seen = await look()
      if (seen === 'approved') await expect.poll(outcome).not.toEqual({})
      // It is signed, turned down, or in the wallet's own window.
      if (seen === 'none') await end()
      return 'value' in ((await outcome()) ?? {})
    },
  }
}

type Key = { key: string; code: string; windowsVirtualKeyCode: number; text: string }

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

const boxOf = (element: { evaluate<R>(run: (element: Element) => R): Promise<R> }): Promise<Box> =>
  element.evaluate((each) => {
    const { x, y, width, height } = each.getBoundingClientRect()
    return { x, y, width, height }
  })
