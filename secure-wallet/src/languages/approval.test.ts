import { afterEach, expect, test } from 'vitest'
import { english } from '../approval/messages.ts'
import { describeCalls } from '../requests/describe/calls.ts'
import { setLanguage } from '../ui/words.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'

afterEach(() => setLanguage(null))

/** Every text with the way to it. */
const textsOf = (words: unknown, path = ''): [string, string][] =>
  typeof words === 'string'
    ? [[path, words]]
    : Object.entries(words as object).flatMap(([name, each]) => textsOf(each, `${path}.${name}`))
const placesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted()

test.each([
  ['de', de.approval],
  ['ar', ar.approval],
])('no fact of a card is lost in %s: every text has the places of the English one', (_name, words) => {
  const own = new Map(textsOf(words))
  const facts = textsOf(english).map(([path, text]) => [path, placesOf(text)])
  expect(facts.map(([path]) => [path, placesOf(own.get(String(path)) ?? '')])).toEqual(facts)
  expect([...own.values()]).not.toContain('')
})

const token = '0x2222222222222222222222222222222222222222'
const friend = '0x3333333333333333333333333333333333333333'
const account = '0x1111111111111111111111111111111111111111'
const asset = { kind: 'erc20', token } as const
const told = () =>
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
    actions: [{ kind: 'transfer', asset, amount: 123_450n, from: account, to: friend }],
    simulation: { status: 'ok', effects: { changes: [{ asset, amount: -123_450n }], grants: [] }, gasUsed: [1n] },
    tokens: new Map([[token, { symbol: { text: 'USD', confusable: false }, decimals: 2 }]]),
    recipients: [],
  })

test('a card speaks German, and its amounts and addresses are what they are', () => {
  setLanguage(de)
  expect(told()).toMatchObject({
    asks: 'Token senden',
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

test('in Arabic each amount and address keeps its own order', () => {
  setLanguage(ar)
  expect(told()).toMatchObject({
    label: 'إرسال \u20681,234.5 USD\u2069 إلى \u20680x3333…3333\u2069',
    changes: [{ amount: '−1,234.5 USD' }],
    rows: [{ label: 'إلى', value: friend }, { label: 'الشبكة' }],
  })
})
