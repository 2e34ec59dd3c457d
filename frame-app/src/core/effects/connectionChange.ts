/** The facts of the connection that decide which view may show. */
export type ConnectionFacts = { account: string | null; network: string | null; mustSwitch: boolean }

/** How a change of the connection changes the view of an open modal. */
export type ConnectionChange = 'none' | 'connected' | 'lost' | 'mustSwitch' | 'networkChanged' | 'accountChanged'

export const findConnectionChange = (before: ConnectionFacts, after: ConnectionFacts): ConnectionChange => {
  if (before.account && !after.account) return 'lost'
  if (!after.account) return 'none'
  if (after.mustSwitch) return before.mustSwitch ? 'none' : 'mustSwitch'
  if (!before.account) return 'connected'
  if (before.network !== after.network) return 'networkChanged'
  return before.account === after.account ? 'none' : 'accountChanged'
}
