/**
 * Replaces @walletconnect/keyvaluestorage, which reads storage while it loads, so the client would not load where
 * storage is denied. The client gets our own storage and never creates this one.
 */
export default function KeyValueStorage(): never {
  throw new Error('The client must get its storage from the frame')
}
