/** What a page that uses Sats Connect calls: the list of wallets, and requests to one of them. */
export { getProviders, request } from '@sats-connect/core'
