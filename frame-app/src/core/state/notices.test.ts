import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleBootstrap } from '../../../test/bootstrap.ts'
import {
  alertAtom,
  holdToastAtom,
  releaseToastAtom,
  showAlertAtom,
  showToastAtom,
  type Toast,
  toastAtom,
} from './notices.ts'
import { configureAtom, setBootstrapAtom } from './options.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const copied: Toast = { variant: 'success', message: 'Address copied' }
const failed: Toast = { variant: 'error', message: 'Failed to disconnect' }

test('hides a toast after two and a half seconds', () => {
  const store = createStore()
  store.set(showToastAtom, copied)
  vi.advanceTimersByTime(2_499)
  expect(store.get(toastAtom)).toEqual(copied)
  vi.advanceTimersByTime(1)
  expect(store.get(toastAtom)).toBe(null)
})

test('shows a second toast after the first has faded out', () => {
  const store = createStore()
  store.set(showToastAtom, copied)
  store.set(showToastAtom, failed)
  expect(store.get(toastAtom)).toBe(null)
  vi.advanceTimersByTime(149)
  expect(store.get(toastAtom)).toBe(null)
  vi.advanceTimersByTime(1)
  expect(store.get(toastAtom)).toEqual(failed)
  vi.advanceTimersByTime(2_499)
  expect(store.get(toastAtom)).toEqual(failed)
})

test('keeps a hovered toast until the pointer leaves', () => {
  const store = createStore()
  store.set(showToastAtom, copied)
  store.set(holdToastAtom)
  vi.advanceTimersByTime(60_000)
  expect(store.get(toastAtom)).toEqual(copied)
  store.set(releaseToastAtom)
  vi.advanceTimersByTime(2_500)
  expect(store.get(toastAtom)).toBe(null)
})

test('keeps a loading toast until another replaces it', () => {
  const store = createStore()
  store.set(showToastAtom, { variant: 'loading', message: 'Disconnecting' })
  vi.advanceTimersByTime(60_000)
  expect(store.get(toastAtom)?.variant).toBe('loading')
})

test("reports a fault of the site's set-up once: always in the console, on screen only with the option debug", async () => {
  const errors = vi.spyOn(console, 'error').mockReturnValue()
  const store = createStore()
  store.set(setBootstrapAtom, sampleBootstrap)
  store.set(showAlertAtom, new AppError(commonErrors.SWITCH_NETWORK_NOT_FOUND))
  store.set(showAlertAtom, new AppError(commonErrors.SWITCH_NETWORK_NOT_FOUND))
  store.set(showAlertAtom, new AppError(chainErrors.TOKEN_BALANCE_UNAVAILABLE))
  expect(store.get(alertAtom)).toBe(null)
  await vi.waitFor(() => expect(errors).toHaveBeenCalledOnce())
  expect(errors).toHaveBeenCalledWith(expect.stringContaining('is not in the list of networks'))
  store.set(configureAtom, { debug: true })
  expect(store.get(alertAtom)).toMatchObject({ code: 'SWITCH_NETWORK_NOT_FOUND', message: 'Network Not Found' })
})
