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
        } else if (act === 'replay' && cards[which] && answered.has(cards[which])) approve(cards[which])
        else if (act === 'refuse' && isOpen) {
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

const driftActs = ['approve', 'drift', 'wait', 'wait', 'follow', 'fail'] as const

test('signs an estimate only if it is young or still true, in any order of clicks, changes, waits and failures', {
  timeout: attackTimeoutMs(),
}, async ({ task }) => {
  const step = record({ act: constantFrom(...driftActs), which: nat(9) })
  let signedAtAll = 0
  let replacedAtAll = 0
  await assert(
    asyncProperty(array(step, { maxLength: 20, size: 'max' }), async (steps) => {
      const { approvals, cards, settle, approve, signed, visible } = setUpApprovals()
      const chain = { version: 0, isUp: true }
      /** The time of the estimate that each payload's card shows. */
      const madeAt = new Map<string, number>()
      const broken: string[] = []
      const asked = approvals
        .ask(async () => {
          const { version } = chain
          const proposal = sampleProposal(`version ${version} ${cards.length}`)
          const payload = proposal.choices[1]?.payloads[0] ?? ''
          madeAt.set(payload, Date.now())
          return {
            proposal,
            estimate: {
              madeAt: Date.now(),
              isStillTrue: async () => {
                if (!chain.isUp) throw new AppError(commonErrors.SERVER_UNREACHABLE)
                if (chain.version === version) madeAt.set(payload, Date.now())
                return chain.version === version
              },
            },
            complete: async (choice, sign) => {
              const [payload = ''] = choice.payloads
              const isYoung = Date.now() - (madeAt.get(payload) ?? 0) <= 12_000
              if (!isYoung) broken.push(`an estimate of ${Date.now() - (madeAt.get(payload) ?? 0)} ms was signed`)
              await sign(payload)
              return { status: 'done', result: 'sent' }
            },
          }
        })
        .catch(() => undefined)
      await settle()
      const answered = new Set<ShownCard>()
      for (const { act, which } of steps) {
        const card = cards.at(-1)
        const isOpen = card && visible.now === 1 && !answered.has(card) && !card.turn.signal.aborted
        if (act === 'approve' && isOpen) {
          answered.add(card)
          approve(card)
        } else if (act === 'follow' && isOpen) card.turn.followEstimate?.(() => undefined)
        else if (act === 'drift') chain.version++
        else if (act === 'fail') chain.isUp = !chain.isUp
        else if (act === 'wait') await vi.advanceTimersByTimeAsync(which * 3_000)
        await settle()
      }
      approvals.abort()
      await vi.advanceTimersByTimeAsync(1_000)
      await asked
      replacedAtAll += cards.length - 1
      signedAtAll += signed.length
      expect({ broken, most: visible.most, twice: signed.length > 1 }).toEqual({ broken: [], most: 1, twice: false })
      expect(signed.filter((payload) => !madeAt.has(payload))).toEqual([])
    }),
    { numRuns: sequences, seed: attackSeed },
  )
  expect(signedAtAll).toBeGreaterThan(sequences / 4)
  expect(replacedAtAll).toBeGreaterThan(sequences / 4)
  reportAttack(task, 'G3', sequences, 'sequences of estimates that change', `seed ${attackSeed}`)
})
