import { base64 } from '@scure/base'
import * as v from 'valibot'
import type { SolanaInstructionName } from '../../approval/solanaMessages.ts'
import { shownText } from '../decode/shownText.ts'
import {
  type AccountState,
  type Mint,
  readLookupTable,
  readMint,
  readNonceAuthority,
  readTokenAccount,
  type TokenAccount,
} from '../decode/solana/accounts.ts'
import { advancesNonce } from '../decode/solana/instructions.ts'
import { type ResolvedAccounts, resolveAccounts, type SolanaTransaction } from '../decode/solana/transaction.ts'
import type { RpcContext } from '../methods/scope.ts'
import { type ComparableEffects, hasWorseEffects } from './simulation.ts'

/** The effects of a transaction on the account and its token accounts. `lamports` leaves out the fee. */
export type SolanaEffects = {
  lamports: bigint
  /** The amounts that the account gains or loses, by mint. */
  tokens: ReadonlyMap<string, bigint>
  /** The new rights of others to take tokens. */
  rights: { account: string; mint: string; spender: string; amount: bigint }[]
  /** Accounts of the visitor that somebody else controls afterwards. */
  handedOver: { name: SolanaInstructionName; account: string; to: string | null }[]
  receivers: string[]
}
type SolanaSimulation =
  | { status: 'ok'; effects: SolanaEffects }
  | { status: 'fails'; reason: string }
  | { status: 'unknown' }
/** One transaction as the network sees it. `accounts` is null if the network does not return a lookup table. */
export type SolanaTrial = {
  accounts: ResolvedAccounts | null
  simulation: SolanaSimulation
  /** The owner of each token account, before or after the transaction. */
  owners: ReadonlyMap<string, string>
  mintsOfAccounts: ReadonlyMap<string, string>
  mints: ReadonlyMap<string, Mint>
}

const config = { encoding: 'base64', commitment: 'confirmed' }
/** The most accounts that a node returns at once. */
const accountLimit = 100

const accountState = v.nullable(
  v.pipe(
    v.object({ lamports: v.number(), owner: v.string(), data: v.tuple([v.string(), v.literal('base64')]) }),
    v.transform(
      ({ lamports, owner, data }): AccountState => ({
        lamports: BigInt(lamports),
        program: owner,
        data: base64.decode(data[0]),
      }),
    ),
  ),
)
const states = v.object({ value: v.array(accountState) })
const trialAnswer = v.object({
  value: v.object({
    err: v.unknown(),
    logs: v.nullish(v.array(v.string())),
    accounts: v.nullish(v.array(accountState)),
  }),
})

type Node = Pick<RpcContext, 'chainId'> & { node: RpcContext['scope']['node'] }
type States = Map<string, AccountState>

const readStates = async ({ node, chainId }: Node, addresses: readonly string[]): Promise<States | null> => {
  if (addresses.length === 0) return new Map()
  if (addresses.length > accountLimit) return null
  const answered = await node.ask(chainId, 'getMultipleAccounts', [addresses, config]).catch(() => null)
  const read = parse(states, answered)
  return read?.value.length === addresses.length ? statesOf(addresses, read.value) : null
}

/** Returns null for an answer of another form, and for data that is not base64. */
const parse = <Output>(schema: v.GenericSchema<unknown, Output>, value: unknown): Output | null => {
  try {
    return v.parse(schema, value)
  } catch {
    // The card then says that the transaction was not simulated.
    return null
  }
}

const statesOf = (addresses: readonly string[], values: readonly (AccountState | null)[]): States =>
  new Map(
    addresses.flatMap((address, index): [string, AccountState][] => {
      const state = values[index]
      return state ? [[address, state]] : []
    }),
  )

