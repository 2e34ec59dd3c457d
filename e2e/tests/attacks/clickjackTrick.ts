/** CSS pixels of the page. */
export type Box = { x: number; y: number; width: number; height: number }
export type Point = { x: number; y: number }
/** The rects of the attacked frame, its approval card and the card's button, before a clickjacking trick moves them. */
export type ClickjackRects = { frame: Box; card: Box; button: Box }
type Styles = { [property: string]: string }
type Layer = {
  tag: 'div' | 'img' | 'canvas' | 'iframe' | 'dialog'
  as?: 'popover' | 'modal'
  style: Styles
  attributes?: Styles
  text?: string
}

export type ClickjackTrick = {
  name: string
  /** `style` is for the frame element, `parent` for the element around it. */
  style?(rects: ClickjackRects): Styles
  parent?(rects: ClickjackRects): Styles
  attributes?: Styles
  layers?(rects: ClickjackRects): Layer[]
  /** Hides the trick's layers for a moment, again and again. */
  blinks?: true
  animation?: { frames: Keyframe[]; options: KeyframeAnimationOptions }
  /** Where the visitor clicks; by default where the button was. */
  clickAt?(rects: ClickjackRects): Point
  /**
   * Set for a trick whose change the approval card notices only once. The test then waits to see whether the card
   * accepts clicks again while the trick stays.
   */
  stays?: true
  /** The approval card stays readable and accepts clicks, but no click reaches it. */
  isHarmless?: true
  /** Set for a trick that is similar to another one, so that only the full run plays it. */
  isRare?: true
}
export type ResolvedTrick = {
  style: Styles
  parent: Styles
  attributes: Styles
  layers: Layer[]
  blinks: boolean
  animation: ClickjackTrick['animation'] | null
}

export const resolveTrick = (trick: ClickjackTrick, rects: ClickjackRects): ResolvedTrick => ({
  style: trick.style?.(rects) ?? {},
  parent: trick.parent?.(rects) ?? {},
  attributes: trick.attributes ?? {},
  layers: trick.layers?.(rects) ?? [],
  blinks: trick.blinks ?? false,
  animation: trick.animation ?? null,
})

type Tricked = Window & { undoTrick?: () => void }

/** Applies a trick. This function runs in the document that embeds the frame. */
export function applyTrick(frame: HTMLElement | SVGElement, trick: ResolvedTrick): void {
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
  // The real modal restyles the secure frame when its height changes, which would undo the trick. A hostile modal would
  // not restyle it, so restore the trick's styles.
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

export const undoTrick = (): void => {
  const tricked = window as Tricked
  tricked.undoTrick?.()
  delete tricked.undoTrick
}
