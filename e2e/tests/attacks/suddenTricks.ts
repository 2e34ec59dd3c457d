import { type ClickjackTrick, type Point, resolveTrick } from './clickjackTrick.ts'
import type { AttackStage, EmbedderId } from './stage.ts'
import { middleOf } from './stage.ts'

/** A trick that changes the page at the moment of the click, while the approval card is visible and accepts clicks. */
export type SuddenTrick = {
  name: string
  /** Set for a trick that is similar to another one, so that only the full run plays it. */
  isRare?: true
  play(stage: AttackStage, embedder: EmbedderId): Promise<unknown>
}
const plain = { name: '' }

/** A point away from `at`, the button's middle, with room for the approval card around it. */
const elsewhere = ({ x, y }: Point): Point => ({ x: x - 260, y: y - 24 })

/**
 * Rests the pointer away from the button, then moves the frame with `move`, so that the button comes under the pointer.
 */
const underPointer =
  (move: (by: Point) => Omit<ClickjackTrick, 'name'>, clickAt: (stage: AttackStage, at: Point) => Promise<void>) =>
  async (stage: AttackStage, embedder: EmbedderId): Promise<void> => {
    const rects = await stage.rects(embedder)
    const button = middleOf(rects.button)
    const at = elsewhere(button)
    await stage.moveTo(at)
    await stage.applyTrick(
      embedder,
      resolveTrick({ ...plain, ...move({ x: at.x - button.x, y: at.y - button.y }) }, rects),
    )
    await clickAt(stage, at)
  }
