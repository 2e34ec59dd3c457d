import type { LoginState } from '@appkit-frame/loader/protocol/api/walletApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { expect, test } from 'vitest'
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
