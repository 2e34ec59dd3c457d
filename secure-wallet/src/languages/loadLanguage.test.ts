// @vitest-environment happy-dom

import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { messages as solana } from '../approval/solanaMessages.ts'
import { messages as transactions } from '../approval/transactionMessages.ts'
import { messages } from '../login/messages.ts'
import { otpPanel } from '../login/otpPanel.ts'
import { messages as typedData } from '../requests/describe/typedData/messages.ts'
import { lazyMethods, loadCallsCard } from '../requests/methods/lazyMethods.ts'
import { messages as limits } from '../settings/limits/messages.ts'
import { messages as settings } from '../settings/messages.ts'
import { messages as newKey } from '../settings/newKeyMessages.ts'
import { arLimits } from './arLimits.ts'
import { arNewKey } from './arNewKey.ts'
import { arSolana } from './arSolana.ts'
import { arTypedData } from './arTypedData.ts'
import { errorText } from './errorText.ts'
import { loadLanguage, loadPartTexts } from './loadLanguage.ts'
import { pluralText } from './translate.ts'

const root = document.documentElement
beforeEach(() => loadLanguage(root, 'en'))

test("shows a panel in the modal's language and writing direction", async () => {
  await loadLanguage(root, 'de-AT')
  const panel = otpPanel({
    email: 'ada@shop.example',
    resend: null,
    submit: async () => undefined,
    restart: async () => undefined,
  })
  expect(panel.root.textContent).toContain('Sehen Sie in Ihr Postfach')
  expect([root.lang, root.dir]).toEqual(['de', 'ltr'])
  await loadLanguage(root, 'ar')
  expect([root.lang, root.dir, messages.resend]).toEqual(['ar', 'rtl', 'إعادة الإرسال'])
})

test('loads the texts of typed data in the current language, and keeps the other texts', async () => {
  const unknown = () => typedData.labels.anyway
  await loadLanguage(root, 'de')
  expect(unknown()).toBe('Sign anyway')
  await loadPartTexts('typedData')
  expect([unknown(), messages.resend]).toEqual(['Trotzdem signieren', 'Erneut senden'])
  await loadLanguage(root, 'en')
  expect(unknown()).toBe('Sign anyway')
  await loadLanguage(root, 'ar')
  expect(unknown()).toBe(arTypedData.labels.anyway)
})

test.each(['eth_sendTransaction', 'wallet_sendCalls'] as const)(
  '%s starts to load the card of transactions, whose texts come in the current language',
  async (method) => {
    await loadLanguage(root, 'de')
    await lazyMethods[method]()
    await vi.waitFor(() => expect(transactions.fees.low).toBe('Niedrig'))
    await loadLanguage(root, 'en')
    await loadCallsCard()
    expect(transactions.fees.low).toBe('Low')
  },
)

test('the code for Solana loads with its texts in the current language', async () => {
  await loadLanguage(root, 'ar')
  await lazyMethods.solana_signTransaction()
  expect(solana.instructions).toEqual(arSolana.instructions)
})

test('keeps the texts of a part in the latest language if the language changes while they load', async () => {
  const title = () => newKey.go
  await loadLanguage(root, 'de')
  const late = loadPartTexts('newKey')
  await loadLanguage(root, 'en')
  await late
  expect(title()).toBe('Change the lock now')
  const change = loadLanguage(root, 'ar')
  await Promise.all([loadPartTexts('limits'), change])
  expect([title(), limits.back]).toEqual([arNewKey.go, arLimits.back])
})

test('translates an error, and never shows a text that is meant for developers', async () => {
  const wrong = new AppError(walletErrors.CODE_WRONG, { values: { n: 2 } })
  expect(errorText(wrong)).toBe('That isn’t the code in the mail. 2 tries left.')
  await loadLanguage(root, 'de')
  expect(errorText(wrong)).toBe('Das ist nicht der Code aus der E-Mail. Noch 2 Versuche.')
  expect(errorText(new AppError(commonErrors.SERVER_UNREACHABLE))).toBe(
    'Die Wallet antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  )
  expect(errorText(new AppError(walletErrors.NONCE_TOO_LOW))).toBe('Etwas ging schief. Versuchen Sie es noch einmal.')
  expect(errorText(new Error('a bug'))).toBe('Etwas ging schief. Versuchen Sie es noch einmal.')
})

test.each([
  ['en', 1, 'That isn’t the code in the mail. 1 try left.', 'Please try again after 1 second', '1 min'],
  ['en', 2, 'That isn’t the code in the mail. 2 tries left.', 'Please try again after 2 seconds', '2 min'],
  ['fr', 0, 'That isn’t the code in the mail. 0 tries left.', 'Please try again after 0 seconds', '0 min'],
  [
    'de',
    1,
    'Das ist nicht der Code aus der E-Mail. Noch 1 Versuch.',
    'Versuchen Sie es in 1 Sekunde noch einmal',
    '1 Min.',
  ],
  [
    'de',
    2,
    'Das ist nicht der Code aus der E-Mail. Noch 2 Versuche.',
    'Versuchen Sie es in 2 Sekunden noch einmal',
    '2 Min.',
  ],
  ['ar', 1, 'ليس هذا هو الرمز في الرسالة. بقيت محاولة واحدة.', 'حاول مرة أخرى بعد ثانية واحدة', 'دقيقة واحدة'],
  ['ar', 2, 'ليس هذا هو الرمز في الرسالة. بقيت محاولتان.', 'حاول مرة أخرى بعد ثانيتين', 'دقيقتان'],
  ['ar', 5, 'ليس هذا هو الرمز في الرسالة. بقيت 5 محاولات.', 'حاول مرة أخرى بعد 5 ثوانٍ', '5 دقائق'],
  ['ar', 30, 'ليس هذا هو الرمز في الرسالة. بقيت 30 محاولة.', 'حاول مرة أخرى بعد 30 ثانية', '30 دقيقة'],
])('uses the plural forms of %s for the count %d', async (locale, n, tries, seconds, minutes) => {
  await loadLanguage(root, locale)
  const failure = (code: 'CODE_WRONG' | 'EMAIL_COOLDOWN') =>
    errorText(new AppError(walletErrors[code], { values: { n } }))
  expect([failure('CODE_WRONG'), failure('EMAIL_COOLDOWN')]).toEqual([tries, seconds])
  expect(pluralText(settings.minutes, n)).toBe(minutes)
})

test('shows English and sets `lang` to English if the language is unknown', async () => {
  await loadLanguage(root, 'ar')
  await loadLanguage(root, 'fr')
  expect([root.lang, root.dir, messages.resend]).toEqual(['en', 'ltr', 'Resend'])
  await loadLanguage(root, 'toString')
  expect(root.lang).toBe('en')
})

test('keeps the language of the latest call, whichever file arrives last', async () => {
  expect(await Promise.all([loadLanguage(root, 'ar'), loadLanguage(root, 'de'), loadLanguage(root, 'de')])).toEqual([
    false,
    false,
    true,
  ])
  expect(root.lang).toBe('de')
  await Promise.all([loadLanguage(root, 'ar'), loadLanguage(root, 'en')])
  expect([root.lang, messages.resend]).toEqual(['en', 'Resend'])
})
