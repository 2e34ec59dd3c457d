import { expect, type Frame, type Page } from '@playwright/test'
import type { StackAddresses } from '../../stack/stack.ts'
import {
  applyTrick,
  type Box,
  type ClickjackRects,
  type Point,
  type ResolvedTrick,
  undoTrick,
} from './clickjackTrick.ts'
import { findModal, findWallet, type Surface } from './surface.ts'

/** H is the host page and holds the modal's frame; F is the modal's document and holds the secure frame. */
export type EmbedderId = 'H' | 'F'
export const embedderNames: { [Name in EmbedderId]: string } = { H: 'by the host page', F: 'by the modal' }
type Counted = Window & { counted?: { presses: number } }
export type AttackStage = Awaited<ReturnType<typeof createAttackStage>>

/** The failure of one trick must not stop the next. */
const softly = expect.configure({ soft: true })
/** An approval card accepts a click 800 ms after its last move, so a click after this time is too early. */
const soonMs = 600

/** The actions of a visitor at a place of the wallet, and of an attacker in the host page or the modal. */
export async function createAttackStage(page: Page, stack: StackAddresses, surface: Surface) {
  const { button, card, state } = surface
  const browser = await page.context().newCDPSession(page)
  const modal = () => findModal(page, stack)
  const wallet = () => findWallet(page, stack)
  const documentOf = (embedder: EmbedderId): Frame => (embedder === 'H' ? page.mainFrame() : modal())
  const frameOf = (embedder: EmbedderId) =>
    documentOf(embedder).locator(embedder === 'H' ? 'dialog > iframe[src*="/f/"]' : 'iframe[src*="/s/"]')
  const hasFocus = (frame: Frame) => expect.poll(() => frame.evaluate(() => document.hasFocus()))
  let changedAt = 0
  /**
   * The timestamp of an input event, in seconds. A fast visitor would act at this time, however slow the machine is.
   */
  const soonTimestamp = (withinMs = soonMs): { timestamp: number } => ({
    timestamp: Math.min(Date.now(), changedAt + withinMs) / 1_000,
  })

  async function countPresses(): Promise<void> {
    await wallet().evaluate((selector) => {
      const counted = window as Counted
      if (counted.counted) return
      const seen = { presses: 0 }
      counted.counted = seen
      document.addEventListener(
        'pointerdown',
        ({ target }) => {
          if (target instanceof Element && target.closest(selector)) seen.presses++
        },
        true,
      )
    }, button)
  }

  /** Shows the place, and waits until a press on its button would count. */
  async function ready(): Promise<void> {
    await surface.show()
    await countPresses()
    await armed()
  }
  const armed = () =>
    expect.poll(state, { intervals: [40], timeout: 60_000, message: 'armed without a trick' }).toBe('armed')
  const disarmed = async (message: string): Promise<void> => {
    if (surface.isGated) await softly.poll(state, { intervals: [15], message }).not.toBe('armed')
  }

  /** Moves the pointer in steps, as a visitor who aims. */
  async function moveTo({ x, y }: Point): Promise<void> {
    for (const [right, down] of [
      [-30, -60],
      [-6, -4],
      [-4, 2],
      [3, 3],
      [1, -1],
      [0, 0],
    ] as const)
      await page.mouse.move(x + right, y + down)
  }

  /**
   * The rects of the attacked frame, the approval card and its button, in pixels of the page. Without a trick,
   * page, frame and secure frame have the same scale.
   */
  async function rects(embedder: EmbedderId): Promise<ClickjackRects> {
    const offset = await boxOf(frameOf('F'))
    const inside = await wallet().evaluate(
      ([around, selector]) => {
        const box = (element: Element | null) => {
          const { x, y, width, height } = (element as Element).getBoundingClientRect()
          return { x, y, width, height }
        }
        return { card: box(document.querySelector(around)), button: box(document.querySelector(selector)) }
      },
      [card, button] as const,
    )
    const shift = (box: Box): Box => ({ ...box, x: box.x + offset.x, y: box.y + offset.y })
    return { frame: await boxOf(frameOf(embedder)), card: shift(inside.card), button: shift(inside.button) }
  }

  return {
    page,
    state,
    isGated: surface.isGated,
    ready,
    rects,
    /** Applies the trick and waits until it is painted. */
    async applyTrick(embedder: EmbedderId, trick: ResolvedTrick): Promise<void> {
      changedAt = Date.now()
      await frameOf(embedder).evaluate(applyTrick, trick)
      await documentOf(embedder).evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
    },
    async undo(embedder: EmbedderId): Promise<void> {
      changedAt = Date.now()
      await documentOf(embedder).evaluate(undoTrick)
    },
    presses: () => wallet().evaluate(() => (window as Counted).counted?.presses ?? 0),
    armed,
    disarmed,
    /** Moves the focus to the approve button by keyboard only, as a visitor would. */
    async focusButton(): Promise<void> {
      await wallet().evaluate(() => document.querySelector('h1')?.focus())
      await frameOf('H').focus()
      // If the frame is already the active element, `focus()` works only after a blur.
      await frameOf('F').evaluate((frame) => (frame as HTMLElement).blur())
      await frameOf('F').focus()
      await hasFocus(wallet()).toBe(true)
      await expect(async () => {
        await page.keyboard.press('Tab')
        const isFocused = await wallet().evaluate(
          (selector) => document.hasFocus() && document.activeElement === document.querySelector(selector),
          button,
        )
        expect(isFocused).toBe(true)
      }).toPass({ intervals: [20] })
      await armed()
    },
    /**
     * Moves the focus from the frame to the document that embeds it. The wallet's document keeps its own active
     * element.
     */
    async blur(embedder: EmbedderId): Promise<void> {
      await frameOf(embedder).evaluate((frame) => (frame as HTMLElement).blur())
      await hasFocus(wallet()).toBe(false)
    },
    async focusFrame(embedder: EmbedderId): Promise<void> {
      changedAt = Date.now()
      await frameOf(embedder).focus()
      await hasFocus(embedder === 'H' ? modal() : wallet()).toBe(true)
    },
    /** The actions named `…Soon` send their input with a timestamp at which the approval card still ignores it. */
    async keySoon({ text, ...key }: Key): Promise<void> {
      for (const type of ['keyDown', 'keyUp'] as const)
        await browser.send('Input.dispatchKeyEvent', {
          type,
          ...key,
          ...(type === 'keyDown' && { text }),
          ...soonTimestamp(),
        })
    },
    async tapSoon({ x, y }: Point): Promise<void> {
      await browser.send('Input.dispatchTouchEvent', {
        type: 'touchStart',
        touchPoints: [{ x, y }],
        ...soonTimestamp(),
      })
      await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], ...soonTimestamp() })
    },
    async clickSoon({ x, y }: Point, withinMs?: number): Promise<void> {
      for (const type of ['mousePressed', 'mouseReleased'] as const) {
        const event = { type, x, y, button: 'left', clickCount: 1 } as const
        await browser.send('Input.dispatchMouseEvent', { ...event, ...soonTimestamp(withinMs) })
      }
    },
    moveTo,
    /**
     * Moves the pointer, and waits until the approval card accepts a click there. The undone move of an earlier trick
     * may disarm the card at the first move of the pointer, and the next trick must not seem to have done it.
     */
    async aimAt(at: Point): Promise<void> {
      await moveTo(at)
      await armed()
    },
    async click(): Promise<void> {
      await page.mouse.down()
      await page.mouse.up()
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
