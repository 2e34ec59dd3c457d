/**
 * Replaces @walletconnect/keyvaluestorage, which reads storage while it loads. If storage is denied, the WalletConnect
 * client would not load with that package. The client gets our own storage and never creates this one.
 */
export default function KeyValueStorage(): never {
  throw new Error('The client must get its storage from the frame')
}
