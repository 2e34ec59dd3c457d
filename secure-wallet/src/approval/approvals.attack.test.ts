import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { attackSeed, attackSize, attackTimeoutMs, reportAttack } from '@appkit-frame/loader/protocol/test/attack.ts'
import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ShownCard, sampleProposal, setUpApprovals } from '../../test/approvals.ts'
import type { PayloadSigner, RequestOutcome } from './approvals.ts'
import type { ApprovalChoice } from './proposal.ts'

const sequences = attackSize(2_000, 50_000)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * The ways in which the wallet completes an approved request. Every way first signs the payloads of the choice.
 * `greedy` then tries to sign one of them again.
 */
const endings = ['done', 'stale', 'failed', 'greedy', 'late'] as const
const acts = ['ask', 'ask', 'approve', 'approve', 'replay', 'forge', 'refuse', 'abort', 'wait'] as const

test('signs only what was shown, one card at a time, in any order of requests, clicks, rejections, closings and waits', {
  timeout: attackTimeoutMs(),
}, async ({ task }) => {
  const step = record({ act: constantFrom(...acts), which: nat(20), ending: constantFrom(...endings) })
  let approvedAtAll = 0
  await assert(
    asyncProperty(array(step, { maxLength: 30, size: 'max' }), async (steps) => {
      const { approvals, cards, settle, approve, signed, visible } = setUpApprovals()
      const allowed: string[] = []
      const answered = new Set<ShownCard>()
      let asked = 0
      let open = 0
      let settled = 0

      const ask = (name: string, ending: (typeof endings)[number]) => {
        let tries = 0
        const complete = async (choice: ApprovalChoice, sign: PayloadSigner): Promise<RequestOutcome> => {
          tries++
          if (ending === 'late') await new Promise((resolve) => setTimeout(resolve, 1_000))
          for (const payload of choice.payloads) await sign(payload)
          if (ending === 'greedy') await sign(choice.payloads[0] ?? '')
          if (ending === 'failed') throw new AppError(commonErrors.TRANSACTION_REJECTED)
          return ending === 'stale' && tries < 3 ? { status: 'stale' } : { status: 'done', result: name }
        }
        return approvals.ask(async () => ({ proposal: sampleProposal(`${name} ${tries}`), complete }))
      }
      for (const { act, which, ending } of steps) {
        const card = cards.at(-1)
        const isOpen = card && visible.now === 1 && !answered.has(card) && !card.turn.signal.aborted
        if (act === 'ask') {
          open++
          ask(`request ${asked++}`, ending)
            .catch(() => undefined)
            .finally(() => {
              open--
              settled++
            })
        } else if (act === 'approve' && isOpen) {
          answered.add(card)
          const choice = card.frozen.proposal.choices[which % 2]
          allowed.push(...(choice?.payloads ?? []))
          approve(card, choice?.id)
        } else if (act === 'forge' && isOpen) {
          // The forged answer belongs to another card, or names a choice that this card lacks.
          answered.add(card)
          const { digest } = cards[which % cards.length]?.frozen ?? card.frozen
          card.answer(digest === card.frozen.digest ? { digest, choiceId: 'more' } : { digest, choiceId: 'normal' })
        } else if (act === 'replay' && cards[which] && answered.has(cards[which])) {
          // The card ignores a second answer. But the test's `approve` decrements the count of visible cards for every
          // answer, so increment the count first.
          visible.now++
          approve(cards[which])
        } else if (act === 'refuse' && isOpen) {
          answered.add(card)
          card.refuse()
        } else if (act === 'abort') approvals.abort()
        else if (act === 'wait') await vi.advanceTimersByTimeAsync(which * 20_000)
        await settle()
      }
      approvals.abort()
      await vi.advanceTimersByTimeAsync(10_000)
      for (let turn = 0; turn < 30 && open > 0; turn++) {
        approvals.abort()
        await vi.advanceTimersByTimeAsync(1_000)
      }
      approvedAtAll += allowed.length
      // Each approved payload is signed exactly once, even if the approval came late, and every request has ended.
      expect(signed).toEqual(allowed)
      expect(visible.most).toBeLessThanOrEqual(1)
      expect([open, settled]).toEqual([0, asked])
    }),
    { numRuns: sequences, seed: attackSeed },
  )
  expect(approvedAtAll).toBeGreaterThan(sequences / 2)
  reportAttack(task, 'G3', sequences, 'sequences of the approval queue', `seed ${attackSeed}`)
})
