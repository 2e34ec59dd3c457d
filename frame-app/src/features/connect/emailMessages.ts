import type { ErrorCode } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'

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

type Failures = { readonly [Code in ErrorCode]?: string }
export type EmailMessages = typeof en
