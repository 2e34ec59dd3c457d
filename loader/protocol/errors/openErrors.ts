import { defineErrors } from './errorCodes.ts'

/** Errors of the options of `open()`. The page's bridge knows them by their number. */
export const openErrors = defineErrors({
  UNKNOWN_VIEW: { number: -32602, short: 'There is no view {view}. {hint}' },
  VIEW_NOT_AVAILABLE: { number: -32602, short: 'The view {view} is not available' },
  UNKNOWN_WALLET: { number: -32602, short: 'There is no wallet {wallet}' },
})
