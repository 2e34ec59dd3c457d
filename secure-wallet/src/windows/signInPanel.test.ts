// @vitest-environment happy-dom
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { expect, test, vi } from 'vitest'
import { signInPanel } from './signInPanel.ts'

const show = (signIn: (email: string) => Promise<unknown>) => {
  document.body.replaceChildren(signInPanel(signIn))
  const input = document.querySelector('input')
  if (!input) throw new Error('There is no field')
  const why = () => document.getElementById(input.getAttribute('aria-describedby') ?? '')
  const send = (address: string) => {
    input.value = address
    document.querySelector<HTMLButtonElement>('.foot button')?.click()
  }
  return { input, why, send }
}

test('says under the field that the address is wrong, and tells screen readers so', async () => {
  const signIn = vi.fn(async () => undefined)
  const { input, why, send } = show(signIn)
  expect(input.getAttribute('aria-invalid')).not.toBe('true')
  send('mara@')
  expect(why()?.textContent).toBe('Check the address. It looks like name@example.com.')
  expect(why()?.getAttribute('role')).toBe('alert')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(signIn).not.toHaveBeenCalled()
  send('mara@quince.example')
  await vi.waitFor(() => expect(signIn).toHaveBeenCalledExactlyOnceWith('mara@quince.example'))
  expect(why()?.textContent).toBe('')
  expect(input.getAttribute('aria-invalid')).toBe('false')
})

test('says what to do if the wallet does not answer', async () => {
  const { why, send } = show(() => Promise.reject(new AppError(commonErrors.SERVER_ERROR)))
  send('mara@quince.example')
  await vi.waitFor(() => expect(why()?.textContent).toBe('The wallet isn’t answering. Try again in a minute.'))
})
