import type { Network } from 'loader/protocol/serverApi.ts'
import { type Address, isAddressEqual } from 'viem'
import type { Facts } from '../approval/proposal.ts'
import type { Action, Call } from '../decode/action.ts'
import { type Change, type Effects, keyOf } from '../simulate/effects.ts'
import type { Simulation } from '../simulate/simulate.ts'
import { findLookAlike, isSame } from './recipients.ts'
import { shorten, type Tokens, writeAmount } from './tokens.ts'

/** One transaction or several, as they were asked for, read and tried out. */
export type Subject = {
  account: Address
  network: Network
  calls: readonly Call[]
  actions: readonly Action[]
  simulation: Simulation
  tokens: Tokens
  recipients: readonly string[]
}

/** What has to stand out; `hidden` is what would leave the account and was not said. */
export const findWarnings = (subject: Subject): { notices: Facts['notices']; hidden: Change[] } => {
  const { account, network, actions, simulation, tokens, recipients } = subject
  const write = ({ asset, amount }: Change): string => writeAmount(asset, amount, tokens, network.nativeCurrency)
  const notices: Facts['notices'] = []
  const danger = (title: string, text: string): void => void notices.push({ tone: 'danger', title, text })
  const warn = (title: string, text: string): void => void notices.push({ tone: 'warn', title, text })

  const effects = simulation.status === 'ok' ? simulation.effects : null
  const hidden = effects ? findUnsaid(account, actions, effects, tokens) : []
  if (simulation.status === 'fails')
    warn('This would fail', `${simulation.reason || 'The contract gives no reason'}. You would lose the fee.`)
  if (simulation.status === 'unknown')
    warn('Not simulated', 'The network cannot try this out beforehand. Only what the call says of itself is shown.')
  if (actions.some(({ kind }) => kind === 'unknown'))
    danger(
      'We cannot say what this does',
      'Its call could not be decoded. A site that you do not know may take what you own.',
    )
  if (hidden.length > 0) danger('It does more than it says', `It also takes: ${hidden.map(write).join(', ')}.`)
  const unlimited = actions.find((action) => action.kind === 'allow' && action.isUnlimited)
  const grants = effects?.grants ?? []
  if (unlimited || grants.some(({ amount }) => amount === null))
    danger('No limit on what it may take', 'If you approve, the spender can take all of it, now and in the future.')
  const unsaidGrants = grants.filter(
    ({ spender, asset }) =>
      !actions.some(
        (action) => action.kind === 'allow' && isSame(action.spender, spender) && isTokenOf(action.asset, asset),
      ),
  )
  if (unsaidGrants.length > 0)
    danger(
      'It allows more than it says',
      `${unsaidGrants.map(({ spender }) => shorten(spender)).join(', ')} may take from you later.`,
    )
  for (const action of actions)
    if (action.kind === 'control') danger('This hands over control', `${action.name} on ${shorten(action.contract)}.`)

  const receivers = [...new Set(actions.flatMap((action) => (action.kind === 'transfer' ? [action.to] : [])))]
  for (const to of receivers) {
    const twin = findLookAlike(to, [...recipients, account])
    if (twin)
      danger('A look-alike address', `It begins and ends like ${shorten(twin)}, which you know, and is another one.`)
    else if (!recipients.some((known) => isSame(known, to)) && !isAddressEqual(to, account))
      warn('New recipient', 'You have not sent to this address from this browser before.')
  }
  for (const { symbol } of tokens.values())
    if (symbol.confusable) warn('A confusable name', `"${symbol.text}" may be written to be taken for another token.`)

  return { notices, hidden }
}

const isTokenOf = (said: { kind: string; token?: Address }, real: { kind: string; token?: Address }): boolean =>
  said.token !== undefined && real.token !== undefined && isAddressEqual(said.token, real.token)

/** Names under which a contract may well take tokens; what is taken stands among the changes anyway. */
const takers = /^(?:swap|exact|deposit|mint|execute|add|burn|send|permit)/

/** What left the account in the trial, and no action said so. */
const findUnsaid = (account: Address, actions: readonly Action[], { changes }: Effects, tokens: Tokens): Change[] => {
  if (actions.some((action) => action.kind === 'call' && takers.test(action.name))) return []
  const said = new Map<string, bigint>()
  const add = (key: string, amount: bigint): void => void said.set(key, (said.get(key) ?? 0n) + amount)
  for (const action of actions) {
    if (action.kind === 'transfer' && isAddressEqual(action.from, account)) {
      const { asset, amount } = action
      const isNft = asset.kind === 'token' && tokens.get(asset.token.toLowerCase())?.decimals === null
      if (asset.kind !== 'token') add(keyOf(asset), amount)
      else if (isNft) add(keyOf({ kind: 'erc721', token: asset.token, id: amount }), 1n)
      else add(keyOf({ kind: 'erc20', token: asset.token }), amount)
    } else if ('value' in action) add(keyOf({ kind: 'native' }), action.value)
  }
  return changes.flatMap(({ asset, amount }) => {
    const more = -amount - (said.get(keyOf(asset)) ?? 0n)
    return amount < 0n && more > 0n ? [{ asset, amount: more }] : []
  })
}
