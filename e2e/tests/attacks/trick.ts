/** CSS pixels of the page. */
export type Box = { x: number; y: number; width: number; height: number }
export type Point = { x: number; y: number }
/** Where things are before the trick: the frame that is tricked with, and what the wallet draws in it. */
export type Sight = { frame: Box; card: Box; button: Box }
type Styles = { [property: string]: string }
type Layer = {
  tag: 'div' | 'img' | 'canvas' | 'iframe' | 'dialog'
  as?: 'popover' | 'modal'
  style: Styles
  attributes?: Styles
  text?: string
}

export type Trick = {
  name: string
  /** Of the element that holds the frame, and of that one's parent. */
  style?(sight: Sight): Styles
  parent?(sight: Sight): Styles
  attributes?: Styles
  layers?(sight: Sight): Layer[]
  /** The layers come and go. */
  blinks?: true
  animation?: { frames: Keyframe[]; options: KeyframeAnimationOptions }
  /** Where the visitor then clicks, if not where the button was. */
  strike?(sight: Sight): Point
  /** What it changes is noticed once, so it is also tried whether the card comes back. */
  stays?: true
  /** The card stays as it is and can be read; no click gets there. */
  isHarmless?: true
  /** Much like another one: for the long form. */
  isRare?: true
}
export type Laid = {
  style: Styles
  parent: Styles
  attributes: Styles
  layers: Layer[]
  blinks: boolean
  animation: Trick['animation'] | null
}

export const laid = (trick: Trick, sight: Sight): Laid => ({
  style: trick.style?.(sight) ?? {},
  parent: trick.parent?.(sight) ?? {},
  attributes: trick.attributes ?? {},
  layers: trick.layers?.(sight) ?? [],
  blinks: trick.blinks ?? false,
  animation: trick.animation ?? null,
})

type Tricked = Window & { undoTrick?: () => void }

/** Runs in the document that holds the frame. */
export function lay(frame: HTMLElement | SVGElement, trick: Laid): void {
  const parent = frame.parentElement as HTMLElement
  const before = [frame, parent].map(({ style }) => [style, style.cssText] as const)
  const undo: (() => void)[] = [
    () => {
      for (const [style, text] of before) style.cssText = text
    },
  ]
  const set = (element: Element, style: { [property: string]: string }) =>
    Object.assign((element as HTMLElement).style, style)
  set(frame, trick.style)
  set(parent, trick.parent)
  // The modal places the wallet's frame anew when it says another height, and a modal that was taken over would not.
  const wanted = Object.keys(trick.style).map((name) => [name, Reflect.get(frame.style, name)] as const)
  const hold = new MutationObserver(() => {
    for (const [name, value] of wanted)
      if (Reflect.get(frame.style, name) !== value) Reflect.set(frame.style, name, value)
  })
  hold.observe(frame, { attributes: true, attributeFilter: ['style'] })
  undo.unshift(() => hold.disconnect())
  for (const [name, value] of Object.entries(trick.attributes)) {
    frame.setAttribute(name, value)
    undo.push(() => frame.removeAttribute(name))
  }
  if (trick.animation) {
    const animation = frame.animate(trick.animation.frames, trick.animation.options)
    undo.push(() => animation.cancel())
  }
  for (const { tag, as, style, attributes = {}, text = '' } of trick.layers) {
    const layer = document.createElement(tag)
    set(layer, style)
    for (const [name, value] of Object.entries(attributes)) layer.setAttribute(name, value)
    if (text) layer.textContent = text
    if (as === 'popover') layer.popover = 'manual'
    parent.append(layer)
    if (as === 'popover') layer.showPopover()
    if (as === 'modal') (layer as HTMLDialogElement).showModal()
    undo.push(() => layer.remove())
    if (!trick.blinks) continue
    const timer = setInterval(() => {
      layer.hidden = true
      setTimeout(() => {
        layer.hidden = false
      }, 20)
    }, 120)
    undo.push(() => clearInterval(timer))
  }
  ;(window as Tricked).undoTrick = () => {
    for (const step of undo) step()
  }
}

export const undo = (): void => {
  const tricked = window as Tricked
  tricked.undoTrick?.()
  delete tricked.undoTrick
}
