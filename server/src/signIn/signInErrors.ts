import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'

/** The errors that a sign-in can be refused with. */
export const signInErrors = { ...commonErrors, ...siwxErrors }
export type SignInErrorCode = keyof typeof signInErrors
