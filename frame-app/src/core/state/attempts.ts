import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { isDeclinedByVisitor } from './declined.ts'

/**
 * A failed attempt of the visitor, for example to connect or to switch networks. The view that shows the failure
 * translates its error.
 */
export type FailedAttempt = { status: 'declined' } | { status: 'failed'; error: AppError }

export const toFailedAttempt = (thrown: unknown): FailedAttempt =>
  isDeclinedByVisitor(thrown) ? { status: 'declined' } : { status: 'failed', error: asAppError(thrown) }

/** Turns an error without a code into INTERNAL_ERROR, because only coded errors have texts for visitors. */
export const asAppError = (thrown: unknown): AppError =>
  thrown instanceof AppError ? thrown : new AppError(commonErrors.INTERNAL_ERROR, { cause: thrown })
