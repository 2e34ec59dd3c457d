/*
 * Every code that may cross a frame. An error table can only have rows for these codes, so the other side knows every
 * code that is thrown.
 */

/** The codes with rows in commonErrors.ts: errors of every part. No file of a visitor contains this list. */
export const commonCodes = [
  'USER_REJECTED',
  'UNAUTHORIZED',
  'UNSUPPORTED_METHOD',
  'DISCONNECTED',
  'UNRECOGNIZED_CHAIN',
  'PARSE_ERROR',
  'INVALID_REQUEST',
  'METHOD_NOT_FOUND',
  'INVALID_PARAMS',
  'INTERNAL_ERROR',
  'INVALID_INPUT',
  'RESOURCE_NOT_FOUND',
  'RESOURCE_UNAVAILABLE',
  'TRANSACTION_REJECTED',
  'METHOD_NOT_SUPPORTED',
  'TOO_MANY_REQUESTS',
  'WALLET_ERROR',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'REQUEST_ABORTED',
  'MESSAGE_TOO_LARGE',
  'UNSUPPORTED_VERSION',
  'ORIGIN_NOT_ALLOWED',
  'UNVERIFIED_DOMAIN',
  'INVALID_PROJECT_ID',
  'SIWX_CONFIG_CONFLICT',
  'PROJECT_ID_NOT_CONFIGURED',
  'SESSION_EXPIRED',
  'SERVER_ERROR',
  'RATE_LIMITED',
  'SWITCH_NETWORK_NOT_FOUND',
  'IFRAME_LOAD_FAILED',
  'FRAME_BLOCKED_BY_CSP',
  'OFFLINE',
  'SERVER_UNREACHABLE',
  'BRIDGE_FAILED',
  'CHUNK_FAILED',
  'LOGIN_NOT_AVAILABLE',
  'ACCOUNT_NOT_FOUND',
  'WALLET_NOT_FOUND',
  'INVALID_CAIP_ADDRESS',
  'INVALID_CAIP_NETWORK_ID',
  'INVALID_ADDRESS',
  'CHAIN_NOT_SUPPORTED',
  'EXECUTION_REVERTED',
  'UNKNOWN_NODE_ERROR',
  'HTTP_FAILED',
] as const

export const otherCodes = [
  // Rows in walletErrors.ts: errors of the embedded wallet and its server
  'IFRAME_REQUEST_TIMEOUT',
  'BROWSER_TOO_OLD',
  'EMAIL_COOLDOWN',
  'INVALID_EMAIL',
  'MAIL_NOT_SENT',
  'CODE_WRONG',
  'CODE_EXPIRED',
  'CODE_DEAD',
  'CHALLENGE_NOT_FOUND',
  'DEVICE_NOT_APPROVED',
  'NEW_BROWSER',
  'LOGIN_FROZEN',
  'DPOP_INVALID',
  'SESSION_REVOKED',
  'FRESH_LOGIN_REQUIRED',
  'WINDOW_REQUIRED',
  'WALLET_EXISTS',
  'WALLET_MISSING',
  'WALLET_LOCKED',
  'WALLET_NOT_ACTIVE',
  'KEY_SET_NOT_FOUND',
  'KEY_NOT_UNLOCKED',
  'LAST_DURABLE_SET',
  'GUARDIAN_UNREACHABLE',
  'GUARDIAN_DELAY',
  'FLOW_NOT_FOUND',
  'QUEUE_FULL',
  'BLIND_MESSAGE',
  'WRONG_SITE_MESSAGE',
  'TRANSACTION_MESSAGE',
  'FOREIGN_KEY_MESSAGE',
  'ACCOUNT_DELEGATION',
  'FOREIGN_ACCOUNT',
  'NOT_SUPPORTED_YET',
  'FEE_CAP_TOO_HIGH',
  'FEE_CAP_TOO_LOW',
  'NONCE_TOO_HIGH',
  'NONCE_TOO_LOW',
  'NONCE_AT_MAXIMUM',
  'INSUFFICIENT_FUNDS',
  'INTRINSIC_GAS_TOO_HIGH',
  'INTRINSIC_GAS_TOO_LOW',
  'TRANSACTION_TYPE_NOT_SUPPORTED',
  'TIP_ABOVE_FEE_CAP',
  'GAS_PRICE_WITH_FEE_FIELDS',
  'UNSUPPORTED_CAPABILITY',
  'UNSUPPORTED_CHAIN_ID',
  'DUPLICATE_BUNDLE_ID',
  'UNKNOWN_BUNDLE_ID',
  'BUNDLE_TOO_LARGE',
  'ATOMICITY_NOT_SUPPORTED',
  // Rows in siwxErrors.ts: errors of the sign-in to a site
  'SIWX_NOT_INITIALIZED',
  'SIWX_MESSAGE_INVALID',
  'SIWX_DATA_MISMATCH',
  'SIWX_DOMAIN_MISMATCH',
  'SIWX_URI_MISMATCH',
  'SIWX_CHAIN_MISMATCH',
  'SIWX_ADDRESS_MISMATCH',
  'SIWX_NONCE_INVALID',
  'SIWX_EXPIRED',
  'SIWX_NOT_YET_VALID',
  'SIWX_SIGNATURE_INVALID',
  'SIWX_ANSWER_UNREADABLE',
  'SIWX_NOTHING_GRANTED',
  'SIWX_NOT_VERIFIED',
  'SIWX_SITE_FAILED',
  'SIWX_SESSION_INVALID',
  // Rows in relayErrors.ts: errors of the connection to a wallet on another device
  'PAIRING_EXPIRED',
  'RELAY_UNREACHABLE',
  // Rows in chainErrors.ts: errors of chains and networks
  'CONNECTOR_CHAIN_MISMATCH',
  'TOKEN_BALANCE_UNAVAILABLE',
  'NETWORK_NOT_FOUND',
  'NETWORK_IN_USE',
  'CHAIN_ADAPTER_NOT_FOUND',
  'NETWORK_NOT_DESCRIBED',
  // Rows in openErrors.ts: errors of the options of open()
  'UNKNOWN_VIEW',
  'VIEW_NOT_AVAILABLE',
  'UNKNOWN_WALLET',
] as const

export type ErrorCode = (typeof commonCodes | typeof otherCodes)[number]

/**
 * `number` is the EIP-1193, EIP-3326, EIP-5792 or JSON-RPC code. `surface` says where the frame shows the error; an
 * error without `surface` is only returned to the caller. `short` is the text shown; `{name}` stands for a value given
 * on throwing.
 */
export type ErrorRow = { number: number; surface?: 'alert' | 'toast' | undefined; short: string }
/** A row of an error table with its code. The constructor of `AppError` takes such a row. */
export type ErrorEntry = ErrorRow & { readonly code: ErrorCode }

export type ErrorTable = { readonly [Code in ErrorCode]?: ErrorEntry }

/** Returns the row of an error code that another party sent, which may be no code at all. */
export const errorEntryOf = (table: ErrorTable, code: unknown): ErrorEntry | undefined =>
  typeof code === 'string' && Object.hasOwn(table, code) ? table[code as ErrorCode] : undefined

/** Creates an error table, in which each row has its code. A code that this file lacks does not compile. */
export const defineErrors = <const Code extends ErrorCode>(rows: { readonly [Name in Code]: ErrorRow }) =>
  Object.fromEntries(Object.entries<ErrorRow>(rows).map(([code, row]) => [code, { ...row, code }])) as unknown as {
    readonly [Name in Code]: ErrorRow & { readonly code: Name }
  }
