import { formatUnits } from 'viem'
import { formatNumber, formatText } from '../../approval/formatText.ts'
import { messages } from '../../approval/messages.ts'
import type { PricedAmount } from '../../approval/proposal.ts'
import type { SolanaAction } from '../decode/solana/instructions.ts'
import type { SolanaTransaction } from '../decode/solana/transaction.ts'
import type { SolanaEffects, SolanaTrial } from '../simulate/solana.ts'
import type { Receivers } from './recipients.ts'
import { type Tokens, unknownToken } from './tokens.ts'

/** One or more transactions, decoded and simulated. `fee` is what the account pays for all of them, in lamports. */
export type DescribedTransactions = {
  account: string
  network: { name: string; caipNetworkId: string; nativeCurrency: { symbol: string; decimals: number } }
  transactions: readonly SolanaTransaction[]
  trials: readonly SolanaTrial[]
  actions: readonly SolanaAction[]
  tokens: Tokens
  fee: bigint
  /** The receivers of the site that asks. */
  receivers: Receivers
}

export type NamedToken = { name: string; mark?: string; icon?: string }
type Transfer = SolanaAction & { kind: 'transfer' }
export type SolanaTexts = ReturnType<typeof createSolanaTexts>

/** Writes the tokens, amounts and receivers of Solana transactions as text. */
export const createSolanaTexts = ({ network, trials, tokens }: DescribedTransactions) => {
  const { symbol, decimals } = network.nativeCurrency
  const mints = new Map(trials.flatMap((trial) => [...trial.mints]))
  const owners = new Map(trials.flatMap((trial) => [...trial.owners]))
  const mintsOfAccounts = new Map(trials.flatMap((trial) => [...trial.mintsOfAccounts]))
  const coins = (lamports: bigint): string => `${formatNumber(formatUnits(lamports, decimals))} ${symbol}`
  const token = (mint: string): string => (tokens.get(mint)?.symbol ?? unknownToken(mint)).text
  const mintOf = (account: string): string => mintsOfAccounts.get(account) ?? ''
  const amount = (mint: string, size: bigint, claimed: number | null = null): string => {
    const { amounts } = messages
    const places = mints.get(mint)?.decimals ?? claimed
    const name = mint === '' ? amounts.aToken : token(mint)
    if (places === null) return formatText(amounts.unitsOf, { n: String(size), token: name })
    const number = formatNumber(formatUnits(size, places))
    return mint === '' ? formatText(amounts.of, { amount: number, token: name }) : `${number} ${name}`
  }
  /** The mint of a transfer. An old instruction does not name it, but the account that it takes from has one. */
  const mintOfTransfer = ({ mint, from, to }: Transfer): string => mint || mintOf(from) || mintOf(to)
  /** The owner of the token account that receives, because visitors know addresses of people, not of token accounts. */
  const receiver = ({ to }: Transfer): string => owners.get(to) ?? to
  const transfersOf = (actions: readonly SolanaAction[]): Transfer[] =>
    actions.flatMap((action) => (action.kind === 'transfer' ? [action] : []))
  return {
    coin: { name: messages.changes.coins, mark: symbol },
    named: (mint: string): NamedToken => {
      const facts = tokens.get(mint)
      return {
        name: facts?.name ?? token(mint),
        ...(facts?.isKnown && { mark: facts.symbol.text }),
        ...(facts?.icon !== undefined && { icon: facts.icon }),
      }
    },
    /** The amount of the network's coin, or of a token that a list names. Nothing else may have a price. */
    priced: (mint: string | null, size: bigint): { priced?: PricedAmount } => {
      const chainId = network.caipNetworkId
      if (mint === null) return { priced: { chainId, amount: formatUnits(size, decimals) } }
      const places = mints.get(mint)?.decimals
      if (places === undefined || tokens.get(mint)?.name === undefined) return {}
      return { priced: { chainId, token: mint, amount: formatUnits(size, places) } }
    },
    /** 0 for a token whose amounts the card writes in base units. */
    decimals: (mint: string | null): number => (mint === null ? decimals : (mints.get(mint)?.decimals ?? 0)),
    mints,
    coins,
    token,
    amount,
    mintOf,
    receiver,
    sent: (transfer: Transfer): string =>
      transfer.mint === null
        ? coins(transfer.amount)
        : amount(mintOfTransfer(transfer), transfer.amount, transfer.decimals),
    receiversOf: (actions: readonly SolanaAction[]): string[] => [...new Set(transfersOf(actions).map(receiver))],
    unknownMints: (): string[] => [...tokens].flatMap(([mint, { isKnown }]) => (isKnown ? [] : [mint])),
    /** The tokens that leave the account although no instruction claims to send them. */
    unclaimed: (actions: readonly SolanaAction[], effects: readonly SolanaEffects[]): string[] => {
      const claimed = new Map<string, bigint>()
      for (const transfer of transfersOf(actions)) {
        const mint = mintOfTransfer(transfer)
        if (transfer.mint !== null) claimed.set(mint, (claimed.get(mint) ?? 0n) + transfer.amount)
      }
      const isBurned = actions.some((action) => action.kind === 'known' && action.name === 'burn')
      if (isBurned) return []
      return effects.flatMap(({ tokens: changes }) =>
        [...changes].flatMap(([mint, change]) => {
          const more = -change - (claimed.get(mint) ?? 0n)
          return more > 0n ? [amount(mint, more)] : []
        }),
      )
    },
  }
}
