import type { Counted } from '../ui/words.ts'

/** English, of the texts for which the catalogue has one form for all counts. */
export const countedErrors: { readonly [Code in 'CODE_WRONG' | 'EMAIL_COOLDOWN']: Counted } = {
  CODE_WRONG: { one: 'Invalid code. Try again. {n} try left', other: 'Invalid code. Try again. {n} tries left' },
  EMAIL_COOLDOWN: { one: 'Please try again after {n} second', other: 'Please try again after {n} seconds' },
}
