import type { ClickjackRects, ClickjackTrick } from './clickjackTrick.ts'

/**
 * Ways to hide or cover an approval card, so that a visitor clicks on something else than they see. The page plays each
 * row on the modal's frame, and the modal plays it on the secure frame.
 */

const middle = ({ frame, button }: ClickjackRects): string =>
  `${button.x + button.width / 2 - frame.x}px ${button.y + button.height / 2 - frame.y}px`
const around = (transform: string) => (rects: ClickjackRects) => ({ transform, transformOrigin: middle(rects) })

/** Covers the whole approval card except its button. */
const aboveButton = ({ card, button }: ClickjackRects) => ({
  left: `${card.x}px`,
  top: `${card.y}px`,
  width: `${card.width}px`,
  height: `${button.y - card.y}px`,
})
const overCard = ({ card }: ClickjackRects) => ({
  left: `${card.x}px`,
  top: `${card.y}px`,
  width: `${card.width}px`,
  height: `${card.height}px`,
})
const through = {
  position: 'fixed',
  zIndex: '2147483647',
  pointerEvents: 'none',
  border: '0',
  margin: '0',
  padding: '0',
}
const insets = ({ frame, button }: ClickjackRects): string =>
  [
    button.y - frame.y,
    frame.x + frame.width - button.x - button.width,
    frame.y + frame.height - button.y - button.height,
    button.x - frame.x,
  ]
    .map((px) => `${Math.max(0, px)}px`)
    .join(' ')

