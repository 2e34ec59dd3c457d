/** These parts share one chunk, because the first view contains the name of every chunk. */
export { CollapsedWallets } from './CollapsedWallets.tsx'
export { WalletNotice } from './WalletNotice.tsx'
