import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ShownCard, sampleProposal, setUpApprovals } from '../../test/approvals.ts'
import type { PreparedRequest } from './approvals.ts'
import type { Proposal } from './proposal.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A swap whose estimate the test changes: `amount` is what the visitor gets. */
const setUp = () => {
  const made = setUpApprovals()
  const chain = { amount: 100, shown: 100, asked: 0, isUp: true }
  const prepare = async (): Promise<PreparedRequest> => {
    const sample = sampleProposal('swap')
    chain.shown = chain.amount
    const shown = chain.amount
    const changes: Proposal['facts']['changes'] = [
      { direction: 'in', name: 'USD', amount: `+${shown} USD`, note: '', key: 'usd' },
    ]
    return {
      proposal: { ...sample, estimatedAt: Date.now(), facts: { ...sample.facts, changes } },
      estimate: {
        madeAt: Date.now(),
        isStillTrue: async () => {
          chain.asked++
          if (!chain.isUp) throw new AppError(commonErrors.SERVER_UNREACHABLE)
          return chain.amount === shown
        },
      },
      complete: async (choice, sign) => {
        for (const payload of choice.payloads) await sign(payload)
        return { status: 'done', result: 'sent' }
      },
    }
  }
  const card = (index: number): ShownCard => {
    const found = made.cards[index]
    if (!found) throw new Error(`There is no card ${index}`)
    return found
  }
  return { ...made, chain, card, ask: () => made.approvals.ask(prepare) }
}
const amountsOn = ({ frozen }: ShownCard) => frozen.proposal.facts.changes.map(({ amount, was }) => [amount, was])

test('a visible card asks the node again before the estimate is 12 s old, and shows the new time', async () => {
  const { ask, card, chain, approve, settle } = setUp()
  const asked = ask()
  await settle()
  const start = Date.now()
  const times: number[] = []
  card(0).turn.followEstimate?.((madeAt) => times.push(madeAt - start))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(times).toEqual([0, 8_000, 16_000, 24_000])
  approve(card(0))
  expect(await asked).toBe('sent')
  await vi.advanceTimersByTimeAsync(60_000)
  // The estimate was young enough at the click, and the wallet stops asking for a card that is gone.
  expect(chain.asked).toBe(3)
})

test('a card that moves to the wallet window goes on with its estimate, and does not ask the node more often', async () => {
  const { ask, card, chain, approve, settle } = setUp()
  const asked = ask()
  await settle()
  const start = Date.now()
  card(0).turn.followEstimate?.(() => undefined)
  await vi.advanceTimersByTimeAsync(4_000)
  const times: number[] = []
  card(0).turn.followEstimate?.((madeAt) => times.push(madeAt - start))
  await vi.advanceTimersByTimeAsync(20_000)
  expect([times, chain.asked]).toEqual([[0, 8_000, 16_000, 24_000], 3])
  approve(card(0))
  expect(await asked).toBe('sent')
})

test('a card can confirm its estimate before its answer, and is replaced if the effects became worse', async () => {
  const { ask, card, chain, approve, settle } = setUp()
  const asked = ask()
  await settle()
  await card(0).turn.confirmEstimate?.()
  expect([chain.asked, card(0).turn.signal.aborted]).toEqual([0, false])
  await vi.advanceTimersByTimeAsync(13_000)
  chain.amount = 90
  await card(0).turn.confirmEstimate?.()
  expect([chain.asked, card(0).turn.signal.aborted]).toEqual([1, true])
  await settle()
  approve(card(1))
  expect(await asked).toBe('sent')
})

test('a visible card whose effects change is replaced by a card that shows the old amount beside the new one', async () => {
  const { ask, card, chain, approve, settle, signed, visible } = setUp()
  const asked = ask()
  await settle()
  card(0).turn.followEstimate?.(() => undefined)
  chain.amount = 90
  await vi.advanceTimersByTimeAsync(8_000)
  expect(card(0).turn.signal.aborted).toBe(true)
  expect(amountsOn(card(1))).toEqual([['+90 USD', '+100 USD']])
  expect(card(1).frozen.proposal.facts.notices[0]).toMatchObject({ tone: 'warn', title: 'This changed. Look again' })
  // A click on the card that is gone counts for nothing.
  approve(card(0))
  visible.now++
  await settle()
  expect(signed).toEqual([])
  approve(card(1))
  expect(await asked).toBe('sent')
  expect(visible.most).toBe(1)
})

test('a click on an estimate of more than 12 s asks the node first, and asks the visitor again if the effects changed', async () => {
  const { ask, card, chain, approve, settle, signed } = setUp()
  const asked = ask()
  await settle()
  // Nothing renews the estimate in time, for example because the device slept.
  chain.amount = 90
  await vi.advanceTimersByTimeAsync(13_000)
  expect(chain.asked).toBe(0)
  approve(card(0))
  await settle()
  expect(signed).toEqual([])
  expect(amountsOn(card(1))).toEqual([['+90 USD', '+100 USD']])
  approve(card(1))
  expect(await asked).toBe('sent')
  expect(signed).toHaveLength(1)
})

test('a click on an old estimate that still holds needs no second click', async () => {
  const { ask, card, approve, settle, cards } = setUp()
  const asked = ask()
  await settle()
  await vi.advanceTimersByTimeAsync(60_000)
  approve(card(0))
  expect(await asked).toBe('sent')
  expect(cards).toHaveLength(1)
})

test('signs nothing on an old estimate while the node does not answer', async () => {
  const { ask, card, chain, approve, settle, signed, approvals } = setUp()
  const asked = ask().catch((thrown) => thrown.code)
  await settle()
  chain.isUp = false
  await vi.advanceTimersByTimeAsync(13_000)
  approve(card(0))
  await settle()
  expect([signed, card(1).frozen.proposal.facts.notices[0]?.title]).toEqual([[], 'This changed. Look again'])
  approvals.abort()
  expect(await asked).toBe('USER_REJECTED')
})

test('a request whose effects change each time ends after twenty cards', async () => {
  const { ask, card, cards, chain, approve, settle } = setUp()
  const asked = ask()
  asked.catch(() => undefined)
  await settle()
  for (let index = 0; index < 20; index++) {
    expect(cards).toHaveLength(index + 1)
    chain.amount--
    await vi.advanceTimersByTimeAsync(13_000)
    approve(card(index))
    await settle()
  }
  await expect(asked).rejects.toMatchObject({ code: 'TRANSACTION_REJECTED' })
  expect(cards).toHaveLength(20)
})
