import type { Sight, Trick } from './trick.ts'

/**
 * What whoever holds the frame of an approval card can lay over it or do to it, so that a visitor clicks on something
 * else than they see. Each row is tried by the page on the modal's frame, and by the modal on the wallet's.
 */

const middle = ({ frame, button }: Sight): string =>
  `${button.x + button.width / 2 - frame.x}px ${button.y + button.height / 2 - frame.y}px`
const around = (transform: string) => (sight: Sight) => ({ transform, transformOrigin: middle(sight) })

/** Over everything on the card but its button. */
const aboveButton = ({ card, button }: Sight) => ({
  left: `${card.x}px`,
  top: `${card.y}px`,
  width: `${card.width}px`,
  height: `${button.y - card.y}px`,
})
const overCard = ({ card }: Sight) => ({
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
const insets = ({ frame, button }: Sight): string =>
  [
    button.y - frame.y,
    frame.x + frame.width - button.x - button.width,
    frame.y + frame.height - button.y - button.height,
    button.x - frame.x,
  ]
    .map((px) => `${Math.max(0, px)}px`)
    .join(' ')

export const tricks: Trick[] = [
  { name: 'almost transparent', style: () => ({ opacity: '0.01' }) },
  { name: 'a shade transparent', isRare: true, style: () => ({ opacity: '0.99' }) },
  { name: 'blurred', style: () => ({ filter: 'blur(6px)' }) },
  { name: 'without contrast', isRare: true, style: () => ({ filter: 'contrast(0)' }) },
  { name: 'blended with what is behind it', style: () => ({ mixBlendMode: 'difference' }) },
  { name: 'turned', style: around('rotate(3deg)') },
  {
    name: 'turned by its own property',
    isRare: true,
    style: (sight) => ({ rotate: '4deg', transformOrigin: middle(sight) }),
  },
  { name: 'skewed', isRare: true, style: around('skewX(20deg)') },
  { name: 'in perspective', style: around('perspective(500px) rotateX(25deg)') },
  { name: 'half as large', style: around('scale(0.5)') },
  { name: 'so large that only the button is left', style: around('scale(6)') },
  { name: 'flat', isRare: true, style: around('scale(1, 0.3)') },
  { name: 'cut to the button', style: (sight) => ({ clipPath: `inset(${insets(sight)})` }) },
  {
    name: 'cut to the button as of old',
    isRare: true,
    style: ({ frame, button }) => ({
      position: 'fixed',
      clip: `rect(${button.y - frame.y}px, ${button.x - frame.x + button.width}px, ${button.y - frame.y + button.height}px, ${button.x - frame.x}px)`,
    }),
  },
  {
    name: 'scrolled so that only the button is in sight',
    style: ({ button }) => ({ translate: `0 ${-button.y + 4}px` }),
    strike: ({ button }) => ({ x: button.x + button.width / 2, y: 4 + button.height / 2 }),
  },
  { name: 'out of the window', isRare: true, style: () => ({ translate: '3000px 0' }) },
  { name: 'too low', style: () => ({ maxHeight: '150px' }), stays: true },
  { name: 'too narrow', isRare: true, style: () => ({ maxWidth: '120px' }), stays: true },
  { name: 'invisible', style: () => ({ visibility: 'hidden' }) },
  { name: 'not laid out', style: () => ({ display: 'none' }) },
  { name: 'in a part that is not drawn', parent: () => ({ contentVisibility: 'hidden' }) },
  { name: 'out of reach of the pointer', style: () => ({ pointerEvents: 'none' }), isHarmless: true },
  { name: 'inert', isRare: true, attributes: { inert: '' }, isHarmless: true },
  { name: 'in a transparent part', isRare: true, parent: () => ({ opacity: '0.02' }) },
  {
    name: 'fading in and out',
    animation: { frames: [{ opacity: 0 }, { opacity: 1 }], options: { duration: 240, iterations: 100 } },
  },
  {
    name: 'covered but for the button',
    layers: (sight) => [{ tag: 'div', style: { ...through, ...aboveButton(sight), background: '#fff' } }],
  },
  {
    name: 'a picture over all but the button',
    layers: (sight) => [
      { tag: 'img', style: { ...through, ...aboveButton(sight) }, attributes: { src: '/favicon.ico', alt: 'A prize' } },
    ],
  },
  {
    name: 'a canvas over all but the button',
    isRare: true,
    layers: (sight) => [{ tag: 'canvas', style: { ...through, ...aboveButton(sight), background: '#fff' } }],
  },
  {
    name: 'under something that lets clicks through',
    isRare: true,
    layers: (sight) => [{ tag: 'div', style: { ...through, ...overCard(sight), background: '#fff' } }],
  },
  {
    name: 'under something that can hardly be seen',
    layers: (sight) => [{ tag: 'div', style: { ...through, ...overCard(sight), background: '#fff', opacity: '0.01' } }],
  },
  {
    name: 'behind frosted glass',
    layers: (sight) => [{ tag: 'div', style: { ...through, ...overCard(sight), backdropFilter: 'blur(9px)' } }],
  },
  {
    name: 'behind a popover',
    layers: (sight) => [
      { tag: 'div', as: 'popover', style: { ...through, ...aboveButton(sight), background: '#fff', inset: 'auto' } },
    ],
  },
  {
    name: 'behind a modal dialog',
    layers: (sight) => [{ tag: 'dialog', as: 'modal', style: { ...through, ...aboveButton(sight), inset: 'auto' } }],
  },
  {
    name: 'behind another frame',
    isRare: true,
    layers: (sight) => [{ tag: 'iframe', style: { ...through, ...aboveButton(sight), background: '#fff' } }],
  },
  {
    name: 'under the shadow of something beside it',
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
    name: 'under large letters',
    isRare: true,
    layers: (sight) => [
      { tag: 'div', text: 'PRIZE', style: { ...through, ...aboveButton(sight), font: '200px/1 sans-serif' } },
    ],
  },
  {
    name: 'with a pointer that is not the visitor’s',
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
  {
    name: 'covered most of the time',
    blinks: true,
    layers: (sight) => [{ tag: 'div', style: { ...through, ...aboveButton(sight), background: '#fff' } }],
  },
]

/** Comes last: what was zoomed once may have its requests in the wallet's own window from then on. */
export const zoom: Trick = { name: 'zoomed', style: () => ({ zoom: '0.5' }) }

/**
 * These no document can see from within, which is why a site that nobody vouches for gets no inline card at all: there
 * they must find the request in the wallet's own window.
 */
export const unseenTricks: Trick[] = [
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
