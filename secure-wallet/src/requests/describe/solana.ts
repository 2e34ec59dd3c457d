import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import { formatUnits } from 'viem'
import { formatList, formatNotice, formatNumber, formatText, type NoticeArguments } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { ProposalFacts, ProposalKind } from '../../approval/proposal.ts'
import { shownText } from '../decode/shownText.ts'
import { decodeInstruction, type SolanaAction } from '../decode/solana/instructions.ts'
import type { SolanaTransaction } from '../decode/solana/transaction.ts'
import type { RpcContext } from '../methods/scope.ts'
import { unsimulatedRow } from './calls.ts'
import { shortenAddress } from './tokens.ts'

type Described = Omit<ProposalFacts, 'host'> & { label: string; kind: ProposalKind }
type TokenAccount = { mint: string; owner: string; amount: bigint }
type Balances = { lamports: bigint; tokens: Map<string, TokenAccount> }
type Trial =
  | { status: 'ok'; before: Balances; after: Balances }
  | { status: 'fails'; reason: string }
  | { status: 'unknown' }

const tokenAccountLength = 165
/** The base fee for each signature of a message, in lamports. */
const signatureLamports = 5_000n

export const describeSolana = async (
  { scope, network, chainId }: RpcContext,
  account: string,
  transactions: readonly SolanaTransaction[],
): Promise<Described> => {
  const trials = await Promise.all(transactions.map((each) => simulateTransaction(scope.node, chainId, account, each)))
  const actions = transactions.flatMap(({ message }) =>
    message.instructions.map((instruction) => decodeInstruction(instruction, message)),
  )
  const { symbol, decimals } = network.nativeCurrency
  const coins = (lamports: bigint): string => `${formatNumber(formatUnits(lamports, decimals))} ${symbol}`
  const notices: ProposalFacts['notices'] = []
  const { amounts, asks, instructions, labels, lists, notices: texts, rows: names, steps: stepTexts } = messages
  const warn = (...parts: NoticeArguments): void => void notices.push(formatNotice('warn', ...parts))
  const danger = (...parts: NoticeArguments): void => void notices.push(formatNotice('danger', ...parts))
  const failed = trials.find((trial) => trial.status === 'fails')
  const isTried = trials.every(({ status }) => status === 'ok')
  if (failed?.status === 'fails') warn(texts.failsUnsent, { reason: failed.reason })
  else if (!isTried) warn(texts.notTriedSolana)
  if (trials.length > 1) warn(texts.triedAlone)
  const unknown = actions.filter((action) => action.kind === 'unknown')
  if (unknown.length > 0)
    danger(texts.unknownPrograms, {
      programs: formatList(
        unknown.map(({ program }) => shortenAddress(program)),
        lists.comma,
      ),
    })
  if (actions.some(({ kind }) => kind === 'allow')) danger(texts.letsTake)
  for (const action of actions)
    if (action.kind === 'control') {
      const values = { name: instructions[action.name], account: shortenAddress(action.account) }
      if (action.to === null) danger(texts.controlOf, values)
      else danger(texts.controlTo, { ...values, to: shortenAddress(action.to) })
    }
  if (transactions.some(({ message }) => message.tables.length > 0)) warn(texts.tables)

  const actionText = (action: SolanaAction): string | null => {
    switch (action.kind) {
      case 'transfer': {
        const { mint, amount, decimals } = action
        const to = shortenAddress(action.to)
        if (mint === null) return formatText(stepTexts.send, { amount: coins(amount), to })
        const number = decimals === null ? units(amount) : formatNumber(formatUnits(amount, decimals))
        const token = mint === '' ? amounts.aToken : shortenAddress(mint)
        return formatText(stepTexts.send, { amount: formatText(amounts.of, { amount: number, token }), to })
      }
      case 'allow':
        return formatText(stepTexts.allow, { spender: shortenAddress(action.spender), amount: units(action.amount) })
      case 'revoke':
        return stepTexts.revokeAny
      case 'control':
      case 'known':
        return instructions[action.name]
      case 'create':
        return formatText(stepTexts.open, { amount: coins(action.lamports), owner: shortenAddress(action.owner) })
      case 'memo':
        return formatText(stepTexts.note, { text: shownText(action.text).text })
      case 'fee':
        return null
      case 'unknown':
        return formatText(stepTexts.callProgram, { program: shortenAddress(action.program) })
    }
  }
  const steps = actions.map(actionText).filter((step) => step !== null)
  const changes = trials.flatMap((trial) => (trial.status === 'ok' ? listChanges(trial, coins) : []))
  if (!isTried) changes.push(unsimulatedRow())
  const isDanger = notices.some(({ tone }) => tone === 'danger') || failed !== undefined
  const [only] = steps
  const transfers = actions.flatMap((action) => (action.kind === 'transfer' ? [action] : []))
  return {
    asks: transactions.length > 1 ? formatText(asks.transactions, { n: transactions.length }) : asks.transaction,
    notices,
    changesTitle: messages.changes.after,
    changes,
    rows: [
      ...transfers.map(({ to }) => ({ label: names.to, value: to, isAddress: true })),
      { label: names.account, value: account, isAddress: true },
      { label: names.network, value: network.name, isAddress: false },
      {
        label: names.fee,
        value: formatText(amounts.from, { amount: coins(signatureLamports * BigInt(transactions.length)) }),
        isAddress: false,
      },
    ],
    message: null,
    tree: [],
    steps: steps.length > 1 ? steps : [],
    raw: transactions.map(({ messageBytes }) => base64.encode(messageBytes)).join('\n\n'),
    isDanger,
    label:
      steps.length === 1 && only
        ? only
        : transfers.length === 1 && isTried
          ? (actionText(transfers[0] as SolanaAction) ?? labels.sign)
          : formatText(labels.steps, { n: steps.length }),
    kind: isTried ? kindOf(actions) : 'unknown',
  }
}

