import { failure } from '../failure.ts'

/** An error that says its reason in words. The frame has better words for it, by the catalogue. */
export const refuse = (code: number, reason: string) => failure(code, reason, words(reason))

export const words = (reason: string): string => reason.replaceAll('_', ' ').toLowerCase()
