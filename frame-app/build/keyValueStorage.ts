/**
 * Replaces the package @walletconnect/keyvaluestorage. That package reads storage while it loads, so the WalletConnect
 * client would not load where storage is denied. The client gets our own storage and never creates this one.
 */
export default function KeyValueStorage(): never {
  throw new Error('The client must get its storage from the frame')
}