/** Simulates a transaction, and compares every account that it may change before and after. */
export const trySolana = async (
  on: Node,
  account: string,
  { message, messageBytes, signatures }: SolanaTransaction,
  fee: bigint,
): Promise<SolanaTrial> => {
  const tables = await readStates(
    on,
    message.tables.map((table) => table.account),
  )
  const accounts = resolveAccounts(message, (table) => {
    const state = tables?.get(table)
    return (state && readLookupTable(state)) ?? undefined
  })
  if (!accounts) return { accounts, simulation: { status: 'unknown' }, ...nothing }
  const watched = accounts.addresses.filter((address, index) => address === account || accounts.isWritable[index])
  const unsigned = Uint8Array.from([signatures.length, ...new Uint8Array(signatures.length * 64), ...messageBytes])
  const [before, tried] = await Promise.all([
    readStates(on, accounts.addresses),
    on.node
      .ask(on.chainId, 'simulateTransaction', [
        base64.encode(unsigned),
        {
          ...config,
          sigVerify: false,
          // A transaction with a durable nonce has the nonce in the place of a block's hash.
          replaceRecentBlockhash: !isDurable({ message }),
          accounts: { encoding: 'base64', addresses: watched },
        },
      ])
      .catch(() => null),
  ])
  const answer = parse(trialAnswer, tried)?.value
  const after = answer?.accounts?.length === watched.length ? statesOf(watched, answer.accounts) : null
  const simulation = simulationOf(account, before, after, answer, { watched, fee })
  const all = [before ?? new Map<string, AccountState>(), after ?? new Map<string, AccountState>()]
  const tokenAccounts = all.flatMap((each) =>
    [...each].flatMap(([address, state]): [string, TokenAccount][] => {
      const token = readTokenAccount(state)
      return token ? [[address, token]] : []
    }),
  )
  return {
    accounts,
    simulation,
    owners: new Map(tokenAccounts.map(([address, { owner }]) => [address, owner])),
    mintsOfAccounts: new Map(tokenAccounts.map(([address, { mint }]) => [address, mint])),
    mints: await readMints(on, new Set(tokenAccounts.map(([, { mint }]) => mint)), before ?? new Map()),
  }
}

const nothing = { owners: new Map(), mintsOfAccounts: new Map(), mints: new Map() }

export const isDurable = ({ message }: Pick<SolanaTransaction, 'message'>): boolean => {
  const [first] = message.instructions
  return first !== undefined && advancesNonce(first)
}

const readMints = async (on: Node, mints: ReadonlySet<string>, known: States): Promise<Map<string, Mint>> => {
  const missing = [...mints].filter((mint) => !known.has(mint))
  const found = (await readStates(on, missing)) ?? new Map<string, AccountState>()
  return new Map(
    [...mints].flatMap((address): [string, Mint][] => {
      const state = known.get(address) ?? found.get(address)
      const mint = state && readMint(state)
      return mint ? [[address, mint]] : []
    }),
  )
}

const simulationOf = (
  account: string,
  before: States | null,
  after: States | null,
  answer: v.InferOutput<typeof trialAnswer>['value'] | undefined,
  { watched, fee }: { watched: readonly string[]; fee: bigint },
): SolanaSimulation => {
  if (!answer) return { status: 'unknown' }
  const { err, logs } = answer
  if (err !== null && err !== undefined)
    return { status: 'fails', reason: shownText(logs?.at(-1) ?? JSON.stringify(err)).text }
  if (!before || !after) return { status: 'unknown' }
  return { status: 'ok', effects: effectsOf(account, before, after, watched, fee) }
}