const moved = ({ x, y }: Point) => ({ style: () => ({ translate: `${x}px ${y}px` }) })
const atOnce = (stage: AttackStage, at: Point) => stage.clickSoon(at)
/** Clicks repeatedly until shortly before the approval card would accept a click at its new position. */
const repeatedly = async ({ page, clickSoon, state }: AttackStage, at: Point): Promise<void> => {
  for (let ms = 70; ms <= 700 && (await state()) !== 'approved'; ms += 70) {
    for (const step of [1, -1, 2, 0]) await page.mouse.move(at.x + step, at.y + step)
    await clickSoon(at, ms)
  }
}
const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
const space = { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' }

export const suddenTricks: SuddenTrick[] = [
  { name: 'moved under the pointer', play: underPointer(moved, atOnce) },
  {
    name: 'moved under the pointer by its transform',
    isRare: true,
    play: underPointer(({ x, y }) => ({ style: () => ({ transform: `translate(${x}px, ${y}px)` }) }), atOnce),
  },
  {
    name: 'moved under the pointer by its margin',
    isRare: true,
    play: underPointer(({ x, y }) => ({ style: () => ({ marginLeft: `${x}px`, marginTop: `${y}px` }) }), atOnce),
  },
  {
    name: 'moved under the pointer together with its parent',
    play: underPointer(({ x, y }) => ({ parent: () => ({ transform: `translate(${x}px, ${y}px)` }) }), atOnce),
  },
  {
    name: 'moved under the pointer by an animation',
    isRare: true,
    play: underPointer(
      ({ x, y }) => ({
        animation: { frames: [{ translate: `${x}px ${y}px` }], options: { duration: 1, fill: 'forwards' } },
      }),
      atOnce,
    ),
  },
  {
    name: 'moved under a pointer that clicks repeatedly',
    play: underPointer(moved, repeatedly),
  },
  {
    name: 'moved under the second click of a double click',
    play: async (stage, embedder) => {
      const rects = await stage.rects(embedder)
      const button = middleOf(rects.button)
      const at = elsewhere(button)
      await stage.moveTo(at)
      await stage.page.mouse.down()
      const by = { x: at.x - button.x, y: at.y - button.y }
      await stage.applyTrick(embedder, resolveTrick({ ...plain, ...moved(by) }, rects))
      await stage.page.mouse.up()
      await stage.page.mouse.down({ clickCount: 2 })
      await stage.page.mouse.up({ clickCount: 2 })
    },
  },
  {
    name: 'pressed elsewhere and released on the button',
    play: async (stage, embedder) => {
      const button = middleOf((await stage.rects(embedder)).button)
      const { mouse } = stage.page
      await stage.moveTo({ x: button.x, y: button.y - 120 })
      await mouse.down()
      await stage.moveTo(button)
      await mouse.up()
    },
  },
  {
    name: 'moved while the button is held',
    play: async (stage, embedder) => {
      const rects = await stage.rects(embedder)
      const button = middleOf(rects.button)
      await stage.moveTo(button)
      await stage.page.mouse.down()
      await stage.applyTrick(embedder, resolveTrick({ ...plain, ...moved({ x: -90, y: -12 }) }, rects))
      await stage.page.mouse.move(button.x - 90, button.y - 12)
      await stage.page.mouse.up()
    },
  },
  {
    name: 'resized just before the click',
    play: async (stage, embedder) => {
      const rects = await stage.rects(embedder)
      await stage.moveTo(middleOf(rects.button))
      const height = `${rects.frame.height - 30}px`
      await stage.applyTrick(embedder, resolveTrick({ ...plain, style: () => ({ height }) }, rects))
      const at = middleOf((await stage.rects(embedder)).button)
      await stage.moveTo(at)
      await stage.clickSoon(at)
    },
  },
  {
    name: 'hidden and shown again just before the click',
    isRare: true,
    play: async (stage, embedder) => {
      const rects = await stage.rects(embedder)
      await stage.aimAt(middleOf(rects.button))
      await stage.applyTrick(embedder, resolveTrick({ ...plain, style: () => ({ display: 'none' }) }, rects))
      await stage.disarmed('off the screen')
      await stage.undo(embedder)
      await clickBeforeArmed(stage, middleOf(rects.button))
    },
  },
  {
    name: 'covered until the click',
    play: async (stage, embedder) => {
      const rects = await stage.rects(embedder)
      await stage.aimAt(middleOf(rects.button))
      await stage.applyTrick(embedder, resolveTrick({ ...plain, style: () => ({ opacity: '0.01' }) }, rects))
      await stage.disarmed('covered')
      await stage.undo(embedder)
      await clickBeforeArmed(stage, middleOf(rects.button))
    },
  },
  {
    name: 'covered between press and release',
    isRare: true,
    play: async (stage, embedder) => {
      const rects = await stage.rects(embedder)
      await stage.aimAt(middleOf(rects.button))
      await stage.page.mouse.down()
      await stage.applyTrick(embedder, resolveTrick({ ...plain, style: () => ({ opacity: '0.01' }) }, rects))
      await stage.disarmed('covered')
      await stage.page.mouse.up()
    },
  },
  {
    name: 'something dragged onto the button',
    isRare: true,
    play: async (stage, embedder) => {
      const button = middleOf((await stage.rects(embedder)).button)
      const { mouse } = stage.page
      await mouse.move(12, 12)
      await mouse.down()
      await stage.moveTo(button)
      await mouse.up()
    },
  },
  {
    name: 'the page scrolled under the pointer',
    isRare: true,
    play: async (stage, embedder) => {
      const rects = await stage.rects(embedder)
      const at = elsewhere(middleOf(rects.button))
      await stage.moveTo(at)
      await stage.page.mouse.wheel(0, 24)
      await stage.applyTrick(embedder, resolveTrick({ ...plain, style: () => ({ translate: '260px 24px' }) }, rects))
      await stage.clickSoon(at)
    },
  },
  {
    name: 'other buttons of the mouse',
    isRare: true,
    play: async (stage, embedder) => {
      await stage.moveTo(middleOf((await stage.rects(embedder)).button))
      // In a field, the middle button pastes the text that any program on this machine selected last.
      for (const button of stage.isGated ? (['right', 'middle'] as const) : (['right'] as const)) {
        await stage.page.mouse.down({ button })
        await stage.page.mouse.up({ button })
      }
    },
  },
  {
    name: 'a key that is held when the focus comes',
    play: async (stage, embedder) => {
      await stage.focusButton()
      await stage.blur(embedder)
      await stage.armed()
      await stage.page.keyboard.down('Enter')
      await stage.focusFrame(embedder)
      for (let count = 0; count < 3; count++) await stage.page.keyboard.down('Enter')
      await stage.page.keyboard.up('Enter')
    },
  },
  {
    name: 'the focus returned between two keys',
    play: async (stage, embedder) => {
      await stage.focusButton()
      await stage.blur(embedder)
      await stage.armed()
      await stage.page.keyboard.press('Enter')
      await stage.focusFrame(embedder)
      await stage.keySoon(enter)
      await stage.keySoon(space)
    },
  },
]

/**
 * A finger shows no path, so a card can't notice this trick. Only what a tap on a card may cost stays in the frame.
 */
export const movedUnderFinger: SuddenTrick = {
  name: 'moved under a finger',
  play: underPointer(moved, async (stage, at) => stage.tapSoon(at)),
}

/**
 * The approval card is visible and accepts clicks again when this click arrives, but the click's timestamp is earlier.
 */
async function clickBeforeArmed(stage: AttackStage, at: Point): Promise<void> {
  await stage.moveTo(at)
  await stage.armed()
  await stage.clickSoon(at)
}
