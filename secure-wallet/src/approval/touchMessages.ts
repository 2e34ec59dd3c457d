import { words } from '../ui/words.ts'

export const english = {
  hint: 'Touch this card once, then the button.',
  next: 'Now touch the button.',
} as const

export const messages = words('touch', english)
