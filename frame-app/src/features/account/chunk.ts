/** Both account views share one chunk, because the first view contains the name of every chunk. */
export { AccountView } from './AccountView.tsx'
export { WalletReceiveView } from './WalletReceiveView.tsx'
