import { isAddressEqual } from 'viem'
import type { Facts } from '../approval/proposal.ts'
import type { RiskClass } from '../approval/riskClass.ts'
import type { Action } from '../decode/action.ts'
import type { Effects } from '../simulate/effects.ts'
import { shorten, symbolOf, writeAmount } from './tokens.ts'
import { findWarnings, type Subject } from './warnings.ts'

export type Described = Pick<Facts, 'asks' | 'notices' | 'changesTitle' | 'changes' | 'rows' | 'steps' | 'isDanger'> & {
  riskClass: RiskClass
  label: string
}

/** What is shown of a transaction, or of several: first what it does, then what it says that it does. */
export const describeCalls = (input: Subject): Described => {
  const { account, network, calls, actions, simulation, tokens } = input
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
        ? 'It may take'
        : 'After this, in your wallet',
    changes,
    rows: [...listPlaces(actions), { label: 'Network', value: network.name, isAddress: false }],
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
        amount: amount === null ? 'All of them' : amount >= 2n ** 95n ? 'Unlimited' : `up to ${write(asset, amount)}`,
        note: `for ${shorten(spender)}`,
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
            amount: sayAllowance(action),
            note: `for ${shorten(action.spender)}`,
          },
        ]
      if ('value' in action && action.value > 0n)
        return [
          { direction: 'out', name: native.symbol, amount: `−${write({ kind: 'native' }, action.value)}`, note: '' },
        ]
      return []
    })
    const isPlain = actions.every(({ kind }) => kind === 'transfer' || kind === 'revoke')
    return isPlain
      ? said
      : [...said, { direction: 'risk', name: 'Anything else', amount: 'Unknown', note: 'not simulated' }]
  }

  function sayAllowance(action: Action & { kind: 'allow' }): string {
    if (action.amount === null) return 'All of them'
    return action.isUnlimited ? 'Unlimited' : `up to ${write(action.asset, action.amount)}`
  }

  function sayTaken(action: Action & { kind: 'allow' }): string {
    if (action.amount === null) return `all ${symbolOf(action.asset, tokens, native)}`
    return action.isUnlimited
      ? `unlimited ${symbolOf(action.asset, tokens, native)}`
      : write(action.asset, action.amount)
  }

  function sayAction(action: Action): string {
    switch (action.kind) {
      case 'transfer':
        return `Send ${write(action.asset, action.amount)} to ${shorten(action.to)}`
      case 'allow':
        return `Allow ${shorten(action.spender)} to take ${sayTaken(action)}`
      case 'revoke':
        return `Take back what ${shorten(action.spender)} may take of ${symbolOf(action.asset, tokens, native)}`
      case 'control':
      case 'call':
        return `Call ${action.name} of ${shorten(action.contract)}`
      case 'deploy':
        return 'Deploy a contract'
      case 'unknown':
        return `Call ${shorten(action.contract)}, could not decode ${action.selector}`
    }
  }

  /** The button carries the facts: those of the trial where they say more than the call. */
  function sayLabel(): string {
    if (simulation.status === 'fails') return 'Send anyway'
    const taken = effects?.changes.filter(({ amount }) => amount < 0n) ?? []
    const [only] = actions
    if (hidden.length > 0 || (only?.kind === 'unknown' && actions.length === 1))
      return taken.length > 0
        ? `Give ${taken.map(({ asset, amount }) => write(asset, -amount)).join(' and ')}`
        : 'Approve anyway'
    return actions.length === 1 && only ? sayAction(only) : `Approve ${actions.length} actions`
  }
}

const sayAsk = (actions: readonly Action[], callCount: number): string => {
  if (callCount > 1 || actions.length > 1) return `approve ${actions.length} actions`
  const [only] = actions
  switch (only?.kind) {
    case 'transfer':
      return only.asset.kind === 'native' ? 'send coins' : 'send tokens'
    case 'allow':
      return 'let it spend your tokens'
    case 'revoke':
      return 'take back an allowance'
    case 'control':
      return 'hand over control'
    case 'deploy':
      return 'deploy a contract'
    case 'call':
      return `call ${only.name}`
    default:
      return 'call a contract'
  }
}

const listPlaces = (actions: readonly Action[]): Facts['rows'] => {
  const rows = actions.flatMap((action): Facts['rows'] => {
    if (action.kind === 'transfer') return [{ label: 'To', value: action.to, isAddress: true }]
    if (action.kind === 'allow' || action.kind === 'revoke')
      return [
        { label: 'Spender', value: action.spender, isAddress: true },
        ...('token' in action.asset ? [{ label: 'Token', value: action.asset.token, isAddress: true }] : []),
        ...(action.kind === 'allow' && action.until !== null
          ? [{ label: 'Works until', value: sayTime(action.until), isAddress: false }]
          : []),
      ]
    if (action.kind === 'deploy') return []
    return [
      { label: 'Contract', value: action.contract, isAddress: true },
      ...('args' in action ? action.args.map((argument) => ({ ...argument, isAddress: false })) : []),
    ]
  })
  const seen = new Set<string>()
  return rows.filter(({ label, value }) => !seen.has(`${label} ${value}`) && seen.add(`${label} ${value}`)).slice(0, 24)
}

/** Far beyond what a date can be, an end is none. */
export const sayTime = (seconds: bigint): string =>
  seconds > 8_640_000_000_000n
    ? 'no end'
    : new Date(Number(seconds) * 1_000).toISOString().replace('T', ' ').slice(0, 16)