export const tricks: ClickjackTrick[] = [
  { name: 'almost transparent', style: () => ({ opacity: '0.01' }) },
  { name: 'slightly transparent', isRare: true, style: () => ({ opacity: '0.99' }) },
  { name: 'blurred', style: () => ({ filter: 'blur(6px)' }) },
  { name: 'without contrast', isRare: true, style: () => ({ filter: 'contrast(0)' }) },
  { name: 'blended with what is behind it', style: () => ({ mixBlendMode: 'difference' }) },
  { name: 'rotated', style: around('rotate(3deg)') },
  {
    name: 'rotated by the rotate property',
    isRare: true,
    style: (rects) => ({ rotate: '4deg', transformOrigin: middle(rects) }),
  },
  { name: 'skewed', isRare: true, style: around('skewX(20deg)') },
  { name: 'in perspective', style: around('perspective(500px) rotateX(25deg)') },
  { name: 'half as large', style: around('scale(0.5)') },
  { name: 'so large that only the button is visible', style: around('scale(6)') },
  { name: 'flattened', isRare: true, style: around('scale(1, 0.3)') },
  { name: 'cut to the button', style: (rects) => ({ clipPath: `inset(${insets(rects)})` }) },
  {
    name: 'cut to the button by the legacy clip property',
    isRare: true,
    style: ({ frame, button }) => ({
      position: 'fixed',
      clip: `rect(${button.y - frame.y}px, ${button.x - frame.x + button.width}px, ${button.y - frame.y + button.height}px, ${button.x - frame.x}px)`,
    }),
  },
  {
    name: 'scrolled so that only the button is visible',
    style: ({ button }) => ({ translate: `0 ${-button.y + 4}px` }),
    clickAt: ({ button }) => ({ x: button.x + button.width / 2, y: 4 + button.height / 2 }),
  },
  { name: 'out of the window', isRare: true, style: () => ({ translate: '3000px 0' }) },
  { name: 'too low to show the card', style: () => ({ maxHeight: '150px' }), stays: true },
  { name: 'too narrow to show the card', isRare: true, style: () => ({ maxWidth: '120px' }), stays: true },
  { name: 'invisible', style: () => ({ visibility: 'hidden' }) },
  { name: 'not laid out', style: () => ({ display: 'none' }) },
  { name: 'inside an element that is not drawn', parent: () => ({ contentVisibility: 'hidden' }) },
  { name: 'unreachable for the pointer', style: () => ({ pointerEvents: 'none' }), isHarmless: true },
  { name: 'inert', isRare: true, attributes: { inert: '' }, isHarmless: true },
  { name: 'inside a transparent element', isRare: true, parent: () => ({ opacity: '0.02' }) },
  {
    name: 'fading in and out',
    animation: { frames: [{ opacity: 0 }, { opacity: 1 }], options: { duration: 240, iterations: 100 } },
  },
  {
    name: 'covered except for the button',
    layers: (rects) => [{ tag: 'div', style: { ...through, ...aboveButton(rects), background: '#fff' } }],
  },
  {
    name: 'an image over all but the button',
    layers: (rects) => [
      { tag: 'img', style: { ...through, ...aboveButton(rects) }, attributes: { src: '/favicon.ico', alt: 'A prize' } },
    ],
  },
  {
    name: 'a canvas over all but the button',
    isRare: true,
    layers: (rects) => [{ tag: 'canvas', style: { ...through, ...aboveButton(rects), background: '#fff' } }],
  },
  {
    name: 'under an element that lets clicks through',
    isRare: true,
    layers: (rects) => [{ tag: 'div', style: { ...through, ...overCard(rects), background: '#fff' } }],
  },
  {
    name: 'under an almost invisible element',
    layers: (rects) => [{ tag: 'div', style: { ...through, ...overCard(rects), background: '#fff', opacity: '0.01' } }],
  },
  {
    name: 'behind frosted glass',
    layers: (rects) => [{ tag: 'div', style: { ...through, ...overCard(rects), backdropFilter: 'blur(9px)' } }],
  },
  {
    name: 'behind a popover',
    layers: (rects) => [
      { tag: 'div', as: 'popover', style: { ...through, ...aboveButton(rects), background: '#fff', inset: 'auto' } },
    ],
  },
  {
    name: 'behind a modal dialog',
    layers: (rects) => [{ tag: 'dialog', as: 'modal', style: { ...through, ...aboveButton(rects), inset: 'auto' } }],
  },
  {
    name: 'under the shadow of an element beside it',
    layers: ({ card }) => [
      {
        tag: 'div',
        style: {
          ...through,
          left: `${card.x - card.width - 8}px`,
          top: `${card.y}px`,
          width: `${card.width}px`,
          height: `${card.height / 2}px`,
          boxShadow: `${card.width + 8}px 0 0 #fff`,
        },
      },
    ],
  },
  {
    name: 'under large text',
    isRare: true,
    layers: (rects) => [
      { tag: 'div', text: 'PRIZE', style: { ...through, ...aboveButton(rects), font: '200px/1 sans-serif' } },
    ],
  },
  {
    name: 'with a fake pointer',
    style: () => ({ cursor: 'none' }),
    layers: ({ button }) => [
      {
        tag: 'div',
        text: '↖',
        style: {
          ...through,
          left: `${button.x + 20}px`,
          top: `${button.y + 4}px`,
          font: '24px sans-serif',
        },
      },
    ],
  },
  { name: 'with inverted colours', isRare: true, style: () => ({ filter: 'invert(1)' }) },
  { name: 'with a shadow that the filter draws', isRare: true, style: () => ({ filter: 'drop-shadow(0 0 4px #fff)' }) },
  { name: 'as bright as the page', isRare: true, style: () => ({ filter: 'brightness(9)' }) },
  { name: 'inside a blurred element', isRare: true, parent: () => ({ filter: 'blur(8px)' }) },
  { name: 'inside an element that is blended', isRare: true, parent: () => ({ mixBlendMode: 'luminosity' }) },
  {
    name: 'inside an element in perspective',
    isRare: true,
    parent: () => ({ transform: 'perspective(400px) rotateY(30deg)' }),
  },
  {
    name: 'inside an element that is cut to the button',
    isRare: true,
    parent: (rects) => ({ clipPath: `inset(${insets(rects)})` }),
  },
  {
    name: 'turned to show its back',
    isRare: true,
    style: (rects) => ({ ...around('rotateY(180deg)')(rects), backfaceVisibility: 'hidden' }),
  },
  {
    name: 'half as large by the scale property',
    isRare: true,
    style: (rects) => ({ scale: '0.5', transformOrigin: middle(rects) }),
  },
  { name: 'on a path', isRare: true, style: () => ({ offsetPath: 'path("M0 0L400 400")', offsetDistance: '30%' }) },
  { name: 'a few pixels large', isRare: true, style: () => ({ maxWidth: '8px', maxHeight: '8px' }), stays: true },
  {
    name: 'cut by a circle around the button',
    isRare: true,
    style: (rects) => ({ clipPath: `circle(40px at ${middle(rects)})` }),
  },
  {
    name: 'trembling',
    isRare: true,
    animation: {
      frames: [{ transform: 'none' }, { transform: 'rotate(2deg)' }],
      options: { duration: 60, iterations: 400, direction: 'alternate' },
    },
  },
  {
    name: 'under the outline of an element',
    isRare: true,
    layers: ({ card, button }) => [
      {
        tag: 'div',
        style: {
          ...through,
          left: `${card.x + card.width / 2}px`,
          top: `${card.y}px`,
          width: '1px',
          height: '1px',
          outline: `${button.y - card.y}px solid #fff`,
        },
      },
    ],
  },
  {
    name: 'under a layer that is blended with it',
    isRare: true,
    layers: (rects) => [
      { tag: 'div', style: { ...through, ...overCard(rects), background: '#fff', mixBlendMode: 'difference' } },
    ],
  },
  {
    name: 'under a gradient',
    isRare: true,
    layers: (rects) => [
      { tag: 'div', style: { ...through, ...aboveButton(rects), background: 'linear-gradient(#fff, #eee)' } },
    ],
  },
  {
    name: 'under a picture with holes',
    isRare: true,
    layers: (rects) => [
      {
        tag: 'div',
        style: {
          ...through,
          ...aboveButton(rects),
          background: 'repeating-linear-gradient(#fff 0 6px, transparent 6px 7px)',
        },
      },
    ],
  },
  {
    name: 'under a layer that an element in between draws',
    isRare: true,
    layers: (rects) => [
      {
        tag: 'div',
        style: { ...through, ...aboveButton(rects), boxShadow: `inset 0 0 0 ${rects.card.height}px #fff` },
      },
    ],
  },
  {
    name: 'covered most of the time',
    blinks: true,
    layers: (rects) => [{ tag: 'div', style: { ...through, ...aboveButton(rects), background: '#fff' } }],
  },
]

