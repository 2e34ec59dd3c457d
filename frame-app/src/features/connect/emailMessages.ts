import type { CatalogueCode } from '@appkit-frame/loader/protocol/errors/errorCatalogue.ts'

export const en = {
  address: 'Email address',
  go: 'Continue with email',
  or: 'or',
  /** Where the catalogue's words say too little here. */
  failures: {
    INTERNAL_ERROR: 'Something went wrong. Try again.',
    INVALID_PARAMS: 'Invalid email address',
  } as Failures,
}

type Failures = { readonly [Code in CatalogueCode]?: string }
export type EmailMessages = typeof en
