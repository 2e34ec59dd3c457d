import { defineErrors } from './errorCodes.ts'

/** Errors that every part of the product may throw. `errorDetails.ts` has the details for developers. */
export const commonErrors = defineErrors({
  // EIP-1193 and EIP-3326
  USER_REJECTED: { number: 4001, short: 'User rejected the request' },
  UNAUTHORIZED: { number: 4100, short: 'The requested method or account has not been authorized' },
  UNSUPPORTED_METHOD: { number: 4200, short: 'The requested method is not supported' },
  DISCONNECTED: { number: 4900, short: 'The provider is disconnected from all chains' },
  UNRECOGNIZED_CHAIN: { number: 4902, short: 'Unrecognized chain' },

  // JSON-RPC and EIP-1474
  PARSE_ERROR: { number: -32700, short: 'The message is not valid JSON' },
  INVALID_REQUEST: { number: -32600, short: 'The request is not valid' },
  METHOD_NOT_FOUND: { number: -32601, short: 'The method does not exist' },
  INVALID_PARAMS: { number: -32602, short: 'The parameters are not valid' },
  INTERNAL_ERROR: { number: -32603, short: 'An error occurred' },
  INVALID_INPUT: { number: -32000, short: 'Missing or invalid parameters' },
  RESOURCE_NOT_FOUND: { number: -32001, short: 'The requested resource was not found' },
  RESOURCE_UNAVAILABLE: { number: -32002, short: 'The requested resource is not available' },
  TRANSACTION_REJECTED: { number: -32003, short: 'The transaction was rejected' },
  METHOD_NOT_SUPPORTED: { number: -32004, short: 'The method is not implemented' },
  TOO_MANY_REQUESTS: { number: -32005, short: 'Too many requests' },

  // A wallet's own error, with its code and message
  WALLET_ERROR: { number: -32603, surface: 'toast', short: 'The wallet reported an error' },

  // The channel
  METHOD_NOT_ALLOWED: {
    number: 4200,
    surface: 'toast',
    short: 'Requested RPC call is not allowed',
  },
  REQUEST_TIMEOUT: { number: -32603, short: 'The request timed out' },
  REQUEST_ABORTED: { number: -32603, short: 'Request was aborted' },
  MESSAGE_TOO_LARGE: { number: -32600, short: 'The message is too large' },
  UNSUPPORTED_VERSION: {
    number: 4900,
    surface: 'alert',
    short: 'Unsupported version',
  },

  // The frame and its server
  ORIGIN_NOT_ALLOWED: {
    number: 4100,
    surface: 'alert',
    short: 'Invalid App Configuration',
  },
  UNVERIFIED_DOMAIN: {
    number: 4100,
    surface: 'alert',
    short: 'Invalid App Configuration',
  },
  INVALID_PROJECT_ID: {
    number: 4100,
    surface: 'alert',
    short: 'Invalid App Configuration',
  },
  SIWX_CONFIG_CONFLICT: {
    number: -32602,
    surface: 'alert',
    short: 'Invalid App Configuration',
  },
  PROJECT_ID_NOT_CONFIGURED: {
    number: 4100,
    surface: 'alert',
    short: 'Project ID Not Configured',
  },
  SESSION_EXPIRED: {
    number: 4100,
    surface: 'alert',
    short: 'Session Expired',
  },
  SERVER_ERROR: {
    number: -32603,
    surface: 'alert',
    short: 'Server Error',
  },
  RATE_LIMITED: {
    number: -32005,
    surface: 'alert',
    short: 'Rate Limited',
  },
  SWITCH_NETWORK_NOT_FOUND: {
    number: 4902,
    surface: 'alert',
    short: 'Network Not Found',
  },
  IFRAME_LOAD_FAILED: {
    number: 4900,
    surface: 'alert',
    short: 'Network Error - Could not load embedded wallet',
  },
  FRAME_BLOCKED_BY_CSP: {
    number: 4900,
    surface: 'alert',
    short: 'Blocked by this site',
  },
  OFFLINE: { number: 4900, surface: 'alert', short: 'You are offline' },
  SERVER_UNREACHABLE: {
    number: 4900,
    surface: 'alert',
    short: 'The server cannot be reached',
  },
  BRIDGE_FAILED: {
    number: 4900,
    surface: 'alert',
    short: 'Wallets of this browser cannot be reached',
  },
  CHUNK_FAILED: { number: -32603, surface: 'toast', short: 'This part could not be loaded' },

  // The embedded wallet
  LOGIN_NOT_AVAILABLE: { number: 4200, surface: 'toast', short: 'Login is not available yet' },

  // Connecting
  ACCOUNT_NOT_FOUND: { number: 4100, short: 'The wallet does not have this account' },
  WALLET_NOT_FOUND: { number: 4900, short: 'This wallet is no longer in the page' },

  // Identifiers and networks
  INVALID_CAIP_ADDRESS: { number: -32602, short: 'Invalid CAIP-10 address: {value}' },
  INVALID_CAIP_NETWORK_ID: { number: -32602, short: 'Invalid CAIP-2 network id: {value}' },
  INVALID_ADDRESS: { number: -32602, short: 'Invalid address' },
  CHAIN_NOT_SUPPORTED: { number: 4902, short: 'Chain is not supported' },

  // Answers of an RPC node
  EXECUTION_REVERTED: { number: 3, short: 'Execution reverted' },
  UNKNOWN_NODE_ERROR: { number: -32603, short: 'The node reported an unknown error' },
  HTTP_FAILED: { number: -32603, short: 'The server answered with status {status}' },
})
