/** One chunk for both components, because the first view contains the name of every chunk. */
export { RequiredCheckbox } from './RequiredCheckbox.tsx'
export { WalletNotice } from './WalletNotice.tsx'
