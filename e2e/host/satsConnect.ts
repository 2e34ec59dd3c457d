/** The functions that a page of Sats Connect calls: the list of wallets, and requests to one of them. */
export { getProviders, request } from '@sats-connect/core'
