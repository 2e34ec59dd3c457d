// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openModal } from '../../../test/modal.ts'
import type { EmbeddedWallet } from '../../core/connectors/types.ts'
import { connectorAtom } from '../../core/state/connections.ts'
import { setLocaleAtom } from '../../core/state/options.ts'
import { textLocaleAtom } from '../language.ts'

afterEach(() => vi.restoreAllMocks())

/** Returns the text under the e-mail field after a login that fails with `failure`. */
const failWith = async (locale: string, failure: AppError) => {
  const { store, open } = await openModal({}, { email: true })
  await open({})
  const input = await screen.findByTestId('email-input')
  await act(() => store.set(setLocaleAtom, locale))
  await vi.waitFor(() => expect(store.get(textLocaleAtom)).toBe(locale === 'fr' ? 'en' : locale))
  const embedded = store.get(connectorAtom)('embedded')
  vi.spyOn(embedded, 'open').mockRejectedValue(failure)
  fireEvent.change(input, { target: { value: 'mara@orchard.example' } })
  fireEvent.click(screen.getByTestId('email-submit'))
  const region = screen.getByTestId('email-failure')
  await vi.waitFor(() => expect(region.textContent).not.toBe(''))
  return region.textContent
}

test.each<[string, AppError, string]>([
  ['en', new AppError(walletErrors.MAIL_NOT_SENT), 'The mail could not be sent. Try again in a moment'],
  [
    'de',
    new AppError(walletErrors.MAIL_NOT_SENT),
    'Die E-Mail konnte nicht gesendet werden. Versuchen Sie es gleich noch einmal',
  ],
  ['ar', new AppError(walletErrors.INVALID_EMAIL), 'تحقّق من العنوان. يكون بهذا الشكل: name@example.com'],
  ['en', new AppError(commonErrors.INVALID_PARAMS), 'Check the email address'],
  // The secure frame translates the message of this error itself, and puts the number of seconds into it.
  ['de', new AppError(walletErrors.EMAIL_COOLDOWN, { message: 'In 1 Sekunde' }), 'In 1 Sekunde'],
  ['fr', new AppError(commonErrors.OFFLINE), 'You are offline'],
])('shows in %s why a login failed', async (locale, failure, words) => {
  expect(await failWith(locale, failure)).toBe(words)
})

test('asks to check a mistyped address, under the field and for screen readers, and asks the wallet nothing', async () => {
  const { store, open } = await openModal({}, { email: true })
  await open({})
  const wallet: Partial<EmbeddedWallet> = { login: vi.fn() }
  vi.spyOn(store.get(connectorAtom)('embedded'), 'open').mockResolvedValue(wallet as EmbeddedWallet)
  fireEvent.change(await screen.findByTestId('email-input'), { target: { value: 'nobody@' } })
  fireEvent.click(screen.getByTestId('email-submit'))
  await vi.waitFor(() => expect(screen.getByTestId('email-failure').textContent).toBe('Check the email address'))
  const input = screen.getByTestId('email-input')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(input.getAttribute('aria-describedby')).toBe(screen.getByTestId('email-failure').id)
  expect(screen.getByTestId('email-failure').getAttribute('role')).toBe('alert')
  expect(wallet.login).not.toHaveBeenCalled()
})
