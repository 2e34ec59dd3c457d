import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { isDeclined } from './declined.ts'

/** A failed attempt. The view that shows it translates the error. */
export type Failure = { status: 'declined' } | { status: 'failed'; error: AppError }

export const toFailure = (thrown: unknown): Failure =>
  isDeclined(thrown) ? { status: 'declined' } : { status: 'failed', error: asAppError(thrown) }

/** A foreign error has no text for visitors, so it becomes INTERNAL_ERROR. */
export const asAppError = (thrown: unknown): AppError =>
  thrown instanceof AppError ? thrown : new AppError(commonErrors.INTERNAL_ERROR, { cause: thrown })
