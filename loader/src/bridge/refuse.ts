import type { AppKitError } from '../../index.d.ts'

/** An error as the host and the frame get it. Where there are no better words it says its reason. */
export const refuse = (code: number, reason: string, message = words(reason)): AppKitError =>
  Object.assign(new Error(message), { code, reason })

export const words = (reason: string): string => reason.replaceAll('_', ' ').toLowerCase()
