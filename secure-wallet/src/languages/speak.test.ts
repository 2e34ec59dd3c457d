// @vitest-environment happy-dom
import { addErrors } from 'loader/protocol/errorCatalogue.ts'
import { AppError } from 'loader/protocol/errors.ts'
import { walletErrors } from 'loader/protocol/walletErrors.ts'
import { beforeEach, expect, test } from 'vitest'
import { codePanel } from '../login/codePanel.ts'
import { messages } from '../login/messages.ts'
import { explain } from '../ui/words.ts'
import { speak } from './speak.ts'

addErrors(walletErrors)
const root = document.documentElement
beforeEach(() => speak(root, 'en'))

test('a panel is in the language of the modal, and runs its way', async () => {
  await speak(root, 'de-AT')
  const panel = codePanel({
    email: 'ada@shop.example',
    resend: null,
    submit: async () => undefined,
    restart: async () => undefined,
  })
  expect(panel.root.textContent).toContain('Geben Sie den Code ein')
  expect([root.lang, root.dir]).toEqual(['de', 'ltr'])
  await speak(root, 'ar')
  expect([root.lang, root.dir, messages.resend]).toEqual(['ar', 'rtl', 'إعادة الإرسال'])
})

test('what went wrong is said in it too, and in English where it has no words for it', async () => {
  const wrong = new AppError('CODE_WRONG', { values: { n: 2 } })
  expect(explain(wrong)).toBe('Invalid code. Try again. 2 tries left')
  await speak(root, 'de')
  expect(explain(wrong)).toBe('Falscher Code. Übrige Versuche: 2')
  expect(explain(new AppError('DPOP_INVALID'))).toBe('The proof of possession is not valid')
  expect(explain(new Error('Of ours'))).toBe('Ein Fehler ist aufgetreten')
})

test('what nobody translated is English, and says so', async () => {
  await speak(root, 'ar')
  await speak(root, 'fr')
  expect([root.lang, root.dir, messages.resend]).toEqual(['en', 'ltr', 'Resend'])
  await speak(root, 'toString')
  expect(root.lang).toBe('en')
})

test('of two the last one counts, whichever comes last', async () => {
  await Promise.all([speak(root, 'ar'), speak(root, 'de')])
  expect(root.lang).toBe('de')
  await Promise.all([speak(root, 'ar'), speak(root, 'en')])
  expect([root.lang, messages.resend]).toEqual(['en', 'Resend'])
})
