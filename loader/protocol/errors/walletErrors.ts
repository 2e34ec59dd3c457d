import { commonErrors } from './commonErrors.ts'
import { defineErrors } from './errorCodes.ts'

/** Errors of the embedded wallet and its server. */
export const walletErrors = defineErrors({
  IFRAME_REQUEST_TIMEOUT: { number: -32603, surface: 'alert', short: 'Embedded Wallet Request Timed Out' },
  BROWSER_TOO_OLD: { number: 4200, surface: 'alert', short: 'This browser is too old for login by email' },

  // Login
  EMAIL_COOLDOWN: { number: -32005, surface: 'toast', short: 'Please try again after {n} seconds' },
  INVALID_EMAIL: { number: -32602, short: 'Invalid email address' },
  MAIL_NOT_SENT: { number: -32603, short: 'The mail could not be sent. Try again in a moment' },
  CODE_WRONG: { number: -32602, short: 'Invalid code. Try again. {n} tries left' },
  CODE_EXPIRED: { number: -32602, short: 'The code has expired' },
  CODE_DEAD: { number: -32602, short: 'Too many wrong codes. Ask for a new one' },
  CHALLENGE_NOT_FOUND: { number: -32602, short: 'This login has ended. Start again' },
  DEVICE_NOT_APPROVED: { number: 4100, short: 'Open your wallet on this browser first' },
  NEW_BROWSER: { number: 4100, short: 'This browser came in by email. It can do this in {n} hours' },
  LOGIN_FROZEN: { number: 4100, short: 'New browsers are not let in right now. Try again tomorrow' },

  // The session with the server
  DPOP_INVALID: { number: 4100, short: 'The proof of possession is not valid' },
  SESSION_REVOKED: { number: 4100, short: 'Signed out. Sign in again' },
  FRESH_LOGIN_REQUIRED: { number: 4100, short: 'Sign in again to do this' },
  WINDOW_REQUIRED: { number: 4100, short: 'This works only in a wallet window. Reload the window and try again' },

  // Keys
  WALLET_EXISTS: { number: -32603, short: 'There is a wallet already' },
  WALLET_MISSING: { number: 4100, short: 'There is no wallet yet' },
  WALLET_LOCKED: { number: 4100, short: 'The wallet has to be recovered on this device first' },
  WALLET_NOT_ACTIVE: { number: 4100, short: 'The wallet can only receive until a way to recover it is set' },
  KEY_SET_NOT_FOUND: { number: -32001, short: 'This way to unlock the wallet no longer exists' },
  KEY_NOT_UNLOCKED: { number: 4100, short: 'The wallet could not be unlocked' },
  LAST_DURABLE_SET: { number: -32602, short: 'One way to recover the wallet has to stay' },
  GUARDIAN_UNREACHABLE: { number: 4900, short: 'Recovery by email isn’t answering. Try again in a minute' },
  GUARDIAN_DELAY: { number: 4100, short: 'The wallet is released in {n} seconds' },
  FLOW_NOT_FOUND: { number: -32001, short: 'This request has ended' },

  // Approvals
  QUEUE_FULL: { number: -32005, short: 'Too many requests are waiting for an answer' },
  BLIND_MESSAGE: { number: -32602, short: 'A message that nobody can read is not signed' },
  WRONG_SITE_MESSAGE: { number: 4100, short: 'The message is a sign-in for another site' },
  TRANSACTION_MESSAGE: { number: -32602, short: 'The message is a transaction in disguise' },
  FOREIGN_KEY_MESSAGE: { number: 4100, short: 'The message makes the key of another site' },
  ACCOUNT_DELEGATION: { number: 4100, short: 'A site cannot ask to hand the account to a contract' },
  FOREIGN_ACCOUNT: { number: 4100, short: 'The account is not one of this wallet' },
  NOT_SUPPORTED_YET: { number: 4200, short: 'This wallet does not support this yet' },

  // Answers of an RPC node
  FEE_CAP_TOO_HIGH: { number: -32003, short: 'The maximum fee is too high' },
  FEE_CAP_TOO_LOW: { number: -32003, short: "The maximum fee is below the block's base fee" },
  NONCE_TOO_HIGH: { number: -32003, short: 'The nonce is higher than the next one expected' },
  NONCE_TOO_LOW: { number: -32003, short: 'The nonce is lower than the current one' },
  NONCE_AT_MAXIMUM: { number: -32003, short: 'The nonce is at its maximum' },
  INSUFFICIENT_FUNDS: { number: -32003, short: 'Insufficient funds for amount and network fee' },
  INTRINSIC_GAS_TOO_HIGH: { number: -32003, short: 'The gas limit is above that of the block' },
  INTRINSIC_GAS_TOO_LOW: { number: -32003, short: 'The gas limit is too low' },
  TRANSACTION_TYPE_NOT_SUPPORTED: {
    number: -32003,

    short: 'This network does not support the transaction type',
  },
  TIP_ABOVE_FEE_CAP: { number: -32602, short: 'The priority fee is above the maximum fee' },
  GAS_PRICE_WITH_FEE_FIELDS: {
    number: -32602,

    short: 'gasPrice cannot be combined with EIP-1559 fee fields',
  },

  // EIP-5792
  UNSUPPORTED_CAPABILITY: { number: 5700, short: 'A required capability is not supported' },
  UNSUPPORTED_CHAIN_ID: { number: 5710, short: 'The chain id is not supported for call bundles' },
  DUPLICATE_BUNDLE_ID: { number: 5720, short: 'A call bundle with this id already exists' },
  UNKNOWN_BUNDLE_ID: { number: 5730, short: 'The call bundle id is unknown' },
  BUNDLE_TOO_LARGE: { number: 5740, short: 'The call bundle is too large' },
  ATOMICITY_NOT_SUPPORTED: { number: 5760, short: 'Atomic execution is not supported' },
})

/** Every error that the embedded wallet, its server and the guardian send to each other. */
export const embeddedWalletErrors = { ...commonErrors, ...walletErrors }
