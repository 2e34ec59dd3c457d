import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { approvalTimeoutMs } from '@appkit-frame/loader/protocol/wire/timings.ts'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { WalletKeys } from '../unlock/keys.ts'
import type { ApprovalRequest } from '../worker/contract.ts'
import { type Estimate, type Freshness, keepFresh } from './freshness.ts'
import { markChanged } from './markChanged.ts'
import { type ApprovalChoice, type FrozenProposal, freezeProposal, type Proposal, type ShownSite } from './proposal.ts'
import { waitingRequestLimit } from './queueLimit.ts'
import type { SentTransaction } from './sentPanel.ts'

/** Signs one of the approved payloads. Each payload can be signed once. */
export type PayloadSigner = (payload: string) => Promise<Uint8Array>
/**
 * `stale`: the approved payload is no longer valid, perhaps because another tab used its nonce. Nothing was sent, so
 * the visitor sees the request again.
 */
export type RequestOutcome = { status: 'done'; result: unknown; sent?: SentTransaction } | { status: 'stale' }
declare const approved: unique symbol
/** The result of a request that the visitor approved. Only `ask` returns this type. */
export type ApprovedResult = { readonly [approved]: true }
export type PreparedRequest = {
  proposal: Proposal
  /** Set if the proposal shows what a simulation estimates. */
  estimate?: Estimate
  complete(choice: ApprovalChoice, sign: PayloadSigner): Promise<RequestOutcome>
}
export type CardAnswer = {
  digest: string
  choiceId: string
  /** The approval of the key worker that a passkey has confirmed. Absent if a press alone confirms. */
  approvalId?: string
}
export type QueueTurn = {
  position: number
  total: number
  /**
   * Reports each new number of waiting requests while this request is first in the queue. The number is not part of the
   * frozen proposal, so the card may update it.
   */
  follow(showTotal: (total: number) => void): void
  /** Keeps the estimate of the card young, in the frame or in the wallet window, and reports its time. */
  followEstimate?: Freshness['follow']
  /** Asks the node again if the estimate is too old. If the effects became worse, `signal` aborts and a new card follows. */
  confirmEstimate?(): Promise<void>
  /** Aborts when the request ends or another card replaces this one. */
  signal: AbortSignal
  /** Aborts when the request ends. All cards of one request have the same signal. */
  ended: AbortSignal
}

type Options = {
  keys: WalletKeys
  /** The site that asks, as each card shows it. */
  site: ShownSite
  /**
   * Shows the approval card and resolves with the choice that the visitor approves. Rejects with USER_REJECTED, or with
   * the error that blocks the request.
   */
  present(frozen: FrozenProposal, turn: QueueTurn): Promise<CardAnswer>
  /** Removes the last card. Called when the queue is empty. */
  removeCard(): void
  /** Replaces the last card. Called when the queue is empty after a transaction was sent. */
  showSent(sent: SentTransaction, deed: string): unknown
}
type Entry = {
  ended: AbortController
  timer: ReturnType<typeof setTimeout>
  /** True while the wallet signs or sends the request. Then a rejection with USER_REJECTED would be wrong. */
  isApproved: boolean
  showSent?(): void
  /**
   * Updates the number of waiting requests on the card. The card sets this function while its request is first in the
   * queue.
   */
  showTotal(total: number): void
}

/** A request whose payload became stale is shown again, but at most this often. */
const refreshLimit = 5
/** A request whose effects keep changing is shown again, but at most this often. */
const changeLimit = 20

export type Approvals = ReturnType<typeof createApprovals>

/**
 * Shows one card at a time, in order of arrival. Each proposal is prepared when its card is next, and frozen before it
 * is painted. Only payloads of the frozen proposal are signed.
 */
