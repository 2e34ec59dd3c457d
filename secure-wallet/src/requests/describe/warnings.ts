import type { Network } from '@appkit-frame/loader/protocol/api/serverApi.ts'
import { type Address, isAddressEqual } from 'viem'
import { formatList, formatNotice, type NoticeArguments } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { ProposalFacts } from '../../approval/proposal.ts'
import { shortAddress } from '../../ui/addressText.ts'
import type { ClaimedAction, TransactionCall } from '../decode/action.ts'
import { assetKeyOf, type BalanceChange, type SimulatedEffects } from '../simulate/effects.ts'
import type { Simulation } from '../simulate/simulation.ts'
import { findLookAlike, isSameAddress, nameOfReceiver, type Receivers } from './recipients.ts'
import { formatAmount, symbolOf, type Tokens } from './tokens.ts'

/** One or more transactions, decoded and simulated. */
export type DescribedRequest = {
  account: Address
  network: Network
  calls: readonly TransactionCall[]
  actions: readonly ClaimedAction[]
  simulation: Simulation
  tokens: Tokens
  recipients: readonly string[]
  /** The receivers that the card names: the visitor's own ones, and those of the site that asks. */
  receivers: Receivers
  /**
   * The balance that can replace an unlimited allowance. `isSet`: this variant of the calls already asks for an
   * allowance of only the balance.
   */
  limit?: { isSet: boolean; token: Address; amount: bigint }
  /** True if the transaction cannot be sent, because the node could not estimate its gas. */
  isBlocked?: boolean
}

/**
 * The warnings of a card. `hidden` holds assets that leave the account in the simulation although no call claims it.
 */
export const findWarnings = (
  subject: DescribedRequest,
): { notices: ProposalFacts['notices']; hidden: BalanceChange[] } => {
  const { account, network, actions, simulation, tokens, recipients, receivers, limit } = subject
  const write = ({ asset, amount }: BalanceChange): string =>
    formatAmount(asset, amount, tokens, network.nativeCurrency)
  const notices: ProposalFacts['notices'] = []
  const { lists, notices: texts } = messages
  const danger = (...parts: NoticeArguments): void => void notices.push(formatNotice('danger', ...parts))
  const warn = (...parts: NoticeArguments): void => void notices.push(formatNotice('warn', ...parts))

  const effects = simulation.status === 'ok' ? simulation.effects : null
  const hidden = effects ? findUnclaimed(account, actions, effects, tokens) : []
  if (simulation.status === 'fails')
    warn(subject.isBlocked ? texts.failsUnsent : texts.fails, { reason: simulation.reason || texts.noReason })
  if (simulation.status === 'unknown') warn(texts.notTried)
  for (const doubt of simulation.status === 'ok' ? simulation.doubts : []) danger(texts[doubt])
  if (actions.some(({ kind }) => kind === 'unknown')) danger(texts.unknown)
  if (hidden.length > 0) danger(texts.takesMore, { amounts: formatList(hidden.map(write), lists.comma) })
  const unlimited = actions.find((action) => action.kind === 'allow' && action.isUnlimited)
  const grants = effects?.grants ?? []
  if (limit) {
    // The notice has the same text for both allowance limits, so that no element moves when the visitor picks the other
    // limit.
    const token = symbolOf({ kind: 'erc20', token: limit.token }, tokens, network.nativeCurrency)
    ;(limit.isSet ? warn : danger)(texts.asksNoLimit, { token })
  }
  if ((unlimited && !limit) || grants.some(({ amount }) => amount === null)) danger(texts.noLimit)
  const unclaimedGrants = grants.filter(
    ({ spender, asset }) =>
      !actions.some(
        (action) => action.kind === 'allow' && isSameAddress(action.spender, spender) && isTokenOf(action.asset, asset),
      ),
  )
  if (unclaimedGrants.length > 0)
    danger(texts.allowsMore, {
      spenders: formatList(
        unclaimedGrants.map(({ spender }) => shortAddress(spender)),
        lists.comma,
      ),
    })
  for (const action of actions)
    if (action.kind === 'control') danger(texts.control, { name: action.name, contract: shortAddress(action.contract) })

  const paid = [...new Set(actions.flatMap((action) => (action.kind === 'transfer' ? [action.to] : [])))]
  for (const to of paid) {
    if (nameOfReceiver(receivers, to) !== undefined) continue
    const twin = findLookAlike(to, [...recipients, ...receivers.map(({ address }) => address), account])
    if (twin) danger(texts.lookAlike, { known: shortAddress(twin) })
    else if (!recipients.some((known) => isSameAddress(known, to)) && !isAddressEqual(to, account))
      warn(texts.newRecipient)
  }
  notices.push(...warnOfTokens(tokens))

  return { notices, hidden }
}

/** Warns of tokens that no list names, and of names that could be taken for those of other tokens. */
export const warnOfTokens = (tokens: Tokens): ProposalFacts['notices'] => {
  const { notices: texts } = messages
  const all = [...tokens.values()]
  return [
    ...all.flatMap(({ imitates }) => (imitates ? [formatNotice('danger', texts.imitation, { name: imitates })] : [])),
    ...(all.some(({ isKnown, imitates }) => !isKnown && !imitates) ? [formatNotice('warn', texts.unknownToken)] : []),
    ...all.flatMap(({ symbol }) =>
      symbol.confusable ? [formatNotice('warn', texts.confusable, { name: symbol.text })] : [],
    ),
  ]
}

const isTokenOf = (claimed: { kind: string; token?: Address }, real: { kind: string; token?: Address }): boolean =>
  claimed.token !== undefined && real.token !== undefined && isAddressEqual(claimed.token, real.token)

/**
 * Functions with these names usually take tokens from the account, so the card does not warn of tokens that leave. It
 * lists these tokens anyway.
 */
const spendingNames = /^(?:swap|exact|deposit|mint|execute|add|burn|send|permit)/

/** Finds assets that left the account in the simulation although no action claims to move them. */
const findUnclaimed = (
  account: Address,
  actions: readonly ClaimedAction[],
  { changes }: SimulatedEffects,
  tokens: Tokens,
): BalanceChange[] => {
  if (actions.some((action) => action.kind === 'call' && spendingNames.test(action.name))) return []
  const claimed = new Map<string, bigint>()
  const add = (key: string, amount: bigint): void => void claimed.set(key, (claimed.get(key) ?? 0n) + amount)
  for (const action of actions) {
    if (action.kind === 'transfer' && isAddressEqual(action.from, account)) {
      const { asset, amount } = action
      const isNft = asset.kind === 'token' && tokens.get(asset.token.toLowerCase())?.decimals === null
      if (asset.kind !== 'token') add(assetKeyOf(asset), amount)
      else if (isNft) add(assetKeyOf({ kind: 'erc721', token: asset.token, id: amount }), 1n)
      else add(assetKeyOf({ kind: 'erc20', token: asset.token }), amount)
    } else if ('value' in action) add(assetKeyOf({ kind: 'native' }), action.value)
  }
  return changes.flatMap(({ asset, amount }) => {
    const more = -amount - (claimed.get(assetKeyOf(asset)) ?? 0n)
    return amount < 0n && more > 0n ? [{ asset, amount: more }] : []
  })
}
