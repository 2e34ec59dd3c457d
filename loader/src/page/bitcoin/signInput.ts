/** An entry of `signInputs` in WalletConnect's `signPsbt`. */
export type PsbtSignInput = { address: string; index: number; sighashTypes?: number[] }
