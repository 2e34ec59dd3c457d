import { isAddressEqual } from 'viem'
import { formatList, formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { Facts } from '../../approval/proposal.ts'
import type { RiskClass } from '../../approval/riskClass.ts'
import type { Action } from '../decode/action.ts'
import type { Effects } from '../simulate/effects.ts'
import { type AnyAsset, shorten, symbolOf, writeAmount } from './tokens.ts'
import { findWarnings, type Subject } from './warnings.ts'

export type Described = Pick<Facts, 'asks' | 'notices' | 'changesTitle' | 'changes' | 'rows' | 'steps' | 'isDanger'> & {
  riskClass: RiskClass
  label: string
}

/** What is shown of a transaction, or of several: first what it does, then what it says that it does. */
export const describeCalls = (input: Subject): Described => {
  const { account, network, calls, actions, simulation, tokens, limit } = input
  const native = network.nativeCurrency
  const write = (asset: Parameters<typeof writeAmount>[0], amount: bigint): string =>
    writeAmount(asset, amount, tokens, native)
  const { notices, hidden } = findWarnings(input)
  const effects = simulation.status === 'ok' ? simulation.effects : null
  const grants = effects?.grants ?? []
  const isDanger = notices.some(({ tone }) => tone === 'danger') || simulation.status === 'fails'
  const changes = effects ? listEffects(effects) : listSaid()
  return {
    asks: sayAsk(actions, calls.length),
    notices,
    changesTitle:
      grants.length > 0 && changes.every(({ direction }) => direction === 'risk')
        ? messages.changes.mayTake
        : messages.changes.after,
    changes,
    rows: [...listPlaces(actions), { label: messages.rows.network, value: network.name, isAddress: false }],
    steps: actions.length > 1 ? actions.map((action) => sayAction(action)) : [],
    isDanger,
    riskClass: simulation.status === 'unknown' ? 3 : 2,
    label: sayLabel(),
  }

  function listEffects({ changes, grants }: Effects): Facts['changes'] {
    return [
      ...changes.map(({ asset, amount }) => ({
        direction: amount < 0n ? ('out' as const) : ('in' as const),
        name: symbolOf(asset, tokens, native),
        amount: `${amount < 0n ? '−' : '+'}${write(asset, amount < 0n ? -amount : amount)}`,
        note: '',
      })),
      ...grants.map(({ asset, amount, spender }) => ({
        direction: 'risk' as const,
        name: symbolOf(asset, tokens, native),
        amount: sayLimit(asset, amount, amount !== null && amount >= 2n ** 95n),
        note: formatText(messages.changes.forSpender, { spender: shorten(spender) }),
      })),
    ]
  }

  /** Without a trial: what is said, and that there may be more. */
  function listSaid(): Facts['changes'] {
    const said = actions.flatMap((action): Facts['changes'] => {
      if (action.kind === 'transfer' && isAddressEqual(action.from, account))
        return [
          {
            direction: 'out',
            name: symbolOf(action.asset, tokens, native),
            amount: `−${write(action.asset, action.amount)}`,
            note: '',
          },
        ]
      if (action.kind === 'allow')
        return [
          {
            direction: 'risk',
            name: symbolOf(action.asset, tokens, native),
            amount: sayLimit(action.asset, action.amount, action.isUnlimited),
            note: formatText(messages.changes.forSpender, { spender: shorten(action.spender) }),
          },
        ]
      if ('value' in action && action.value > 0n)
        return [
          { direction: 'out', name: native.symbol, amount: `−${write({ kind: 'native' }, action.value)}`, note: '' },
        ]
      return []
    })
    const isPlain = actions.every(({ kind }) => kind === 'transfer' || kind === 'revoke')
    return isPlain ? said : [...said, anythingElse()]
  }

  function sayLimit(asset: AnyAsset, amount: bigint | null, isUnlimited: boolean): string {
    if (amount === null) return messages.amounts.all
    return isUnlimited
      ? messages.amounts.unlimited
      : formatText(messages.amounts.upTo, { amount: write(asset, amount) })
  }

  function sayTaken(action: Action & { kind: 'allow' }): string {
    const { allOf, unlimitedOf } = messages.amounts
    const token = symbolOf(action.asset, tokens, native)
    if (action.amount === null) return formatText(allOf, { token })
    return action.isUnlimited ? formatText(unlimitedOf, { token }) : write(action.asset, action.amount)
  }

  function sayAction(action: Action): string {
    const { steps } = messages
    switch (action.kind) {
      case 'transfer':
        return formatText(steps.send, { amount: write(action.asset, action.amount), to: shorten(action.to) })
      case 'allow':
        return formatText(steps.allow, { spender: shorten(action.spender), amount: sayTaken(action) })
      case 'revoke':
        return formatText(steps.revoke, {
          spender: shorten(action.spender),
          token: symbolOf(action.asset, tokens, native),
        })
      case 'control':
      case 'call':
        return formatText(steps.call, { name: action.name, contract: shorten(action.contract) })
      case 'deploy':
        return steps.deploy
      case 'unknown':
        return formatText(steps.callUnknown, { contract: shorten(action.contract), selector: action.selector })
    }
  }

  /** The button carries the facts, and whose limit it keeps to. */
  function sayLabel(): string {
    if (!limit) return sayDeed()
    const { labels } = messages
    const asset = { kind: 'erc20', token: limit.token } as const
    const values = { label: sayDeed(), amount: write(asset, limit.amount), token: symbolOf(asset, tokens, native) }
    const isAll = actions.length === 1 && hidden.length === 0
    if (limit.isSet) return formatText(isAll ? labels.allowOnly : labels.withOnly, values)
    return formatText(isAll ? labels.allowUnlimited : labels.withUnlimited, values)
  }

  /** As the trial has it where that says more than the call. */
  function sayDeed(): string {
    const { labels, lists } = messages
    if (simulation.status === 'fails') return labels.send
    const taken = effects?.changes.filter(({ amount }) => amount < 0n) ?? []
    const [only] = actions
    if (hidden.length > 0 || (only?.kind === 'unknown' && actions.length === 1))
      return taken.length > 0
        ? formatText(labels.give, {
            amounts: formatList(
              taken.map(({ asset, amount }) => write(asset, -amount)),
              lists.and,
            ),
          })
        : labels.approve
    return actions.length === 1 && only ? sayAction(only) : formatText(labels.actions, { n: actions.length })
  }
}

export const anythingElse = (): Facts['changes'][number] => ({
  direction: 'risk',
  name: messages.changes.anythingElse,
  amount: messages.amounts.unknown,
  note: messages.changes.notSimulated,
})

const sayAsk = (actions: readonly Action[], callCount: number): string => {
  const { asks } = messages
  if (callCount > 1 || actions.length > 1) return formatText(asks.actions, { n: actions.length })
  const [only] = actions
  switch (only?.kind) {
    case 'transfer':
      return only.asset.kind === 'native' ? asks.coins : asks.tokens
    case 'allow':
      return asks.allow
    case 'revoke':
      return asks.revoke
    case 'control':
      return asks.control
    case 'deploy':
      return asks.deploy
    case 'call':
      return formatText(asks.call, { name: only.name })
    default:
      return asks.contract
  }
}

const listPlaces = (actions: readonly Action[]): Facts['rows'] => {
  const names = messages.rows
  const rows = actions.flatMap((action): Facts['rows'] => {
    if (action.kind === 'transfer') return [{ label: names.to, value: action.to, isAddress: true }]
    if (action.kind === 'allow' || action.kind === 'revoke')
      return [
        { label: names.spender, value: action.spender, isAddress: true },
        ...('token' in action.asset ? [{ label: names.token, value: action.asset.token, isAddress: true }] : []),
        ...(action.kind === 'allow' && action.until !== null
          ? [{ label: names.until, value: sayTime(action.until), isAddress: false }]
          : []),
      ]
    if (action.kind === 'deploy') return []
    return [
      { label: names.contract, value: action.contract, isAddress: true },
      ...('args' in action ? action.args.map((argument) => ({ ...argument, isAddress: false })) : []),
    ]
  })
  const seen = new Set<string>()
  return rows.filter(({ label, value }) => !seen.has(`${label} ${value}`) && seen.add(`${label} ${value}`)).slice(0, 24)
}

/** Far beyond what a date can be, an end is none. */
export const sayTime = (seconds: bigint): string =>
  seconds > 8_640_000_000_000n
    ? messages.rows.noEnd
    : new Date(Number(seconds) * 1_000).toISOString().replace('T', ' ').slice(0, 16)
