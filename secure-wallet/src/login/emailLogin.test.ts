// @vitest-environment happy-dom
import type { EmailLogin, LoginState } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { describe, expect, test, vi } from 'vitest'
import { createEmailLogin, type SolveCaptcha } from './emailLogin.ts'
import { noSiteTokens, type SiteTokens } from './siteTokens.ts'
import type { SolveWork } from './solveWork.ts'

const { signal } = new AbortController()
const solveWork: SolveWork = async ({ challenge }) => ({ challenge, nonces: [7] })

/** A server that accepts one login and rejects every later one with EMAIL_COOLDOWN. */
const open = () => {
  const state: { login: LoginState; isTooSoon: boolean } = { login: 'VERIFY_OTP', isTooSoon: false }
  const flow = createEmailLogin({
    server: async ({ method }) => {
      if (method === 'POST' && state.isTooSoon) throw new AppError(walletErrors.EMAIL_COOLDOWN, { values: { n: 20 } })
      state.isTooSoon = true
      return { challengeId: 'c1', state: state.login, resendAt: 1, expiresAt: 2 }
    },
    surface: { show: async () => undefined, hide: () => undefined },
    site: { projectId: 'p', host: 'https://shop.example' },
    locale: () => 'en',
    siteTokens: noSiteTokens,
    solveWork,
    solveCaptcha: null,
    prepareWindow: null,
  })
  return { state, flow }
}

test('continues a login that the visitor left', async () => {
  const { flow } = open()
  await flow.begin('ada@shop.example', signal)
  expect(await flow.begin('ada@shop.example', signal)).toMatchObject({ state: 'VERIFY_OTP' })
})

test('rejects a login during the cooldown if the address differs or the earlier login has ended', async () => {
  const { state, flow } = open()
  await flow.begin('ada@shop.example', signal)
  await expect(flow.begin('bob@shop.example', signal)).rejects.toMatchObject({ code: 'EMAIL_COOLDOWN' })
  state.login = 'EXPIRED'
  await expect(flow.begin('ada@shop.example', signal)).rejects.toMatchObject({ code: 'EMAIL_COOLDOWN' })
})

test.each<[string, Partial<EmailLogin>, (panel: Element) => void]>([
  [
    'one field for a long code',
    { longCode: true },
    (panel) => expect(panel.querySelectorAll('.otp--long input')).toHaveLength(1),
  ],
  [
    'the same six inputs',
    {},
    (panel) => {
      expect(panel.textContent).toContain('Sent again')
      expect(panel.querySelectorAll('.otp input')).toHaveLength(6)
    },
  ],
])('shows %s after the visitor requests another mail, if the server answers %o', async (_, change, expectPanel) => {
  const login: EmailLogin = { challengeId: 'c1', state: 'VERIFY_OTP', resendAt: 1, expiresAt: 2 }
  const ended = new AbortController()
  const shown: Element[] = []
  const flow = createEmailLogin({
    server: async ({ method, path, signal }) => {
      if (path.endsWith('/resend')) return { ...login, ...change }
      if (method === 'GET') await new Promise((_, reject) => signal?.addEventListener('abort', reject))
      return login
    },
    surface: { show: async (_, panel) => void shown.push(panel), hide: () => undefined },
    site: { projectId: 'p', host: 'https://shop.example' },
    locale: () => 'en',
    siteTokens: noSiteTokens,
    solveWork,
    solveCaptcha: null,
    prepareWindow: null,
  })
  const running = flow.run('ada@shop.example', login, ended.signal).catch(() => undefined)
  const [resend] = [...(shown[0]?.querySelectorAll('button') ?? [])].filter((made) => made.textContent === 'Resend')
  resend?.click()
  await vi.waitFor(() => expectPanel(shown.at(-1) ?? document.body))
  ended.abort()
  await running
})

