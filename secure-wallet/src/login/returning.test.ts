// @vitest-environment happy-dom
import type { SessionFacts } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { confirmReturn } from './returning.ts'

beforeEach(() => document.body.replaceChildren())

const hourMs = 3_600_000
const press = (text: string) =>
  vi.waitFor(() => {
    const found = [...document.querySelectorAll('button')].find((made) => made.textContent?.includes(text))
    if (!found) throw new Error(`There is no button ${text}`)
    found.click()
  })

/** A visitor who came back. The server's clock is an hour behind this browser's. */
const open = (askPasskey = async (): Promise<void> => undefined) => {
  const facts = { email: 'ada@shop.example', authTime: Date.now() - 2 * hourMs }
  const ended = new AbortController()
  const settle = vi.fn(async () => undefined)
  const login = vi.fn(() => {
    facts.authTime = Date.now() - hourMs
  })
  const confirmed = confirmReturn(
    {
      session: { facts: () => facts as SessionFacts },
      connection: { settle } as never,
      surface: { show: async (_, root) => document.body.replaceChildren(root), hide: () => undefined },
      passkey: { isPossible: () => true, ask: askPasskey } as never,
      host: 'https://shop.example',
      fresh: async (run) => {
        try {
          return await run()
        } catch {
          login()
          return run()
        }
      },
    },
    ended.signal,
  )
  confirmed.catch(() => undefined)
  return { confirmed, ended, settle, login }
}

describe('the proof of a visitor who came back', () => {
  test('accepts a new code although the clock of this browser is an hour ahead', async () => {
    const { confirmed, login, settle } = open()
    await press('Send a code by email')
    await confirmed
    expect(login).toHaveBeenCalledOnce()
    expect(settle).toHaveBeenCalledOnce()
  })

  test('does not connect the site if the visitor left while the code was checked', async () => {
    const { confirmed, ended, login, settle } = open()
    const enter = login.getMockImplementation()
    login.mockImplementation(() => {
      enter?.()
      ended.abort()
    })
    await press('Send a code by email')
    await expect(confirmed).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(settle).not.toHaveBeenCalled()
  })

  test('explains a failure that the passkey did not cause', async () => {
    const { ended } = open(async () => {
      throw new AppError(commonErrors.OFFLINE)
    })
    await press('Use a passkey')
    await vi.waitFor(() => expect(document.body.textContent).toContain('Still locked'))
    expect(document.body.textContent).toContain(commonErrors.OFFLINE.short)
    ended.abort()
  })

  test('shows no failure if the visitor goes back from the passkey', async () => {
    const { ended } = open(() => new Promise(() => undefined))
    await press('Use a passkey')
    await press('Back')
    await vi.waitFor(() => expect(document.body.textContent).toContain('Send a code by email'))
    expect(document.body.textContent).not.toContain('Still locked')
    ended.abort()
  })
})
