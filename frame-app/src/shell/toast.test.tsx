// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openModal } from '../../test/modal.ts'
import { showToastAtom, type Toast } from '../core/state/notices.ts'
import { setLocaleAtom } from '../core/state/options.ts'

const show = async (locale: string, toast: Toast) => {
  const { open, store, calm } = await openModal()
  await open({})
  store.set(setLocaleAtom, locale)
  await act(() => store.set(showToastAtom, toast))
  await calm()
}
const toastText = () => screen.queryByTestId('wui-snackbar-message')?.textContent

test.each([
  ['en', 'Action not allowed'],
  ['de-CH', 'Aktion nicht erlaubt'],
  ['ar', 'هذا الإجراء غير مسموح به'],
  ['fr', 'Action not allowed'],
])('shows a toast whose text is an id in the language %s', async (locale, words) => {
  await show(locale, { variant: 'error', text: 'notAllowed' })
  await expect.poll(toastText).toBe(words)
  expect(screen.getAllByRole('alert').some((region) => region.textContent === words)).toBe(true)
})

test('translates a visible toast when the page changes its language', async () => {
  const { open, store } = await openModal()
  await open({})
  await act(() => store.set(showToastAtom, { variant: 'loading', text: 'authenticating' }))
  await expect.poll(toastText).toBe('Authenticating...')
  await act(() => store.set(setLocaleAtom, 'de'))
  await expect.poll(toastText).toBe('Wird angemeldet …')
})