describe('a proof of work before a mail', () => {
  /** A server that requires work `times` times. */
  const openBusy = (
    times: number,
    solve = solveWork,
    asked = (): void => undefined,
    siteTokens = noSiteTokens,
    solveCaptcha: SolveCaptcha | null = null,
  ) => {
    const bodies: unknown[] = []
    const shown: HTMLElement[] = []
    const flow = createEmailLogin({
      server: async ({ body }) => {
        bodies.push(body)
        asked()
        if (bodies.length <= times) return { work: { challenge: `c${bodies.length}`, bits: 8 } }
        return { challengeId: 'l1', state: 'VERIFY_OTP', resendAt: 1, expiresAt: 2 }
      },
      surface: { show: async (_, panel) => void shown.push(panel), hide: () => undefined },
      site: { projectId: 'p', host: 'https://shop.example' },
      locale: () => 'en',
      siteTokens,
      solveWork: solve,
      solveCaptcha,
      prepareWindow: null,
    })
    return { flow, bodies, shown }
  }

  test('solves the work of the server, and tells the visitor that it takes a moment', async () => {
    const { flow, bodies, shown } = openBusy(2)
    expect(await flow.begin('ada@shop.example', signal)).toMatchObject({ challengeId: 'l1' })
    expect(bodies).toMatchObject([
      { email: 'ada@shop.example' },
      { email: 'ada@shop.example', work: { challenge: 'c1', nonces: [7] } },
      { email: 'ada@shop.example', work: { challenge: 'c2', nonces: [7] } },
    ])
    expect(shown.map(({ textContent }) => textContent)).toEqual([expect.stringContaining('takes a few seconds')])
  })

  test('asks the visitor for a CAPTCHA as often as the server wants one, and sends its response', async () => {
    const bodies: { captcha?: string }[] = []
    const captcha = vi.fn(async () => `r${captcha.mock.calls.length}`)
    const flow = createEmailLogin({
      server: async ({ body }) => {
        bodies.push(body as { captcha?: string })
        if (bodies.length <= 6) return { captcha: true }
        return { challengeId: 'l1', state: 'VERIFY_OTP', resendAt: 1, expiresAt: 2 }
      },
      surface: { show: async () => undefined, hide: () => undefined },
      site: { projectId: 'p', host: 'https://shop.example' },
      locale: () => 'en',
      siteTokens: noSiteTokens,
      solveWork,
      solveCaptcha: captcha,
      prepareWindow: null,
    })
    const shown = vi.fn()
    expect(await flow.begin('ada@shop.example', signal, shown)).toMatchObject({ challengeId: 'l1' })
    expect(bodies.map((body) => body.captcha)).toEqual([undefined, 'r1', 'r2', 'r3', 'r4', 'r5', 'r6'])
    expect(shown).toHaveBeenCalled()
  })

  test('sends one site token with the mail that it asks for, also after the work', async () => {
    let taken = 0
    const siteTokens: SiteTokens = { prepare: () => undefined, take: async () => `t${++taken}` }
    const { flow, bodies } = openBusy(1, solveWork, undefined, siteTokens)
    await flow.begin('ada@shop.example', signal)
    expect(bodies).toMatchObject([{ siteToken: 't1' }, { siteToken: 't1', work: {} }])
    await flow.begin('bob@shop.example', signal)
    expect(bodies.at(-1)).toMatchObject({ siteToken: 't2' })
  })

  test('requests no mail if the visitor leaves before the site token is old enough', async () => {
    const ended = new AbortController()
    const take = async (): Promise<undefined> => void ended.abort()
    const { flow, bodies } = openBusy(0, solveWork, undefined, { prepare: () => undefined, take })
    await expect(flow.begin('ada@shop.example', ended.signal)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(bodies).toEqual([])
  })

  test('stops the work if the visitor leaves', async () => {
    const ended = new AbortController()
    const { flow, bodies } = openBusy(2, (_, given) => {
      ended.abort()
      return given.aborted ? Promise.reject(new AppError(commonErrors.USER_REJECTED)) : Promise.reject(new Error())
    })
    await expect(flow.begin('ada@shop.example', ended.signal)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(bodies).toHaveLength(1)
  })

  test('solves the work for another mail of a login, and keeps its panel', async () => {
    const { flow, bodies, shown } = openBusy(1)
    const ended = new AbortController()
    const login: EmailLogin = { challengeId: 'l0', state: 'VERIFY_OTP', resendAt: 1, expiresAt: 2 }
    const running = flow.run('ada@shop.example', login, ended.signal).catch(() => undefined)
    const [resend] = [...(shown[0]?.querySelectorAll('button') ?? [])].filter((made) => made.textContent === 'Resend')
    resend?.click()
    expect(resend?.textContent).toBe('One moment')
    await vi.waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toEqual({ work: { challenge: 'c1', nonces: [7] } })
    await vi.waitFor(() => expect(resend?.textContent).toBe('Resend'))
    expect(shown).toHaveLength(1)
    ended.abort()
    await running
  })

  test('shows no panel if the server requires no work', async () => {
    const { flow, shown } = openBusy(0)
    await flow.begin('ada@shop.example', signal)
    expect(shown).toEqual([])
  })

  test('shows no panel if the visitor has left before the server requires work', async () => {
    const ended = new AbortController()
    const { flow, shown } = openBusy(1, solveWork, () => ended.abort())
    await expect(flow.begin('ada@shop.example', ended.signal)).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(shown).toEqual([])
  })

  test('shows a failure in a panel once the work has a panel, and tries again', async () => {
    const { flow, bodies, shown } = openBusy(4)
    const reported = vi.fn()
    const login = flow.begin('ada@shop.example', signal, reported)
    await vi.waitFor(() => expect(shown.at(-1)?.textContent).toContain('The mail could not be sent'))
    expect(reported).toHaveBeenCalledOnce()
    expect(bodies).toHaveLength(4)
    shown.at(-1)?.querySelector('button')?.click()
    expect(await login).toMatchObject({ challengeId: 'l1' })
  })

  test('ends the login if the visitor does not want to try again', async () => {
    const { flow, shown } = openBusy(100)
    const login = flow.begin('ada@shop.example', signal)
    login.catch(() => undefined)
    await vi.waitFor(() => expect(shown).toHaveLength(2))
    ;[...(shown[1]?.querySelectorAll('button') ?? [])].at(-1)?.click()
    await expect(login).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })
})
