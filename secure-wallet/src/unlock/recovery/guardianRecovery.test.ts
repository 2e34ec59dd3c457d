// @vitest-environment happy-dom
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ShareSets } from '../shareSets.ts'
import { createGuardianRecovery } from './guardianRecovery.ts'

type Guardian = ShareSets['guardian']
type Question = Parameters<Guardian['ask']>[0]
type Reply = Awaited<ReturnType<Guardian['ask']>>

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const wallet = { walletId: 'w', setId: 's', email: 'ada@shop.example' }
const screen = () => document.body.textContent ?? ''
const settle = () => vi.advanceTimersByTimeAsync(0)
const press = (text: string) => {
  const found = [...document.querySelectorAll('button')].find((made) => made.textContent?.includes(text))
  if (!found) throw new Error(`There is no button ${text}: ${screen()}`)
  found.click()
}

/** A recovery whose requests to the guardian the test answers. */
const open = async () => {
  const open: { question: Question; answer(reply: Reply): void; fail(thrown: unknown): void }[] = []
  const entries = new Map<string, unknown>()
  const recovery = createGuardianRecovery({
    sets: {
      guardian: {
        ask: (question: Question) =>
          new Promise<Reply>((answer, fail) => {
            open.push({ question, answer, fail })
          }),
        proveBrowser: async () => null,
        forgetBrowser: async () => undefined,
      },
    } as unknown as ShareSets,
    store: {
      get: async (name: string) => entries.get(name),
      put: async (name: string, value: unknown) => void entries.set(name, value),
      remove: async (name: string) => void entries.delete(name),
    } as never,
    scope: 'p https://shop.example',
    surface: { show: async (_, root) => document.body.replaceChildren(root), hide: () => undefined },
    hasNoStorage: () => false,
    site: { host: 'https://shop.example' },
  })
  const ended = new AbortController()
  const result = recovery.run(wallet, ended.signal).catch((thrown: AppError) => thrown.code)
  /** Returns the oldest open request of a kind, so that the test can answer it. */
  const take = async (kind: Question['kind']) => {
    await settle()
    const found = open.findIndex(({ question }) => question.kind === kind)
    const [taken] = found < 0 ? [] : open.splice(found, 1)
    if (!taken) throw new Error(`The guardian got no request ${kind}`)
    return taken
  }
  const mail = async (challengeId: string, number: string) => {
    const taken = await take('challenge')
    taken.answer({ kind: 'challenge', challengeId, number, expiresAt: Date.now() + 600_000 } as Reply)
    await settle()
  }
  return { take, mail, result, findPending: recovery.findPending, close: () => ended.abort() }
}

describe('another mail of the guardian', () => {
  const resend = async () => {
    const opened = await open()
    await opened.mail('c1', '41')
    await vi.advanceTimersByTimeAsync(30_000)
    const poll = await opened.take('verify')
    press('Resend')
    poll.fail(new AppError(walletErrors.CHALLENGE_NOT_FOUND))
    await settle()
    return opened
  }

  test('shows the new number although the guardian no longer knows the old recovery', async () => {
    const { mail, close } = await resend()
    expect(screen()).toContain('41')
    await mail('c2', '72')
    expect(screen()).toContain('72')
    close()
  })

  test('shows the end of the old recovery if the guardian sends no other mail', async () => {
    const { take, close } = await resend()
    const asked = await take('challenge')
    asked.fail(new AppError(commonErrors.OFFLINE))
    await settle()
    expect(screen()).toContain('This sign-in')
    close()
  })
})

describe('a recovery that the owner stopped for a day', () => {
  const expectFrozen = () => {
    expect(screen()).toContain('Email recovery is off until tomorrow')
    expect(screen()).not.toContain('Start again')
  }

  test('says so instead of offering another try', async () => {
    const { mail, take, close } = await open()
    await mail('c1', '41')
    const poll = await take('verify')
    poll.fail(new AppError(walletErrors.LOGIN_FROZEN))
    await settle()
    expectFrozen()
    close()
  })

  test('says so when the guardian mails no link', async () => {
    const { take, close } = await open()
    const asked = await take('challenge')
    asked.fail(new AppError(walletErrors.LOGIN_FROZEN))
    await settle()
    expectFrozen()
    close()
  })

  test('says so when the owner stops the recovery after its delay has begun', async () => {
    const { mail, take, close } = await open()
    await mail('c1', '41')
    const poll = await take('verify')
    poll.answer({ kind: 'verify', releaseAt: 0 } as Reply)
    const release = await take('release')
    release.fail(new AppError(walletErrors.LOGIN_FROZEN))
    const asked = await take('challenge')
    asked.fail(new AppError(walletErrors.LOGIN_FROZEN))
    await settle()
    expectFrozen()
    close()
  })

  test('blames nobody for a recovery that the guardian no longer knows', async () => {
    const { mail, take, close } = await open()
    await mail('c1', '41')
    const poll = await take('verify')
    poll.fail(new AppError(walletErrors.CHALLENGE_NOT_FOUND))
    await settle()
    expect(screen()).not.toContain('Someone')
    press('Start again')
    await mail('c2', '72')
    expect(screen()).toContain('72')
    close()
  })
})

describe('the delay of a recovery', () => {
  const delayed = async () => {
    const opened = await open()
    await opened.mail('c1', '41')
    const poll = await opened.take('verify')
    poll.answer({ kind: 'verify', releaseAt: Date.now() + 86_400_000 } as Reply)
    await settle()
    return opened
  }

  test('says when it ends and what can be done until then, and has a way on, a way out and a cancel', async () => {
    vi.setSystemTime(new Date(2026, 10, 28, 15, 4))
    const { close } = await delayed()
    expect(screen()).toContain('Your wallet opens here on Nov 29, 2026, 3:04')
    expect(screen()).toContain('Until then you can look and receive')
    expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      'Use another way',
      'Look and receive meanwhile',
      'Cancel this recovery',
    ])
    close()
  })

  test('goes on while the visitor looks for another way, or leaves', async () => {
    for (const name of ['Use another way', 'Look and receive meanwhile']) {
      const { result, findPending } = await delayed()
      press(name)
      await expect(result).resolves.toMatch(name === 'Use another way' ? 'back' : 'USER_REJECTED')
      expect(await findPending('w')).toMatchObject({ challengeId: 'c1' })
    }
  })

  test('ends at the guardian when the visitor cancels, and a failure is said', async () => {
    const { result, findPending, take } = await delayed()
    press('Cancel this recovery')
    const failed = await take('withdraw')
    failed.fail(new AppError(commonErrors.OFFLINE))
    await settle()
    expect(screen()).toContain('You are offline')
    press('Cancel this recovery')
    const asked = await take('withdraw')
    asked.answer({ kind: 'withdraw' } as Reply)
    await expect(result).resolves.toBe('back')
    expect(await findPending('w')).toBeNull()
  })
})
