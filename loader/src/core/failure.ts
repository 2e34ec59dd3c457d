import type { AppKitError } from '../../index.d.ts'

/** An error as the host gets it: the modal, or what it needs, can't be reached. */
export const failure = (reason: string, message: string): AppKitError =>
  Object.assign(new Error(message), { code: 4900, reason })
