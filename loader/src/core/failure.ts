import type { AppKitError } from '../../index.d.ts'

/** Creates the host's error for a modal or a bridge that cannot be reached. */
export const failure = (reason: string, message: string): AppKitError =>
  Object.assign(new Error(message), { code: 4900, reason })
