import type { AppKitError } from '../index.d.ts'

/** An error as the host gets it. */
export const failure = (code: number, reason: string, message: string): AppKitError =>
  Object.assign(new Error(message), { code, reason })