const effectsOf = (
  account: string,
  before: States,
  after: States,
  watched: readonly string[],
  fee: bigint,
): SolanaEffects => {
  const effects = {
    lamports: (after.get(account)?.lamports ?? 0n) - (before.get(account)?.lamports ?? 0n) + fee,
    tokens: new Map<string, bigint>(),
    rights: [] as SolanaEffects['rights'],
    handedOver: [] as SolanaEffects['handedOver'],
    receivers: new Set<string>(),
  }
  for (const address of watched) {
    const [was, is] = [before.get(address), after.get(address)]
    const [hadToken, hasToken] = [was && readTokenAccount(was), is && readTokenAccount(is)]
    const add = (token: TokenAccount | null | undefined, sign: bigint): void => {
      if (token?.owner !== account) return
      effects.tokens.set(token.mint, (effects.tokens.get(token.mint) ?? 0n) + sign * token.amount)
    }
    add(hadToken, -1n)
    add(hasToken, 1n)
    const gets = (is?.lamports ?? 0n) > (was?.lamports ?? 0n) || (hasToken?.amount ?? 0n) > (hadToken?.amount ?? 0n)
    const owner = hasToken?.owner ?? address
    if (gets && owner !== account) effects.receivers.add(owner)
    if (hasToken && (hasToken.owner === account || hadToken?.owner === account))
      effects.rights.push(...newRights(account, address, hadToken, hasToken))
    effects.handedOver.push(...findHandovers(account, address, was, is))
  }
  for (const [mint, amount] of effects.tokens) if (amount === 0n) effects.tokens.delete(mint)
  return { ...effects, receivers: [...effects.receivers] }
}

const newRights = (
  account: string,
  address: string,
  had: TokenAccount | null | undefined,
  has: TokenAccount,
): SolanaEffects['rights'] => {
  const { delegate, allowed, mint } = has
  if (delegate === null || delegate === account) return []
  const isNew = had?.delegate !== delegate || allowed > had.allowed
  return isNew ? [{ account: address, mint, spender: delegate, amount: allowed }] : []
}

/** Finds what the visitor controlled before and does not control afterwards, whichever instruction did it. */
const findHandovers = (
  account: string,
  address: string,
  was: AccountState | undefined,
  is: AccountState | undefined,
): SolanaEffects['handedOver'] => {
  if (!is) return []
  const found: SolanaEffects['handedOver'] = []
  const add = (name: SolanaInstructionName, to: string | null): void => void found.push({ name, account: address, to })
  if (address === account && was && was.program !== is.program) add('assign', is.program)
  const [hadToken, hasToken] = [was && readTokenAccount(was), readTokenAccount(is)]
  if (hasToken) {
    const isOwn = hasToken.owner === account || hadToken?.owner === account
    if (hadToken?.owner === account && hasToken.owner !== account) add('changeOwner', hasToken.owner)
    const isCloserNew = hasToken.closer !== (hadToken?.closer ?? null)
    if (isOwn && isCloserNew && hasToken.closer !== null && hasToken.closer !== account)
      add('changeCloser', hasToken.closer)
    if (isOwn && hasToken.isFrozen && !hadToken?.isFrozen) add('freeze', null)
  }
  const [hadMint, hasMint] = [was && readMint(was), readMint(is)]
  if (hadMint?.minter === account && hasMint?.minter !== account) add('changeMinter', hasMint?.minter ?? null)
  if (hadMint?.freezer === account && hasMint?.freezer !== account) add('changeFreezer', hasMint?.freezer ?? null)
  const [hadNonce, hasNonce] = [was && readNonceAuthority(was), readNonceAuthority(is)]
  if (hadNonce === account && hasNonce !== account) add('handOverNonce', hasNonce)
  return found
}

/** Tells whether a later simulation is worse than the one that the card shows. */
export const isWorseOnSolana = (shown: SolanaSimulation, now: SolanaSimulation): boolean => {
  if (shown.status !== 'ok' || now.status !== 'ok') return shown.status !== now.status
  return hasWorseEffects(comparableOf(shown.effects), comparableOf(now.effects))
}

const comparableOf = ({ lamports, tokens, rights, handedOver, receivers }: SolanaEffects): ComparableEffects => ({
  amounts: new Map([['lamports', lamports], ...tokens]),
  rights: new Map<string, bigint | null>([
    ...rights.map(({ account, spender, amount }) => [`${account} ${spender}`, amount] as const),
    ...handedOver.map(({ name, account, to }) => [`${name} ${account} ${to}`, null] as const),
  ]),
  receivers: new Set(receivers),
})
