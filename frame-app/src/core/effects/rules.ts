/** The facts of the connection that decide which view may show. */
export type Situation = { account: string | null; network: string | null; mustSwitch: boolean }

/** How a change of the connection changes the view of an open modal. */
export type Consequence = 'none' | 'connected' | 'lost' | 'mustSwitch' | 'networkChanged' | 'accountChanged'

export const consequenceOf = (before: Situation, after: Situation): Consequence => {
  if (before.account && !after.account) return 'lost'
  if (!after.account) return 'none'
  if (after.mustSwitch) return before.mustSwitch ? 'none' : 'mustSwitch'
  if (!before.account) return 'connected'
  if (before.network !== after.network) return 'networkChanged'
  return before.account === after.account ? 'none' : 'accountChanged'
}
