import type { AppKitError } from '../../index.d.ts'

/** Creates the error that the host page gets if the modal or the bridge can't be reached. */
export const failure = (reason: string, message: string): AppKitError =>
  Object.assign(new Error(message), { code: 4900, reason })
