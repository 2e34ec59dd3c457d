// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { codePanel } from '../login/codePanel.ts'
import { messages } from '../login/messages.ts'
import { speak } from './speak.ts'

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