/** Tests play the zoom last, because after a zoom the wallet may show later requests in a wallet window. */
export const zoomTrick: ClickjackTrick = { name: 'zoomed', style: () => ({ zoom: '0.5' }) }

/**
 * Tricks that a framed document can't detect. On a site that the operator doesn't trust, requests therefore show only
 * in a wallet window, never in the frame.
 */
export const undetectableTricks: ClickjackTrick[] = [
  {
    name: 'masked',
    style: ({ frame, button }) => ({
      maskImage: `linear-gradient(transparent ${button.y - frame.y}px, #000 0)`,
    }),
  },
  { name: 'masked away', style: () => ({ maskImage: 'linear-gradient(transparent, transparent)' }) },
  {
    name: 'masked by a box',
    style: () => ({ webkitMaskBoxImage: 'linear-gradient(transparent, transparent)' }),
  },
  {
    name: 'cut by a path with holes',
    style: ({ frame, button }) => ({
      clipPath: `path("M0 0H${frame.width}V1H0ZM0 ${button.y - frame.y}H${frame.width}V${frame.height}H0Z")`,
    }),
  },
  { name: 'cut by round corners', style: () => ({ borderRadius: '50%' }) },
]

/**
 * Tricks that a framed document often misses: Chromium reports no frame of the host page over the modal's frame, and
 * looks too seldom for a card that flickers. So they belong to those above.
 */
export const oftenMissedTricks: ClickjackTrick[] = [
  {
    name: 'behind another frame',
    isRare: true,
    layers: (rects) => [{ tag: 'iframe', style: { ...through, ...aboveButton(rects), background: '#fff' } }],
  },
  {
    name: 'shown half of the time',
    isRare: true,
    animation: {
      frames: [
        { opacity: 0, offset: 0 },
        { opacity: 0, offset: 0.5 },
        { opacity: 1, offset: 0.5 },
        { opacity: 1, offset: 1 },
      ],
      options: { duration: 68, iterations: 900 },
    },
  },
]
