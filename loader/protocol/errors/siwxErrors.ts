import { defineErrors } from './errorCodes.ts'

/** Errors of the sign-in to a site. */
export const siwxErrors = defineErrors({
  SIWX_NOT_INITIALIZED: {
    number: -32603,
    surface: 'toast',
    short: 'A problem occurred while trying initialize authentication',
  },
  SIWX_MESSAGE_INVALID: { number: -32602, short: 'The sign-in message is not valid' },
  SIWX_DATA_MISMATCH: { number: -32602, short: 'The sign-in data are not those of the message' },
  SIWX_DOMAIN_MISMATCH: { number: 4100, short: 'The sign-in message is for another site' },
  SIWX_URI_MISMATCH: { number: 4100, short: 'The sign-in message leads to another site' },
  SIWX_CHAIN_MISMATCH: { number: 4100, short: 'The sign-in message is for another network' },
  SIWX_ADDRESS_MISMATCH: { number: 4100, short: 'The sign-in message is for another account' },
  SIWX_NONCE_INVALID: { number: 4100, short: 'The sign-in nonce is unknown, used or too old' },
  SIWX_EXPIRED: { number: 4100, short: 'The sign-in message has expired' },
  SIWX_NOT_YET_VALID: { number: 4100, short: 'The sign-in message is not valid yet' },
  SIWX_SIGNATURE_INVALID: { number: 4100, short: 'The signature is not one of this account' },
  SIWX_ANSWER_UNREADABLE: { number: -32603, short: 'What the wallet signed can not be read' },
  SIWX_NOTHING_GRANTED: { number: -32603, short: 'The wallet granted nothing' },
  SIWX_NOT_VERIFIED: { number: -32603, short: 'The signature could not be checked. Try again in a moment' },
  SIWX_SITE_FAILED: { number: -32603, short: 'This site says: {reason}' },
  SIWX_SESSION_INVALID: { number: 4100, short: 'The session is not valid or has ended' },
})
