import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ShownCard, sampleProposal, setUpApprovals } from '../../test/approvals.ts'
import type { FrozenProposal } from './proposal.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const rejected = expect.objectContaining({ code: 'USER_REJECTED', number: 4001 })

test('signs only the payloads of the clicked choice', async () => {
  const { ask, cards, settle, approve, signed, removeCard } = setUpApprovals()
  const result = ask('first')
  await settle()
  approve(cards[0] as ShownCard, 'low')
  expect(await result).toBe('first')
  expect(signed).toEqual(sampleProposal('first').choices[0]?.payloads)
  expect(removeCard).toHaveBeenCalled()
})

test('shows one card at a time in order of arrival, even if the first is rejected', async () => {
  const { ask, cards, settle, approve, visible } = setUpApprovals()
  const first = expect(ask('first')).rejects.toEqual(rejected)
  const second = ask('second')
  await settle()
  expect(cards.map(({ frozen }) => frozen.proposal.facts.title)).toEqual(['first'])
  expect(cards[0]?.turn.total).toBe(2)
  cards[0]?.refuse()
  await first
  await settle()
  approve(cards[1] as ShownCard)
  expect(await second).toBe('second')
  expect(visible.most).toBe(1)
})

test('updates the number of waiting requests on the current card, and changes nothing else', async () => {
  const { ask, approvals, cards, settle } = setUpApprovals()
  const asked = [expect(ask('first')).rejects.toEqual(rejected)]
  await settle()
  const totals: number[] = []
  cards[0]?.turn.follow((total) => totals.push(total))
  for (const name of ['second', 'third']) asked.push(expect(ask(name)).rejects.toEqual(rejected))
  await settle()
  expect([totals, cards.length]).toEqual([[2, 3], 1])
  cards[0]?.refuse()
  await settle()
  expect(cards[1]?.turn.total).toBe(2)
  cards[1]?.turn.follow((total) => totals.push(total))
  asked.push(expect(ask('fourth')).rejects.toEqual(rejected))
  expect(totals).toEqual([2, 3, 3])
  approvals.abort()
  await Promise.all(asked)
})

test('refuses another request while ten requests wait for the visitor', async () => {
  const { ask, approvals } = setUpApprovals()
  const asked = Array.from({ length: 10 }, (_, index) => expect(ask(String(index))).rejects.toEqual(rejected))
  await expect(ask('more')).rejects.toMatchObject({ code: 'QUEUE_FULL', number: -32005 })
  approvals.abort()
  await Promise.all(asked)
})

test('rejects all waiting requests when the modal closes, and shows a card for a later request', async () => {
  const { ask, cards, settle, approvals, signed, approve } = setUpApprovals()
  const asked = ['first', 'second'].map((name) => expect(ask(name)).rejects.toEqual(rejected))
  await settle()
  approvals.abort()
  await Promise.all(asked)
  await settle()
  expect(cards).toHaveLength(1)
  approve(cards[0] as ShownCard)
  await settle()
  expect(signed).toEqual([])
  const third = ask('third')
  await settle()
  approve(cards[1] as ShownCard)
  expect(await third).toBe('third')
})

test('rejects waiting requests with SESSION_REVOKED after the session ends', async () => {
  const { ask, settle, approvals } = setUpApprovals()
  const asked = ['first', 'second'].map((name) => expect(ask(name)).rejects.toMatchObject({ code: 'SESSION_REVOKED' }))
  await settle()
  approvals.abort(new AppError(walletErrors.SESSION_REVOKED))
  await Promise.all(asked)
})

test('completes an approved request when the modal closes', async () => {
  const { approvals, ask, cards, settle, approve } = setUpApprovals()
  const sent = Promise.withResolvers<string>()
  const sending = approvals.ask(async () => ({
    proposal: sampleProposal('sending'),
    complete: async () => ({ status: 'done', result: await sent.promise }),
  }))
  const behind = expect(ask('behind')).rejects.toEqual(rejected)
  await settle()
  approve(cards[0] as ShownCard)
  await settle()
  approvals.abort()
  await behind
  sent.resolve('0xsent')
  expect(await sending).toBe('0xsent')
})

test('ends a request that the visitor has not answered five minutes after it arrived', async () => {
  const { ask, settle } = setUpApprovals()
  const asked = expect(ask('first')).rejects.toEqual(rejected)
  await settle()
  await vi.advanceTimersByTimeAsync(300_000)
  await asked
})

