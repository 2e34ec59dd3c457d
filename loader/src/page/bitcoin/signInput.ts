/** Of WalletConnect's `signPsbt`. */
export type SignInput = { address: string; index: number; sighashTypes?: number[] }
