import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import { formatUnits } from 'viem'
import type { Facts } from '../approval/proposal.ts'
import type { RiskClass } from '../approval/riskClass.ts'
import { shownText } from '../decode/shownText.ts'
import { decodeInstruction, type SolanaAction } from '../decode/solana/instructions.ts'
import type { SolanaTransaction } from '../decode/solana/transaction.ts'
import type { RpcPlace } from '../methods/scope.ts'
import { shorten } from './tokens.ts'

type Described = Omit<Facts, 'host'> & { label: string; riskClass: RiskClass }
type TokenAccount = { mint: string; owner: string; amount: bigint }
type Balances = { lamports: bigint; tokens: Map<string, TokenAccount> }
type Trial =
  | { status: 'ok'; before: Balances; after: Balances }
  | { status: 'fails'; reason: string }
  | { status: 'unknown' }

const tokenAccountLength = 165
/** Of a message: one signature costs this much. */
const signatureLamports = 5_000n

export const describeSolana = async (
  { scope, network, chainId }: RpcPlace,
  account: string,
  transactions: readonly SolanaTransaction[],
): Promise<Described> => {
  const trials = await Promise.all(transactions.map((each) => tryOut(scope.node, chainId, account, each)))
  const actions = transactions.flatMap(({ message }) =>
    message.instructions.map((instruction) => decodeInstruction(instruction, message)),
  )
  const { symbol, decimals } = network.nativeCurrency
  const coins = (lamports: bigint): string => `${formatUnits(lamports, decimals)} ${symbol}`
  const notices: Facts['notices'] = []
  const notice = (tone: 'danger' | 'warn', title: string, text: string): void =>
    void notices.push({ tone, title, text })
  const failed = trials.find((trial) => trial.status === 'fails')
  const isTried = trials.every(({ status }) => status === 'ok')
  if (failed?.status === 'fails') notice('warn', 'This would fail', failed.reason)
  else if (!isTried) notice('warn', 'Not simulated', 'Only what the transaction says of itself is shown.')
  if (trials.length > 1)
    notice('warn', 'Each was tried alone', 'What one of them does may change what the next one does.')
  const unknown = actions.filter((action) => action.kind === 'unknown')
  if (unknown.length > 0)
    notice(
      'danger',
      'We cannot say what this does',
      `Programs that could not be decoded: ${unknown.map(({ program }) => shorten(program)).join(', ')}.`,
    )
  if (actions.some(({ kind }) => kind === 'allow'))
    notice('danger', 'It lets somebody take your tokens', 'Now or later, up to the amount below.')
  for (const action of actions)
    if (action.kind === 'control')
      notice(
        'danger',
        action.name,
        `${shorten(action.account)}${action.to === null ? '' : ` to ${shorten(action.to)}`}`,
      )
  if (transactions.some(({ message }) => message.tables.length > 0))
    notice(
      'warn',
      'Accounts from lookup tables',
      'Some of the accounts stand in tables of the network, and not in the transaction.',
    )

  const say = (action: SolanaAction): string | null => {
    switch (action.kind) {
      case 'transfer': {
        const amount =
          action.mint === null
            ? coins(action.amount)
            : `${action.decimals === null ? `${action.amount} base units` : formatUnits(action.amount, action.decimals)} of ${action.mint === '' ? 'a token' : shorten(action.mint)}`
        return `Send ${amount} to ${shorten(action.to)}`
      }
      case 'allow':
        return `Allow ${shorten(action.spender)} to take ${action.amount} base units`
      case 'revoke':
        return 'Take back an allowance'
      case 'control':
        return action.name
      case 'create':
        return `Open an account with ${coins(action.lamports)} for ${shorten(action.owner)}`
      case 'known':
        return action.name
      case 'memo':
        return `Note: ${shownText(action.text).text}`
      case 'fee':
        return null
      case 'unknown':
        return `Call ${shorten(action.program)}, could not decode`
    }
  }
  const steps = actions.map(say).filter((step) => step !== null)
  const changes = trials.flatMap((trial) => (trial.status === 'ok' ? listChanges(trial, coins) : []))
  if (!isTried) changes.push({ direction: 'risk', name: 'Anything else', amount: 'Unknown', note: 'not simulated' })
  const isDanger = notices.some(({ tone }) => tone === 'danger') || failed !== undefined
  const [only] = steps
  const transfers = actions.flatMap((action) => (action.kind === 'transfer' ? [action] : []))
  return {
    asks: transactions.length > 1 ? `sign ${transactions.length} transactions` : 'sign a transaction',
    notices,
    changesTitle: 'After this, in your wallet',
    changes,
    rows: [
      ...transfers.map(({ to }) => ({ label: 'To', value: to, isAddress: true })),
      { label: 'Account', value: account, isAddress: true },
      { label: 'Network', value: network.name, isAddress: false },
      {
        label: 'Network fee',
        value: `from ${coins(signatureLamports * BigInt(transactions.length))}`,
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
          ? (say(transfers[0] as SolanaAction) ?? 'Sign')
          : `Sign ${steps.length} steps`,
    riskClass: isTried ? 2 : 3,
  }
}

const listChanges = (
  { before, after }: Trial & { status: 'ok' },
  coins: (lamports: bigint) => string,
): Facts['changes'] => {
  const changes: Facts['changes'] = []
  const add = (name: string, difference: bigint, write: (amount: bigint) => string): void => {
    if (difference === 0n) return
    const isOut = difference < 0n
    const amount = `${isOut ? '−' : '+'}${write(isOut ? -difference : difference)}`
    changes.push({ direction: isOut ? 'out' : 'in', name, amount, note: '' })
  }
  add('Coins', after.lamports - before.lamports, coins)
  for (const address of new Set([...before.tokens.keys(), ...after.tokens.keys()])) {
    const [was, is] = [before.tokens.get(address), after.tokens.get(address)]
    const mint = (is ?? was)?.mint ?? address
    add(`Token ${shorten(mint)}`, (is?.amount ?? 0n) - (was?.amount ?? 0n), (amount) => `${amount} base units`)
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

/** Balances of the account, and of each token account of its own that the transaction writes to, before and after. */
const tryOut = async (
  node: RpcPlace['scope']['node'],
  chainId: RpcPlace['chainId'],
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
