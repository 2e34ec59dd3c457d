// @vitest-environment happy-dom
import type { EmailLogin, LoginState } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { expect, test, vi } from 'vitest'
import { createEmailLogin } from './emailLogin.ts'

/** A server that accepts one login and rejects every later one with EMAIL_COOLDOWN. */
const open = () => {
  const state: { login: LoginState; isTooSoon: boolean } = { login: 'VERIFY_DEVICE', isTooSoon: false }
  const flow = createEmailLogin({
    server: async ({ method }) => {
      if (method === 'POST' && state.isTooSoon) throw new AppError(walletErrors.EMAIL_COOLDOWN, { values: { n: 20 } })
      state.isTooSoon = true
      return { challengeId: 'c1', state: state.login, resendAt: 1, expiresAt: 2, matchNumber: '42' }
    },
    surface: { show: async () => undefined, hide: () => undefined },
    site: { projectId: 'p', host: 'https://shop.example' },
    locale: () => 'en',
    prepareWindow: null,
  })
  return { state, flow }
}

test('continues a login that the visitor left, at its current step', async () => {
  const { state, flow } = open()
  await flow.begin('ada@shop.example')
  expect(await flow.begin('ada@shop.example')).toMatchObject({ state: 'VERIFY_DEVICE', matchNumber: '42' })
  state.login = 'VERIFY_OTP'
  expect(await flow.begin('ada@shop.example')).toMatchObject({ state: 'VERIFY_OTP' })
})

test('rejects a login during the cooldown if the address differs or the earlier login has ended', async () => {
  const { state, flow } = open()
  await flow.begin('ada@shop.example')
  await expect(flow.begin('bob@shop.example')).rejects.toMatchObject({ code: 'EMAIL_COOLDOWN' })
  state.login = 'REFUSED'
  await expect(flow.begin('ada@shop.example')).rejects.toMatchObject({ code: 'EMAIL_COOLDOWN' })
})

test.each<[string, Partial<EmailLogin>, (panel: Element) => void]>([
  [
    'one field for a long code',
    { longCode: true },
    (panel) => expect(panel.querySelectorAll('.otp--long input')).toHaveLength(1),
  ],
  [
    'the number of the device confirmation',
    { state: 'VERIFY_DEVICE', matchNumber: '42' },
    (panel) => expect(panel.querySelector('.figure')?.textContent).toBe('42'),
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
    prepareWindow: null,
  })
  const running = flow.run('ada@shop.example', login, ended.signal).catch(() => undefined)
  const [resend] = [...(shown[0]?.querySelectorAll('button') ?? [])].filter((made) => made.textContent === 'Resend')
  resend?.click()
  await vi.waitFor(() => expectPanel(shown.at(-1) ?? document.body))
  ended.abort()
  await running
})
