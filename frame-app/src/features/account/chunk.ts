/** One chunk for both views, because the first view contains the name of every chunk. */
export { AccountView } from './AccountView.tsx'
export { WalletReceiveView } from './WalletReceiveView.tsx'
