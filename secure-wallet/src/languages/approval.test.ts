import { afterEach, expect, test } from 'vitest'
import { englishMessages } from '../approval/messages.ts'
import { englishMessages as sentMessages } from '../approval/sentMessages.ts'
import { englishMessages as solanaMessages } from '../approval/solanaMessages.ts'
import { englishMessages as transactionMessages } from '../approval/transactionMessages.ts'
import type { ClaimedAction } from '../requests/decode/action.ts'
import { describeCalls } from '../requests/describe/calls.ts'
import { englishMessages as typedDataMessages } from '../requests/describe/typedData/messages.ts'
import type { BalanceChange } from '../requests/simulate/effects.ts'
import { englishMessages as limitMessages } from '../settings/limits/messages.ts'
import { englishMessages as newKeyMessages } from '../settings/newKeyMessages.ts'
import { englishMessages as enrolMessages } from '../windows/enrolMessages.ts'
import { englishMessages as pageMessages } from '../windows/messages.ts'
import { ar } from './ar.ts'
import { arLimits } from './arLimits.ts'
import { arNewKey } from './arNewKey.ts'
import { arSent } from './arSent.ts'
import { arSolana } from './arSolana.ts'
import { arTransactions } from './arTransactions.ts'
import { arTypedData } from './arTypedData.ts'
import { arWindows } from './arWindows.ts'
import { de } from './de.ts'
import { deLimits } from './deLimits.ts'
import { deNewKey } from './deNewKey.ts'
import { deSent } from './deSent.ts'
import { deSolana } from './deSolana.ts'
import { deTransactions } from './deTransactions.ts'
import { deTypedData } from './deTypedData.ts'
import { deWindows } from './deWindows.ts'
import { setLanguage } from './translate.ts'

afterEach(() => setLanguage(null))

/** Lists every text of a language with its path in the messages object. */
const textsOf = (texts: unknown, path = ''): [string, string][] =>
  typeof texts === 'string'
    ? [[path, texts]]
    : Object.entries(texts as object).flatMap(([name, each]) => textsOf(each, `${path}.${name}`))
const placeholdersOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

test.each([
  ['de', englishMessages.en, de.approval],
  ['ar', englishMessages.en, ar.approval],
  ['de', typedDataMessages.en, deTypedData],
  ['ar', typedDataMessages.en, arTypedData],
  ['de', solanaMessages.en, deSolana],
  ['ar', solanaMessages.en, arSolana],
  ['de', transactionMessages.en, deTransactions],
  ['ar', transactionMessages.en, arTransactions],
  ['de', limitMessages.en, deLimits],
  ['ar', limitMessages.en, arLimits],
  ['de', newKeyMessages.en, deNewKey],
  ['ar', newKeyMessages.en, arNewKey],
  ['de', sentMessages.en, deSent],
  ['ar', sentMessages.en, arSent],
  ['de', { enrol: enrolMessages.en, pages: pageMessages.en }, deWindows],
  ['ar', { enrol: enrolMessages.en, pages: pageMessages.en }, arWindows],
])('the %s texts have the same placeholders as the English ones', (_name, english, translated) => {
  const own = new Map(textsOf(translated))
  const facts = textsOf(english).map(([path, text]) => [path, placeholdersOf(text)])
  expect(facts.map(([path]) => [path, placeholdersOf(own.get(String(path)) ?? '')])).toEqual(facts)
  expect([...own.values()]).not.toContain('')
})

const token = '0x2222222222222222222222222222222222222222'
const friend = '0x3333333333333333333333333333333333333333'
const account = '0x1111111111111111111111111111111111111111'
const asset = { kind: 'erc20', token } as const
const transfer: ClaimedAction = { kind: 'transfer', asset, amount: 123_450n, from: account, to: friend }
const describeCall = (action: ClaimedAction, ...more: BalanceChange[]) =>
  describeCalls({
    account,
    network: {
      caipNetworkId: 'eip155:1',
      chainNamespace: 'eip155',
      id: '1',
      name: 'Ethereum',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
    calls: [],
    actions: [action],
    simulation: {
      status: 'ok',
      effects: { changes: [{ asset, amount: -123_450n }, ...more], grants: [], receivers: [] },
      gasUsed: [1n],
      doubts: [],
    },
    tokens: new Map([
      [token, { symbol: { text: 'USD', confusable: false }, ownSymbol: 'USD', decimals: 2, isKnown: true }],
    ]),
    recipients: [],
    receivers: [],
  })
const describeTransfer = () => describeCall(transfer)
const ether = { kind: 'native' } as const
const minimum = { asset: ether, amount: 10n ** 18n, to: account } as const
const swap: ClaimedAction = { kind: 'call', contract: friend, name: 'swap', args: [], value: 0n, minimum }
const describeSwap = () => describeCall(swap, { asset: ether, amount: 1_234_567_890_000_000_000n })

test('the German card of a transfer shows amounts and addresses unchanged', () => {
  setLanguage(de)
  expect(describeTransfer()).toMatchObject({
    title: '1.234,5 USD senden',
    label: '1.234,5 USD an 0x3333…3333 senden',
    changesTitle: 'Danach in Ihrer Wallet',
    changes: [{ name: 'USD', amount: '−1.234,5 USD' }],
    rows: [
      { label: 'An', value: friend },
      { label: 'Netzwerk', value: 'Ethereum' },
    ],
    notices: [{ title: 'Neuer Empfänger' }],
  })
})

test('Arabic texts isolate the writing direction of each amount and address', () => {
  setLanguage(ar)
  expect(describeTransfer()).toMatchObject({
    label: 'إرسال \u20681,234.5 USD\u2069 إلى \u20680x3333…3333\u2069',
    changes: [{ amount: '−1,234.5 USD' }],
    rows: [{ label: 'إلى', value: friend }, { label: 'الشبكة' }],
  })
})

test('the German card of a swap says what comes in about and at least', () => {
  setLanguage(de)
  expect(describeSwap()).toMatchObject({
    title: '1.234,5 USD gegen ETH tauschen',
    label: '1.234,5 USD tauschen',
    changes: [{ amount: '−1.234,5 USD' }, { amount: 'etwa +1,23456 ETH', note: 'mindestens 1 ETH' }],
  })
})

test('the Arabic card of a swap isolates the amounts that come in about and at least', () => {
  setLanguage(ar)
  expect(describeSwap()).toMatchObject({
    title: 'مبادلة \u20681,234.5 USD\u2069 مقابل \u2068ETH\u2069',
    label: 'مبادلة \u20681,234.5 USD\u2069',
    changes: [{}, { amount: 'نحو \u2068+1.23456 ETH\u2069', note: '\u20681 ETH\u2069 على الأقل' }],
  })
})

test.each([
  ['transactions', arTransactions],
  ['Solana', arSolana],
])('Arabic texts that load with %s isolate their placeholders too', (_, texts) => {
  expect(JSON.stringify(texts)).not.toMatch(/(?<!\u2068)\{\w+\}/)
})
