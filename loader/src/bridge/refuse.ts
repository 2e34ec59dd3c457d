import type { AppKitError } from '../../index.d.ts'

/** Creates an error for the page or the frame. By default its message is the reason as words. */
export const createAppKitError = (code: number, reason: string, message = reasonAsWords(reason)): AppKitError =>
  Object.assign(new Error(message), { code, reason })

export const reasonAsWords = (reason: string): string => reason.replaceAll('_', ' ').toLowerCase()
