/** An entry of `signInputs` in WalletConnect's `signPsbt`. */
export type SignInput = { address: string; index: number; sighashTypes?: number[] }