export const createApprovals = ({ keys, site, present, removeCard, showSent }: Options) => {
  const queue: Entry[] = []
  let last: Promise<unknown> = Promise.resolve()

  const removeEntry = (entry: Entry): void => {
    clearTimeout(entry.timer)
    const index = queue.indexOf(entry)
    if (index >= 0) queue.splice(index, 1)
    if (index > 0) queue[0]?.showTotal(queue.length)
    if (queue.length > 0) return
    if (entry.showSent) entry.showSent()
    else removeCard()
  }

  /**
   * Shows one card. Resolves with the visitor's answer, or with `changed` if the effects became worse than the card
   * says before the answer counted.
   */
  const askOnce = async (
    entry: Entry,
    frozen: FrozenProposal,
    estimate: Estimate | undefined,
  ): Promise<CardAnswer | 'changed'> => {
    const replaced = new AbortController()
    const signal = AbortSignal.any([entry.ended.signal, replaced.signal])
    const follow: QueueTurn['follow'] = (showTotal) => Object.assign(entry, { showTotal })
    const turn = { position: 1, total: queue.length, follow, signal, ended: entry.ended.signal }
    if (!estimate || frozen.proposal.blocked) return present(frozen, turn)
    return new Promise((resolve, reject) => {
      const changed = (): void => {
        resolve('changed')
        replaced.abort(new AppError(commonErrors.REQUEST_ABORTED))
      }
      const fresh = keepFresh(estimate, signal, changed)
      const confirmEstimate = async (): Promise<void> => {
        if (!(await fresh.confirm())) changed()
      }
      present(frozen, { ...turn, followEstimate: fresh.follow, confirmEstimate })
        .then(async (answer) => ((await fresh.confirm()) ? answer : ('changed' as const)))
        .finally(fresh.stop)
        .then(resolve, reject)
    })
  }

  const run = async (entry: Entry, prepare: () => Promise<PreparedRequest>): Promise<ApprovedResult> => {
    const { signal } = entry.ended
    let seen: Proposal | undefined
    for (let [stale, changes] = [0, 0]; stale < refreshLimit && changes < changeLimit; ) {
      signal.throwIfAborted()
      await withEnd(unlock(keys), signal)
      const prepared = await withEnd(prepare(), signal)
      const { complete, estimate, proposal } = prepared
      const frozen = freezeProposal({ ...(seen ? markChanged(seen, proposal) : proposal), site })
      const answer = await withEnd(askOnce(entry, frozen, estimate), signal)
      if (answer === 'changed') {
        seen = prepared.proposal
        changes++
        continue
      }
      seen = undefined
      const choice = frozen.proposal.choices.find(({ id }) => id === answer.choiceId)
      if (answer.digest !== frozen.digest || !choice || frozen.proposal.blocked)
        throw new AppError(commonErrors.INTERNAL_ERROR)
      // Once the visitor has approved the request, neither the timeout nor the modal can end it.
      clearTimeout(entry.timer)
      entry.isApproved = true
      const outcome = await complete(choice, await onlyThese(keys, choice, answer))
      if (outcome.status === 'done') {
        const { result, sent } = outcome
        if (sent) entry.showSent = () => showSent(sent, frozen.proposal.facts.title)
        return result as ApprovedResult
      }
      entry.isApproved = false
      stale++
    }
    throw new AppError(commonErrors.TRANSACTION_REJECTED)
  }

  return {
    ask: (prepare: () => Promise<PreparedRequest>): Promise<ApprovedResult> => {
      if (queue.length >= waitingRequestLimit) return Promise.reject(new AppError(walletErrors.QUEUE_FULL))
      const ended = new AbortController()
      const timer = setTimeout(() => ended.abort(new AppError(commonErrors.USER_REJECTED)), approvalTimeoutMs)
      const entry: Entry = { ended, timer, isApproved: false, showTotal: () => undefined }
      queue.push(entry)
      queue[0]?.showTotal(queue.length)
      const turn = last.then(() => run(entry, prepare)).finally(() => removeEntry(entry))
      // Tells the wallet window of an answered request that nobody waits for another answer.
      last = turn.catch(() => undefined).then(() => ended.abort())
      // The abort signal also ends a request whose card is not shown yet.
      return withEnd(turn, ended.signal, () => removeEntry(entry))
    },
    /** Rejects pending requests, with USER_REJECTED by default. Approved requests continue. */
    abort: (reason = new AppError(commonErrors.USER_REJECTED)): void => {
      for (const { ended, isApproved } of [...queue]) if (!isApproved) ended.abort(reason)
    },
  }
}

const unlock = async (keys: WalletKeys): Promise<void> => {
  if (keys.status() === 'none') throw new AppError(commonErrors.UNAUTHORIZED)
  if (keys.status() === 'locked') await keys.unlock()
  if (keys.status() === 'receiveOnly') throw new AppError(walletErrors.WALLET_NOT_ACTIVE)
}

const withEnd = <Result>(result: Promise<Result>, signal: AbortSignal, ended?: () => void): Promise<Result> =>
  new Promise((resolve, reject) => {
    const end = (): void => {
      ended?.()
      reject(signal.reason)
    }
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, { once: true })
    result.finally(() => signal.removeEventListener('abort', end)).then(resolve, reject)
  })

/** The payloads of a choice, as the key worker takes them. */
export const payloadsOf = ({
  namespace,
  payloads,
}: ApprovalChoice): Pick<ApprovalRequest, 'namespace' | 'payloads'> => ({
  namespace,
  payloads: payloads.map((payload) => new Uint8Array(hexToBytes(payload))),
})

const onlyThese = async (keys: WalletKeys, choice: ApprovalChoice, answer: CardAnswer): Promise<PayloadSigner> => {
  const left = [...choice.payloads]
  const approvalId = answer.approvalId ?? (await keys.startApproval(payloadsOf(choice))).approvalId
  return async (payload) => {
    const index = left.indexOf(payload)
    if (index < 0) throw new AppError(commonErrors.INTERNAL_ERROR)
    left.splice(index, 1)
    if (keys.status() === 'locked') await keys.unlock()
    return keys.sign(approvalId, new Uint8Array(hexToBytes(payload)))
  }
}
