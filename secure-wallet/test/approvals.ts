import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import { vi } from 'vitest'
import { type CardAnswer, createApprovals, type PreparedRequest, type QueueTurn } from '../src/approval/approvals.ts'
import type { FrozenProposal, Proposal } from '../src/approval/proposal.ts'
import type { WalletKeys } from '../src/unlock/keys.ts'
import { createTestSigning } from './signPayload.ts'

export const sampleProposal = (name: string): Proposal => ({
  facts: {
    host: 'https://shop.example',
    title: name,
    lead: '',
    notices: [],
    changesTitle: '',
    changes: [],
    rows: [],
    message: null,
    tree: [],
    steps: [],
    raw: '',
    isDanger: false,
  },
  kind: 'transfer',
  choices: ['low', 'normal'].map((id, index) => ({
    id,
    name: id,
    isPreset: index === 1,
    fee: null,
    label: 'Send',
    namespace: 'eip155' as const,
    payloads: [bytesToHex(new TextEncoder().encode(`${name} ${id}`.padEnd(32)))],
  })),
  blocked: null,
})

/**
 * A proposal for an unlimited allowance. The card offers two limits: the visitor's balance, then the unlimited amount
 * that the site requested. Each limit has two fee choices.
 */
export const limitedProposal = (): Proposal => {
  const { facts, choices, ...made } = sampleProposal('spend')
  const limits = (['balance', 'requested'] as const).map((id) => {
    const isDanger = id === 'requested'
    const notices = [{ tone: isDanger ? ('danger' as const) : ('warn' as const), title: 'no limit', text: 'asked for' }]
    const changes = [
      { direction: 'risk' as const, name: 'USD', amount: id === 'balance' ? 'up to 5 USD' : 'all', note: '' },
    ]
    const limitFacts = {
      notices,
      changesTitle: 'It may take',
      changes,
      steps: [`take ${id}`],
      raw: `0x ${id}`,
      isDanger,
    }
    return { id, name: id === 'balance' ? '5 USD only' : 'Unlimited', note: '', facts: limitFacts }
  })
  return {
    ...made,
    facts: { ...facts, ...limits[0]?.facts },
    limits,
    choices: limits.flatMap(({ id, name }) =>
      choices.map((choice) => ({
        ...choice,
        id: `${id} ${choice.id}`,
        limitId: id,
        label: `Allow ${name}`,
        fee: { likely: `${choice.name} fee`, most: 'more' },
        payloads: choice.payloads.map((payload) => (id === 'balance' ? payload : payload.replace(/^../, 'ff'))),
      })),
    ),
  }
}

export type ShownCard = { frozen: FrozenProposal; turn: QueueTurn; answer(answer: CardAnswer): void; refuse(): void }
/** Creates approvals whose cards the test answers, and keys that record what they sign. */
export const setUpApprovals = () => {
  const cards: ShownCard[] = []
  const signed: string[] = []
  const visible = { most: 0, now: 0 }
  const removeCard = vi.fn()
  const showSent = vi.fn()
  const keys: WalletKeys = {
    accounts: () => null,
    status: () => 'ready',
    unlock: async () => undefined,
    ...createTestSigning((payload) => {
      signed.push(bytesToHex(payload))
      return new Uint8Array(65)
    }),
  }
  const approvals = createApprovals({
    keys,
    site: { isKnown: true },
    removeCard,
    showSent,
    present: (frozen, turn) => {
      visible.now++
      visible.most = Math.max(visible.most, visible.now)
      return new Promise<CardAnswer>((resolve, reject) => {
        let isOver = false
        const end = (act: () => void) => () => {
          if (!isOver) visible.now--
          isOver = true
          act()
        }
        const refuse = end(() => reject(new AppError(commonErrors.USER_REJECTED)))
        turn.signal.addEventListener('abort', refuse, { once: true })
        cards.push({ frozen, turn, answer: (answer) => end(() => resolve(answer))(), refuse })
      })
    },
  })
  const ask = (name: string, made: Proposal = sampleProposal(name)) =>
    approvals.ask(
      async (): Promise<PreparedRequest> => ({
        proposal: made,
        complete: async (choice, sign) => {
          for (const payload of choice.payloads) await sign(payload)
          return { status: 'done', result: name }
        },
      }),
    )
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const approve = ({ frozen, answer }: ShownCard, choiceId = 'normal') => answer({ digest: frozen.digest, choiceId })
  return { approvals, keys, cards, signed, visible, removeCard, showSent, ask, settle, approve }
}
