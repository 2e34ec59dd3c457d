import type { Embedder, Stage } from './stage.ts'
import { middleOf } from './stage.ts'
import { laid, type Point, type Trick } from './trick.ts'

/** Each on a card that a click would sign, in plain sight: what is tried in the very moment of the click. */
export type SuddenTrick = {
  name: string
  /** Much like another one: for the long form. */
  isRare?: true
  play(stage: Stage, embedder: Embedder): Promise<unknown>
}
const plain = { name: '' }

/** Where the visitor is about to click something else, far enough from the button, with room for the card around it. */
const elsewhere = ({ x, y }: Point): Point => ({ x: x - 260, y: y - 24 })

/** The visitor's pointer rests somewhere in the page; `bring` puts the button there. */
const under =
  (bring: (by: Point) => Omit<Trick, 'name'>, strike: (stage: Stage, at: Point) => Promise<void>) =>
  async (stage: Stage, embedder: Embedder): Promise<void> => {
    const sight = await stage.sight(embedder)
    const button = middleOf(sight.button)
    const at = elsewhere(button)
    await stage.moveTo(at)
    await stage.lay(embedder, laid({ ...plain, ...bring({ x: at.x - button.x, y: at.y - button.y }) }, sight))
    await strike(stage, at)
  }
const moved = ({ x, y }: Point) => ({ style: () => ({ translate: `${x}px ${y}px` }) })
const atOnce = (stage: Stage, at: Point) => stage.clickSoon(at)
/** Until shortly before the card could be answered where it is by now. */
const onAndOn = async ({ page, clickSoon, look }: Stage, at: Point): Promise<void> => {
  for (let ms = 70; ms <= 700 && (await look()) !== 'approved'; ms += 70) {
    for (const step of [1, -1, 2, 0]) await page.mouse.move(at.x + step, at.y + step)
    await clickSoon(at, ms)
  }
}
const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
const space = { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' }

export const suddenTricks: SuddenTrick[] = [
  { name: 'moved under the pointer', play: under(moved, atOnce) },
  {
    name: 'moved under the pointer by its transform',
    isRare: true,
    play: under(({ x, y }) => ({ style: () => ({ transform: `translate(${x}px, ${y}px)` }) }), atOnce),
  },
  {
    name: 'moved under the pointer by its place',
    isRare: true,
    play: under(({ x, y }) => ({ style: () => ({ marginLeft: `${x}px`, marginTop: `${y}px` }) }), atOnce),
  },
  {
    name: 'moved under the pointer together with all around it',
    play: under(({ x, y }) => ({ parent: () => ({ transform: `translate(${x}px, ${y}px)` }) }), atOnce),
  },
  {
    name: 'moved under the pointer by an animation',
    isRare: true,
    play: under(
      ({ x, y }) => ({
        animation: { frames: [{ translate: `${x}px ${y}px` }], options: { duration: 1, fill: 'forwards' } },
      }),
      atOnce,
    ),
  },
  {
    name: 'moved under a pointer that clicks on and on',
    play: under(moved, onAndOn),
  },
  {
    name: 'moved under the second click of a double click',
    play: async (stage, embedder) => {
      const sight = await stage.sight(embedder)
      const button = middleOf(sight.button)
      const at = elsewhere(button)
      await stage.moveTo(at)
      await stage.page.mouse.down()
      const by = { x: at.x - button.x, y: at.y - button.y }
      await stage.lay(embedder, laid({ ...plain, ...moved(by) }, sight))
      await stage.page.mouse.up()
      await stage.page.mouse.down({ clickCount: 2 })
      await stage.page.mouse.up({ clickCount: 2 })
    },
  },
  {
    name: 'moved under a finger',
    play: under(moved, async (stage, at) => stage.tapSoon(at)),
  },
  {
    name: 'pressed elsewhere and let go on the button',
    play: async (stage, embedder) => {
      const button = middleOf((await stage.sight(embedder)).button)
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
      const sight = await stage.sight(embedder)
      const button = middleOf(sight.button)
      await stage.moveTo(button)
      await stage.page.mouse.down()
      await stage.lay(embedder, laid({ ...plain, ...moved({ x: -90, y: -12 }) }, sight))
      await stage.page.mouse.move(button.x - 90, button.y - 12)
      await stage.page.mouse.up()
    },
  },
  {
    name: 'another size, just before',
    play: async (stage, embedder) => {
      const sight = await stage.sight(embedder)
      await stage.moveTo(middleOf(sight.button))
      const height = `${sight.frame.height - 30}px`
      await stage.lay(embedder, laid({ ...plain, style: () => ({ height }) }, sight))
      const at = middleOf((await stage.sight(embedder)).button)
      await stage.moveTo(at)
      await stage.clickSoon(at)
    },
  },
  {
    name: 'taken off the screen and brought back, just before',
    isRare: true,
    play: async (stage, embedder) => {
      const sight = await stage.sight(embedder)
      await stage.moveTo(middleOf(sight.button))
      await stage.lay(embedder, laid({ ...plain, style: () => ({ display: 'none' }) }, sight))
      await stage.disarmed('off the screen')
      await stage.undo(embedder)
      await clickBeforeArmed(stage, middleOf(sight.button))
    },
  },
  {
    name: 'covered until the click',
    play: async (stage, embedder) => {
      const sight = await stage.sight(embedder)
      await stage.moveTo(middleOf(sight.button))
      await stage.lay(embedder, laid({ ...plain, style: () => ({ opacity: '0.01' }) }, sight))
      await stage.disarmed('covered')
      await stage.undo(embedder)
      await clickBeforeArmed(stage, middleOf(sight.button))
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
    name: 'the focus given back between two keys',
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

/** It is in sight again, and answers to a click by the time that this one comes, which was made before. */
async function clickBeforeArmed(stage: Stage, at: Point): Promise<void> {
  await stage.moveTo(at)
  await stage.armed()
  await stage.clickSoon(at)
}
