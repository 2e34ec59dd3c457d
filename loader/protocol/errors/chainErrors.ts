import { defineErrors } from './errorCodes.ts'

/** Errors of chains and networks that no first view throws. */
export const chainErrors = defineErrors({
  CONNECTOR_CHAIN_MISMATCH: { number: 4901, short: "The wallet's network is not the expected one" },
  TOKEN_BALANCE_UNAVAILABLE: { number: -32603, surface: 'toast', short: 'Token Balance Unavailable' },
  NETWORK_NOT_FOUND: { number: 4902, short: 'Network not found' },
  NETWORK_IN_USE: { number: -32602, short: 'The network is in use, or the last one' },
  CHAIN_ADAPTER_NOT_FOUND: { number: -32603, short: 'Chain adapter not found' },
  NETWORK_NOT_DESCRIBED: {
    number: 4902,
    short: 'The wallet does not know {network}, and this site can not tell it enough to add it',
  },
})
