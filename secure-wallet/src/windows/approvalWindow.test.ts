import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleProposal } from '../../test/approvals.ts'
import { createFlowServer } from '../../test/flowServer.ts'
import { freezeProposal } from '../approval/proposal.ts'
import { runApprovalWindow } from './approvalWindow.ts'
import { createFlowClient } from './flows/flowClient.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const [first, second] = ['100 USD', '90 USD'].map((name) => freezeProposal(sampleProposal(name)))
if (!first || !second) throw new Error('There are no proposals.')

const setUp = async () => {
  const { send, state } = createFlowServer('https://shop.example')
  const { signal } = new AbortController()
  const frame = await createFlowClient(send, () => 'https://wallet.example/approve').start(first, signal)
  const cards: { title: string; times: number[]; isEnded: boolean; press(choiceId: string | null): void }[] = []
  const ends: unknown[] = []
  await runApprovalWindow(send, new URLSearchParams(new URL(frame.url).hash.slice(1)), {
    draw: ({ proposal }, press) => {
      const card = { title: proposal.facts.title, times: [] as number[], isEnded: false, press }
      cards.push(card)
      return { showEstimate: (madeAt) => card.times.push(madeAt), end: () => Object.assign(card, { isEnded: true }) }
    },
    answered: (choiceId) => ends.push(choiceId),
    gone: () => ends.push('gone'),
  })
  const card = (index: number) => {
    const found = cards[index]
    if (!found) throw new Error(`There is no card ${index}`)
    return found
  }
  return { frame, signal, server: state, cards, card, ends, answer: () => frame.answer(signal) }
}

test('an open window shows the time of each newer estimate on the same card', async () => {
  const { frame, signal, cards, card } = await setUp()
  for (const madeAt of [8_000, 16_000]) {
    await frame.replace(first, signal, madeAt)
    await vi.waitFor(() => expect(card(0).times).toContain(madeAt), 5_000)
  }
  expect(cards).toHaveLength(1)
})

test('an open window whose effects changed shows a new card, and takes no press on the old one', async () => {
  const { frame, signal, cards, card, ends, answer } = await setUp()
  await frame.replace(second, signal)
  await vi.waitFor(
    () => expect([cards.map(({ title }) => title), card(0).isEnded]).toEqual([['100 USD', '90 USD'], true]),
    5_000,
  )
  card(1).press('normal')
  await vi.waitFor(() => expect(ends).toEqual(['normal']), 5_000)
  expect(await answer()).toEqual({ digest: second.digest, choiceId: 'normal' })
})

test('a press on a card that was replaced a moment before approves nothing and shows the new card', async () => {
  const { frame, signal, cards, card, ends, answer } = await setUp()
  await frame.replace(second, signal)
  card(0).press('normal')
  await vi.waitFor(() => expect([cards.map(({ title }) => title), ends]).toEqual([['100 USD', '90 USD'], []]), 5_000)
  card(1).press('low')
  await vi.waitFor(() => expect(ends).toEqual(['low']), 5_000)
  expect(await answer()).toEqual({ digest: second.digest, choiceId: 'low' })
})

test('a press counts if only the time of the estimate became newer', async () => {
  const { frame, signal, cards, card, ends, answer } = await setUp()
  await frame.replace(first, signal, 8_000)
  card(0).press('normal')
  await vi.waitFor(() => expect([cards.length, ends]).toEqual([1, ['normal']]), 5_000)
  expect(await answer()).toMatchObject({ digest: first.digest })
})

test('a rejection counts also for a card that was replaced', async () => {
  const { frame, signal, card, ends, answer } = await setUp()
  await frame.replace(second, signal)
  card(0).press(null)
  await vi.waitFor(() => expect(ends).toEqual([null]), 5_000)
  await expect(answer()).rejects.toMatchObject({ code: 'USER_REJECTED' })
})

test('a window says that its request has ended, before and after a press', async () => {
  for (const act of [() => undefined, (press: (choiceId: string) => void) => press('normal')]) {
    const { server, card, ends } = await setUp()
    server.isEnded = true
    act(card(0).press)
    await vi.waitFor(() => expect(ends).toEqual(['gone']), 5_000)
  }
})

test('a window whose flow the frame closes says that its request has ended, before and after a press', async () => {
  for (const act of [() => undefined, (press: (choiceId: string) => void) => press('normal')]) {
    const { frame, card, ends, answer } = await setUp()
    await frame.close()
    act(card(0).press)
    await vi.waitFor(() => expect(ends).toEqual(['gone']), 5_000)
    await expect(answer()).rejects.toMatchObject({ code: 'USER_REJECTED' })
  }
})

test('the frame does not close a flow whose answer it has', async () => {
  const { frame, server, card, ends, answer } = await setUp()
  card(0).press('normal')
  await vi.waitFor(() => expect(ends).toEqual(['normal']), 5_000)
  await answer()
  server.isUp = false
  await frame.close()
})

test('a request that ended replaces no text of its flow', async () => {
  const { frame, cards } = await setUp()
  const ended = AbortSignal.abort(new AppError(commonErrors.REQUEST_ABORTED))
  await expect(frame.replace(second, ended)).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(cards).toHaveLength(1)
})

test('an answer whose response got lost is on its way', async () => {
  const { server, card, ends, answer } = await setUp()
  server.losesResponse = true
  card(0).press('normal')
  await vi.waitFor(() => expect(ends).toEqual(['normal']), 5_000)
  expect(await answer()).toMatchObject({ choiceId: 'normal' })
})

test('a window that cannot send its answer shows the card again, and takes another press', async () => {
  const { server, cards, card, ends } = await setUp()
  server.isUp = false
  card(0).press('normal')
  await vi.waitFor(() => expect(cards).toHaveLength(2), 5_000)
  server.isUp = true
  card(1).press('normal')
  await vi.waitFor(() => expect(ends).toEqual(['normal']), 5_000)
})

test('a window keeps its card while the server does not answer, and follows it again afterwards', async () => {
  const { frame, signal, server, cards, ends } = await setUp()
  server.isUp = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect([cards.length, ends]).toEqual([1, []])
  server.isUp = true
  await frame.replace(second, signal)
  await vi.waitFor(() => expect(cards).toHaveLength(2), 5_000)
})

test('the frame replaces a request by its latest card, however long an earlier text took', async () => {
  const { frame, signal, cards } = await setUp()
  await Promise.all([frame.replace(first, signal, 8_000), frame.replace(second, signal)])
  await vi.waitFor(() => expect(cards.map(({ title }) => title)).toEqual(['100 USD', '90 USD']), 5_000)
})
