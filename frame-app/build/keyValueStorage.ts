/**
 * Replaces @walletconnect/keyvaluestorage, which reads storage while it loads. If storage is denied, the WalletConnect
 * client would not load with that package. The frame passes its own storage to the client, so the client never calls
 * this class.
 */
export default function KeyValueStorage(): never {
  throw new Error('The client must get its storage from the frame')
}
