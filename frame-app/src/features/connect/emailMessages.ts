import type { CatalogueCode } from 'loader/protocol/errorCatalogue.ts'

export const en = {
  address: 'Email address',
  go: 'Continue with email',
  or: 'or',
  failed: 'Something went wrong. Try again.',
  /** Where the catalogue has no words for it here. What counts something comes in the secure frame's own words. */
  failures: { INVALID_PARAMS: 'Invalid email address' } as Failures,
}

type Failures = { readonly [Code in CatalogueCode]?: string }
export type EmailMessages = typeof en
