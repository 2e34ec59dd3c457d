import type { embeddedErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { RiskClass } from './riskClass.ts'

/** Everything that a card shows and everything that a click on it signs, as plain values. */
export type Proposal = {
  /** With the first of its limits, where it has any. */
  facts: Facts
  riskClass: RiskClass
  /** Where a site asks for an allowance without a limit: the visitor's own one first, and last what the site asks for. */
  limits?: Limit[]
  /**
   * At least one; more where the visitor picks the network fee, or a limit, and then each fee for each limit. The first
   * that is `isPreset` is picked for them, and the last such is what the site asks for.
   */
  choices: Choice[]
  /** It can't be done as it stands: the card says so, and offers nothing but to close it. */
  blocked: keyof typeof embeddedErrors | null
  /** One of its notices says why already, and more. */
  isBlockTold?: boolean
}
export type Choice = {
  id: string
  /** Of the one of `limits` that it keeps to. */
  limitId?: string
  /** Of its fee, by which it is told from the others of the same limit. */
  name: string
  isPreset: boolean
  /** Of all its transactions. */
  fee: { likely: string; most: string } | null
  /** On the button: it carries the facts. */
  label: string
  namespace: 'eip155' | 'solana'
  /** What is signed, hex: 32-byte digests on eip155, whole messages on solana. */
  digests: string[]
}

export type Facts = {
  /** Origin, as the browser attested it. */
  host: string
  /** After "asks you to". */
  asks: string
  notices: { tone: 'danger' | 'warn' | 'info'; title: string; text: string }[]
  changesTitle: string
  changes: { direction: 'in' | 'out' | 'risk'; name: string; amount: string; note: string }[]
  rows: { label: string; value: string; isAddress: boolean }[]
  message: string | null
  tree: { depth: number; label: string; value: string | null }[]
  steps: string[]
  raw: string
  /** Saying no is then the button that stands out. */
  isDanger: boolean
}
/** What is different with each limit. Not who asks: that is said once, and checked there. */
export type LimitedFacts = Pick<Facts, 'notices' | 'changesTitle' | 'changes' | 'steps' | 'raw' | 'isDanger'>
export type Limit = {
  id: string
  name: string
  /** Whose it is. */
  note: string
  facts: LimitedFacts
}

/** A proposal that nothing can change any more. `digest` names it, on whichever surface it is answered. */
export type Frozen = { digest: string; text: string; proposal: Proposal }

export const freeze = (made: Proposal): Frozen => {
  const text = JSON.stringify(made)
  return Object.freeze({ digest: digestOf(text), text, proposal: deepFreeze(JSON.parse(text) as Proposal) })
}
export const digestOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

const deepFreeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) deepFreeze(each)
    Object.freeze(value)
  }
  return value
}
