/**
 * Stands in for @walletconnect/keyvaluestorage, which reads the page's storage while it loads, and so takes the client
 * with it where storage is denied. The client is given a storage of ours and never makes one.
 */
export default function KeyValueStorage(): never {
  throw new Error('the client has a storage of its own')
}