const kindOf = (actions: readonly SolanaAction[]): ProposalKind => {
  if (actions.some(({ kind }) => kind === 'unknown')) return 'unknown'
  return actions.some(({ kind }) => kind === 'allow' || kind === 'control') ? 'permission' : 'transfer'
}

const units = (amount: bigint): string => formatText(messages.amounts.units, { n: String(amount) })

const listChanges = (
  { before, after }: Trial & { status: 'ok' },
  coins: (lamports: bigint) => string,
): ProposalFacts['changes'] => {
  const changes: ProposalFacts['changes'] = []
  const add = (name: string, difference: bigint, write: (amount: bigint) => string): void => {
    if (difference === 0n) return
    const isOut = difference < 0n
    const amount = `${isOut ? '−' : '+'}${write(isOut ? -difference : difference)}`
    changes.push({ direction: isOut ? 'out' : 'in', name, amount, note: '' })
  }
  add(messages.changes.coins, after.lamports - before.lamports, coins)
  for (const address of new Set([...before.tokens.keys(), ...after.tokens.keys()])) {
    const [was, is] = [before.tokens.get(address), after.tokens.get(address)]
    const mint = (is ?? was)?.mint ?? address
    add(
      formatText(messages.changes.token, { token: shortenAddress(mint) }),
      (is?.amount ?? 0n) - (was?.amount ?? 0n),
      units,
    )
  }
  return changes
}

const accountState = v.nullable(v.object({ lamports: v.number(), data: v.tuple([v.string(), v.literal('base64')]) }))
const states = v.object({ value: v.array(accountState) })
const trialAnswer = v.object({
  value: v.object({
    err: v.unknown(),
    logs: v.nullish(v.array(v.string())),
    accounts: v.nullish(v.array(accountState)),
  }),
})

/** The balances of the account and of its writable token accounts, before and after the simulated transactions. */
const simulateTransaction = async (
  node: RpcContext['scope']['node'],
  chainId: RpcContext['chainId'],
  account: string,
  { message, messageBytes, signatures }: SolanaTransaction,
): Promise<Trial> => {
  const addresses = message.accounts.filter((address, index) => address === account || message.writable[index])
  const config = { encoding: 'base64', commitment: 'confirmed' }
  const unsigned = Uint8Array.from([signatures.length, ...new Uint8Array(signatures.length * 64), ...messageBytes])
  const [was, tried] = await Promise.all([
    node.ask(chainId, 'getMultipleAccounts', [addresses, config]).catch(() => null),
    node
      .ask(chainId, 'simulateTransaction', [
        base64.encode(unsigned),
        { ...config, sigVerify: false, replaceRecentBlockhash: true, accounts: { encoding: 'base64', addresses } },
      ])
      .catch(() => null),
  ])
  const [before, answer] = [v.safeParse(states, was), v.safeParse(trialAnswer, tried)]
  if (!answer.success) return { status: 'unknown' }
  const { err, logs, accounts } = answer.output.value
  if (err !== null && err !== undefined)
    return { status: 'fails', reason: shownText(logs?.at(-1) ?? JSON.stringify(err)).text }
  if (!before.success || accounts?.length !== addresses.length || before.output.value.length !== addresses.length)
    return { status: 'unknown' }
  const read = (list: readonly v.InferOutput<typeof accountState>[]): Balances => {
    const tokens = new Map<string, TokenAccount>()
    let lamports = 0n
    for (const [index, state] of list.entries()) {
      const address = addresses[index] ?? ''
      if (address === account) lamports = BigInt(state?.lamports ?? 0)
      const token = state && readTokenAccount(base64.decode(state.data[0]))
      if (token?.owner === account) tokens.set(address, token)
    }
    return { lamports, tokens }
  }
  return { status: 'ok', before: read(before.output.value), after: read(accounts) }
}

const readTokenAccount = (data: Uint8Array): TokenAccount | null => {
  if (data.length < tokenAccountLength) return null
  const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(64, true)
  return { mint: base58.encode(data.slice(0, 32)), owner: base58.encode(data.slice(32, 64)), amount }
}
