import type { ServerClient } from '../session/serverClient.ts'
import type { PricedAmount } from './proposal.ts'

/** Writes into its place what an amount is worth, once the wallet knows the price. */
export type ShowWorth = (amount: PricedAmount, place: HTMLElement) => void

/** The code for prices loads with the first card that needs it. No card waits for it. */
export const createShowWorth =
  (server: ServerClient): ShowWorth =>
  (amount, place) =>
    void import('./worth.ts').then(({ writeWorth }) => writeWorth(server, amount, place)).catch(() => undefined)
