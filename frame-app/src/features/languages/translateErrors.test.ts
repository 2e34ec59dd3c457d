import { AppError, fromWireError, toWireError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { chainErrors } from '@appkit-frame/loader/protocol/errors/chainErrors.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import type { ErrorCode, ErrorEntry } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { openErrors } from '@appkit-frame/loader/protocol/errors/openErrors.ts'
import { relayErrors } from '@appkit-frame/loader/protocol/errors/relayErrors.ts'
import { siwxErrors } from '@appkit-frame/loader/protocol/errors/siwxErrors.ts'
import { walletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { expect, test } from 'vitest'
import { arErrors } from './arErrors.ts'
import { deErrors } from './deErrors.ts'
import { translateErrors } from './translateErrors.ts'

const ar = translateErrors('ar', arErrors)
const de = translateErrors('de', deErrors)

const all: { readonly [Code in ErrorCode]: ErrorEntry } = {
  ...commonErrors,
  ...chainErrors,
  ...openErrors,
  ...relayErrors,
  ...siwxErrors,
  ...walletErrors,
}
const rows = Object.values(all)
const placeholdersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
/** An error that came from another frame, which sends only code and message. */
const crossed = (code: ErrorCode, values: Record<string, string | number> = {}) =>
  fromWireError(toWireError(new AppError(all[code], { values })))

test.each([
  ['de', de, /[A-Za-zß]/],
  ['ar', ar, /\p{Script=Arabic}/u],
])('translates every row of the error tables into %s and fills in its values', (_locale, reasonOf, letters) => {
  const missing = rows.flatMap(({ code, short }) => {
    const values = Object.fromEntries(placeholdersOf(short).map((name) => [name, name === 'n' ? 30 : `a ${name}.`]))
    const error = crossed(code, values)
    const text = reasonOf(error)
    const hasAll = Object.values(values).every((value) => text.includes(String(value)))
    return letters.test(text) && text !== error.message && hasAll && !/[{}]/.test(text) ? [] : [`${code}: ${text}`]
  })
  expect(missing).toEqual([])
})

test.each([
  [de, 'EMAIL_COOLDOWN', 1, 'Versuchen Sie es in 1 Sekunde noch einmal'],
  [de, 'EMAIL_COOLDOWN', 2, 'Versuchen Sie es in 2 Sekunden noch einmal'],
  [de, 'GUARDIAN_DELAY', 1, 'Die Wallet wird in 1 Sekunde freigegeben'],
  [de, 'CODE_WRONG', 1, 'Falscher Code. Noch 1 Versuch'],
  [ar, 'CODE_WRONG', 1, 'رمز خاطئ. بقيت محاولة واحدة'],
  [ar, 'CODE_WRONG', 2, 'رمز خاطئ. بقيت محاولتان'],
  [ar, 'EMAIL_COOLDOWN', 5, 'حاول مرة أخرى بعد \u20685\u2069 ثوانٍ'],
  [ar, 'GUARDIAN_DELAY', 30, 'تُتاح المحفظة بعد \u206830\u2069 ثانية'],
] as const)('uses the plural form that fits the count in an error text: %#', (reasonOf, code, n, words) => {
  expect(reasonOf(crossed(code, { n }))).toBe(words)
})

test.each<[string, AppError, string]>([
  ['a wallet', new AppError(commonErrors.WALLET_ERROR, { message: 'The device is locked.' }), 'The device is locked.'],
  ['a node', new AppError(commonErrors.EXECUTION_REVERTED, { message: 'not the owner' }), 'not the owner'],
  ['the secure frame', new AppError(walletErrors.EMAIL_COOLDOWN, { message: 'In 1 Sekunde' }), 'In 1 Sekunde'],
])('keeps the error message of %s untranslated and isolates its text direction', (_name, error, words) => {
  expect(de(error)).toBe(words)
  expect(ar(error)).toBe(`\u2068${words}\u2069`)
})

test('translates the default message of a wallet error, and quotes untranslated the reason that a site gave', () => {
  expect(de(new AppError(commonErrors.WALLET_ERROR))).toBe('Die Wallet meldete einen Fehler')
  expect(de(crossed('SIWX_SITE_FAILED', { reason: 'Closed (until 9).' }))).toBe('Diese Seite sagt: Closed (until 9).')
  expect(ar(crossed('SIWX_SITE_FAILED', { reason: 'Closed.' }))).toBe('يقول هذا الموقع: \u2068Closed.\u2069')
})
