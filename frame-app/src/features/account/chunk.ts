/** One chunk: each name of another one would be a part of the first view. */
export { AccountView } from './AccountView.tsx'
export { WalletReceiveView } from './WalletReceiveView.tsx'
