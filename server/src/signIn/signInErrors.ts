import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'

/** The errors with which the server refuses a sign-in. */
export const signInErrors = { ...commonErrors, ...siwxErrors }
export type SignInErrorCode = keyof typeof signInErrors
