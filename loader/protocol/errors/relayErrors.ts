import { defineErrors } from './errorCodes.ts'

/** Errors of the connection to a wallet on another device. */
export const relayErrors = defineErrors({
  PAIRING_EXPIRED: { number: 4900, short: 'Nobody answered before the pairing expired' },
  RELAY_UNREACHABLE: { number: 4900, short: 'The relay cannot be reached' },
})
