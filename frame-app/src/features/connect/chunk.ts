/** The check box and the notice share one chunk, because the first view contains the name of every chunk. */
export { RequiredCheckbox } from './RequiredCheckbox.tsx'
export { WalletNotice } from './WalletNotice.tsx'
