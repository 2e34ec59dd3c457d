import type { LimitedPayment } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import type { embeddedWalletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The kinds of proposals, in the order of the harm that a click can do. `ownSignIn`: a sign-in whose domain and URI are
 * those of the site that asks. `transfer`: simulated, and moves nothing out but the listed amounts. `limitedTransfer`: a
 * transfer of one token to a known receiver, within the visitor's limit for the site. `permission`: gives rights, such
 * as an allowance, a permit or an order. `unknown`: could not be decoded or simulated.
 */
const proposalKinds = ['ownSignIn', 'message', 'limitedTransfer', 'transfer', 'permission', 'unknown'] as const
export type ProposalKind = (typeof proposalKinds)[number]

/** Everything that a card shows and that a click on it signs, as plain values. */
export type Proposal = {
  /** The site that asks. `createApprovals` sets it. */
  site?: ShownSite
  /** The facts that the card shows. If there are limits, the facts for the first limit. */
  facts: ProposalFacts
  /** If there are limits, the most harmful kind of them. */
  kind: ProposalKind
  /** Set for a `limitedTransfer`: the server counts this payment before the wallet signs. */
  limitedPayment?: LimitedPayment
  /**
   * Set if a site asks for an unlimited allowance. The first limit is the visitor's balance, the last is the limit that
   * the site asks for.
   */
  limits?: AllowanceLimit[]
  /**
   * The visitor approves one of these choices: there is a single choice, or one choice for each fee of each limit. The
   * first choice with `isPreset` is selected at the start. The last choice with `isPreset` is what the site asks for.
   */
  choices: ApprovalChoice[]
  /** The error of a proposal that cannot be carried out. The card explains the error and offers only to close it. */
  blocked: keyof typeof embeddedWalletErrors | null
  /** A notice already explains why the proposal is blocked. */
  isBlockExplained?: boolean
  /** When the wallet made the estimate that the changes show, in ms since 1970. Absent if nothing is estimated. */
  estimatedAt?: number
}
/** `name` and `logo`: what the operator configured for exactly this origin. `isKnown`: the operator lists the site. */
export type ShownSite = { name?: string; logo?: string; isKnown: boolean }
/** An amount of a token, or of the network's coin, as a decimal number. The card may show what it is worth. */
export type PricedAmount = { chainId: string; token?: string; amount: string }
export type ApprovalChoice = {
  id: string
  /** The id of the choice's limit in `limits`. */
  limitId?: string
  /** The name of the choice's fee, unique among the choices of one limit. */
  name: string
  isPreset: boolean
  /** The total fee of all transactions of this choice. */
  fee: { likely: string; most: string } | null
  /** The button text, which names what is signed. */
  label: string
  namespace: 'eip155' | 'solana'
  /**
   * The bytes to sign, in hex: a 32-byte digest on eip155, the whole message on solana, because Ed25519 hashes it
   * itself.
   */
  payloads: string[]
}

/** The fields of the choice of a card with a single one. */
export const onlyChoiceFields = { id: 'only', name: '', isPreset: true, fee: null }

/** Everything that the card shows, apart from its choices and errors. */
export type ProposalFacts = {
  /** Origin of the host page, as the browser attested it. */
  host: string
  /** The deed of a click, such as "Sign in to shop.example". It never contains a name that the site chose. */
  title: string
  /** One sentence that explains the title; empty if the title says all. */
  lead: string
  notices: { tone: 'danger' | 'warn' | 'info'; title: string; text: string }[]
  changesTitle: string
  /**
   * `mark`: the name of a known token, whose first letter stands for it. `icon`: the picture of a listed
   * token, a path of the wallet's own origin. `key` identifies the asset of a row. `was`: the
   * amount that the visitor saw before the effects changed, which the card shows struck out. `priced`: only for a network's coin
   * and for tokens that a list names.
   */
  changes: {
    direction: 'in' | 'out' | 'risk'
    name: string
    amount: string
    note: string
    mark?: string
    icon?: string
    key?: string
    priced?: PricedAmount
    was?: string
  }[]
  /**
   * The facts, the most important first. `name`: what the visitor calls this address. `isDetail`: a fact that the visitor
   * rarely needs.
   */
  rows: { label: string; value: string; isAddress: boolean; name?: string; isDetail?: true }[]
  message: string | null
  /** The title says what the message says, so the message is a detail. */
  isMessageDetail?: true
  tree: { depth: number; label: string; value: string | null }[]
  steps: string[]
  /** The signed data in its own form. */
  raw: string
  /** If true, the reject button has the primary style instead of the approve button. */
  isDanger: boolean
}
/** The facts that depend on the picked limit, so without the host. */
export type LimitDependentFacts = Pick<
  ProposalFacts,
  'notices' | 'changesTitle' | 'changes' | 'steps' | 'raw' | 'isDanger'
>
export type AllowanceLimit = {
  id: string
  name: string
  /** The origin of this limit: the visitor's balance, or the site's request. */
  note: string
  facts: LimitDependentFacts
}

/** The most harmful of several kinds. */
export const mostHarmfulKind = (kinds: readonly ProposalKind[]): ProposalKind =>
  proposalKinds.findLast((kind) => kinds.includes(kind)) ?? 'unknown'

/** A frozen proposal. `digest` identifies the proposal to the secure frame and to the window that answers it. */
export type FrozenProposal = { digest: string; text: string; proposal: Proposal }

export const freezeProposal = (made: Proposal): FrozenProposal => {
  const text = JSON.stringify(made)
  return Object.freeze({ digest: proposalDigest(text), text, proposal: deepFreeze(JSON.parse(text) as Proposal) })
}
export const proposalDigest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

const deepFreeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) deepFreeze(each)
    Object.freeze(value)
  }
  return value
}
