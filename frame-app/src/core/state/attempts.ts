import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { isDeclined } from './declined.ts'

/** How an attempt ends that came to nothing. Whoever shows it has the words for the error. */
export type Failure = { status: 'declined' } | { status: 'failed'; error: AppError }

export const failureOf = (thrown: unknown): Failure =>
  isDeclined(thrown) ? { status: 'declined' } : { status: 'failed', error: asAppError(thrown) }

/** What is no error of ours says nothing that a visitor could use. */
export const asAppError = (thrown: unknown): AppError =>
  thrown instanceof AppError ? thrown : new AppError(commonErrors.INTERNAL_ERROR, { cause: thrown })