test.each([
  ['another digest', (frozen: FrozenProposal) => ({ digest: `${frozen.digest.slice(1)}0`, choiceId: 'normal' })],
  ['a choice that the card lacks', (frozen: FrozenProposal) => ({ digest: frozen.digest, choiceId: 'constructor' })],
])('signs nothing for an answer that names %s', async (_name, answerTo) => {
  const { ask, cards, settle, signed } = setUpApprovals()
  const asked = expect(ask('first')).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
  await settle()
  const [card] = cards
  if (card) card.answer(answerTo(card.frozen))
  await asked
  expect(signed).toEqual([])
})

test('ignores changes to a proposal after it was frozen for the card', async () => {
  const { ask, cards, settle, approve, signed } = setUpApprovals()
  const made = sampleProposal('first')
  const asked = ask('first', made)
  await settle()
  made.facts.title = 'other'
  for (const choice of made.choices) choice.payloads = ['ff'.repeat(32)]
  expect(cards[0]?.frozen.proposal.facts.title).toBe('first')
  expect(() => cards[0]?.frozen.proposal.choices.pop()).toThrow()
  approve(cards[0] as ShownCard)
  await asked
  expect(signed).toEqual(sampleProposal('first').choices[1]?.payloads)
})

test('signs only payloads of the card, and each only once', async () => {
  const { approvals, cards, settle, approve, signed } = setUpApprovals()
  const failures: unknown[] = []
  const asked = approvals.ask(async () => ({
    proposal: sampleProposal('first'),
    complete: async (choice, sign) => {
      await sign(choice.payloads[0] ?? '')
      const [notPicked] = sampleProposal('first').choices
      for (const payload of [choice.payloads[0] ?? '', notPicked?.payloads[0] ?? '', 'ff'.repeat(32)])
        await sign(payload).catch((thrown) => failures.push(thrown.code))
      return { status: 'done', result: null }
    },
  }))
  await settle()
  approve(cards[0] as ShownCard)
  await asked
  expect(signed).toHaveLength(1)
  expect(failures).toEqual(['INTERNAL_ERROR', 'INTERNAL_ERROR', 'INTERNAL_ERROR'])
})

test('shows a stale request again and needs another click', async () => {
  const { approvals, cards, settle, approve } = setUpApprovals()
  let tries = 0
  const asked = approvals.ask(async () => ({
    proposal: sampleProposal(`try ${++tries}`),
    complete: async () => (tries < 2 ? { status: 'stale' } : { status: 'done', result: tries }),
  }))
  await settle()
  approve(cards[0] as ShownCard)
  await settle()
  expect(cards).toHaveLength(2)
  approve(cards[1] as ShownCard)
  expect(await asked).toBe(2)
})

test('shows a sent transaction in place of the last card, and after any other card only removes it', async () => {
  const { approvals, cards, removeCard, showSent, settle, approve } = setUpApprovals()
  const sent = { network: { name: 'Localnet' }, hash: '0x12', readEnd: vi.fn() }
  const send = () =>
    approvals.ask(async () => ({
      proposal: sampleProposal('Pay 12 DUSD'),
      complete: async () => ({ status: 'done', result: '0x12', sent }),
    }))
  const both = [send(), send()]
  for (const index of [0, 1]) {
    await settle()
    expect(showSent).not.toHaveBeenCalled()
    const card = cards[index]
    if (card) approve(card)
    expect(await both[index]).toBe('0x12')
  }
  expect(showSent.mock.calls).toEqual([[sent, 'Pay 12 DUSD']])
  expect(removeCard).not.toHaveBeenCalled()
})

test('tells the cards of a request when it has its answer, and removes its card once', async () => {
  const { ask, cards, settle, approve, removeCard } = setUpApprovals()
  for (const [index, act] of [approve, ({ refuse }: ShownCard) => refuse()].entries()) {
    const ended = vi.fn()
    const asked = ask('first').catch(() => null)
    await settle()
    const card = cards[index] as ShownCard
    card.turn.ended.addEventListener('abort', ended)
    expect(ended).not.toHaveBeenCalled()
    act(card)
    expect(await asked).toBe(index === 0 ? 'first' : null)
    expect([ended.mock.calls.length, removeCard.mock.calls.length]).toEqual([1, index + 1])
  }
})
