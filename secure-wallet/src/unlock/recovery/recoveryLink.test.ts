import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ShareSets } from '../shareSets.ts'
import { createRecoveryLink } from './recoveryLink.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pending = { walletId: 'w', challengeId: 'c', clientKey: 'k', releaseAt: null, number: '41' } as const

/** Waits for the owner's press at a guardian that answers each request with `answer`. */
const open = (answer: () => Promise<{ kind: 'verify'; releaseAt: number | null }>) => {
  const ask = vi.fn(answer)
  const link = createRecoveryLink({
    guardian: { ask, proveBrowser: async () => null } as unknown as ShareSets['guardian'],
    store: {} as never,
    name: 'recovery',
    host: 'https://shop.example',
    now: Date.now,
  })
  const ended = new AbortController()
  const end = vi.fn()
  link.awaitPress({ ...pending, linkEndsAt: 1, resendAt: 1 }, 's', ended.signal).then(end, end)
  return { ask, ended, end }
}
const waiting = async () => ({ kind: 'verify', releaseAt: null }) as const
const limited = async () => {
  throw new AppError(commonErrors.TOO_MANY_REQUESTS, { values: { n: 60 } })
}

describe('the wait for the press behind the mailed link', () => {
  test('asks a guardian that answers at once every two seconds', async () => {
    const { ask, ended } = open(() => {
      if (ask.mock.calls.length > 9) throw new Error('Too many requests')
      return waiting()
    })
    await vi.advanceTimersByTimeAsync(9_900)
    expect(ask).toHaveBeenCalledTimes(5)
    ended.abort()
  })

  test('asks again at once after an answer that took long', async () => {
    const { ask, ended } = open(async () => {
      await new Promise((resolve) => setTimeout(resolve, 20_000))
      return waiting()
    })
    await vi.advanceTimersByTimeAsync(40_100)
    expect(ask).toHaveBeenCalledTimes(3)
    ended.abort()
  })

  test('asks again once the rate limit allows it', async () => {
    const { ask, end, ended } = open(limited)
    await vi.advanceTimersByTimeAsync(59_900)
    expect(ask).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(ask).toHaveBeenCalledTimes(2)
    expect(end).not.toHaveBeenCalled()
    ended.abort()
  })

  test('stops at once if the panel closes', async () => {
    const { ask, end, ended } = open(async () => {
      throw new AppError(commonErrors.OFFLINE)
    })
    await vi.advanceTimersByTimeAsync(1_000)
    ended.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(end).toHaveBeenCalledOnce()
    expect(vi.getTimerCount()).toBe(0)
    expect(ask).toHaveBeenCalledOnce()
  })
})
