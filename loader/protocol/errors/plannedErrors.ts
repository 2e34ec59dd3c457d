import type { ErrorRow } from './errorCodes.ts'

/**
 * Errors of features that are not built yet. Move a row to its table, and translate its text, once code throws it.
 * Until then the rows are in no file that a visitor loads. `npm run check` names a row of a table that no code uses.
 */
export const plannedErrors = {
  // EIP-1193 and EIP-3326
  CHAIN_DISCONNECTED: { number: 4901, short: 'The provider is disconnected from this chain' },
  UNKNOWN_RPC_ERROR: { number: 5000, short: 'An unknown error occurred' },

  // JSON-RPC and EIP-1474
  RPC_VERSION_NOT_SUPPORTED: { number: -32006, short: 'The JSON-RPC version is not supported' },
  INVALID_CHAIN_ID: { number: 32603, short: 'The chain id is not valid' },

  // A wallet's own error, with its code and message
  SIGNATURE_DECLINED: { number: 4001, surface: 'toast', short: 'Signature declined' },

  // The channel
  ABORTED: { number: -32603, short: 'Something went wrong' },

  // Connecting
  ALREADY_CONNECTED: { number: -32603, short: 'The connector is already connected' },
  CONNECTOR_NOT_CONNECTED: { number: 4100, short: 'The connector is not connected' },
  FAILED_TO_DISCONNECT: { number: -32603, short: 'Failed to disconnect' },

  // Identifiers and networks
  UNSUPPORTED_CHAIN: { number: 4902, short: 'Unsupported chain' },
  ADAPTER_NOT_FOUND: { number: -32603, short: 'Adapter not found' },
  AUTH_CONNECTOR_NOT_FOUND: { number: -32603, short: 'Address or auth connector not found' },
  COIN_TYPE_CHAIN_ID_TOO_LARGE: { number: -32602, short: 'The chain id must be below 2147483648' },

  // Account and balances
  TRANSACTIONS_NOT_FETCHED: { number: -32603, surface: 'toast', short: 'Failed to fetch transactions' },
  TRANSACTIONS_NEED_ACCOUNT: {
    number: -32602,

    short: "Transactions can't be fetched without an accountAddress",
  },
  GAS_PRICE_NOT_SUPPORTED: { number: 4902, short: 'Network not supported for Gas Price' },
  SWAPS_NOT_SUPPORTED: { number: 4902, short: 'Network not supported for Swaps' },
  AMOUNT_AND_RECEIVER_REQUIRED: {
    number: -32602,

    short: 'An amount and receiver address are required',
  },
  TOKEN_REQUIRED: { number: -32602, short: 'A token is required' },

  // Name services
  NAME_NOT_RESOLVED: { number: -32603, short: 'Error resolving name' },
  NAME_SUGGESTIONS_FAILED: { number: -32603, short: 'Error fetching name suggestions' },
  NAMES_FOR_ADDRESS_FAILED: { number: -32603, short: 'Error fetching names for address' },
  NAME_NOT_REGISTERED: { number: -32603, short: 'Error registering name {name}' },

  // Sign-in to the site
  SIWX_SMART_ACCOUNT: {
    number: -32603,
    surface: 'toast',
    short: 'This application might not support Smart Accounts',
  },
  SIWX_NOT_ENABLED: { number: -32603, short: 'SIWX is not enabled' },
  SIWX_NO_ADDRESS: { number: 4100, short: 'No ActiveCaipAddress found' },
  SIWX_NO_NETWORK: { number: 4901, short: 'No ActiveCaipNetwork or client found' },

  // The embedded wallet
  EMAIL_LOGIN_NOT_LOADED: { number: 4900, short: 'Unable to load email login dependency' },
  STORAGE_DENIED: { number: 4900, short: 'This browser keeps nothing for the wallet on this site' },
  SIMULATION_FAILED: { number: -32003, short: 'The transaction would fail: {reason}' },

  // EIP-5792
  ATOMIC_UPGRADE_REJECTED: { number: 5750, short: 'The upgrade for atomic execution was rejected' },
} as const satisfies Record<string, ErrorRow>
