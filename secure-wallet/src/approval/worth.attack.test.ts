// @vitest-environment happy-dom
import { encodeFunctionData, erc20Abi, numberToHex } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleProposal } from '../../test/approvals.ts'
import { createRpcWallet, evmAccount, nodeWithAnswers } from '../../test/rpcScope.ts'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { renderCard } from './card.ts'
import { freezeProposal, type PricedAmount } from './proposal.ts'
import { createShowWorth } from './showWorth.ts'

afterEach(() => loadLanguage(document.documentElement, 'en'))

const made = sampleProposal('Pay')
let uncached = 0
/** Each test asks for its own token, because prices are kept for a minute. */
const someToken = () => `0x${String(++uncached).padStart(40, '0')}`

/** Draws a card with one amount, and returns the line with its worth after the server has answered. */
const worthOf = async (answer: unknown, amount = '12', priced?: PricedAmount | null) => {
  const server = vi.fn(async () => {
    if (answer instanceof Error) throw answer
    return answer
  })
  const change = { direction: 'out' as const, name: 'Dollar', amount: `−${amount} USD`, note: '' }
  const own = priced === null ? {} : { priced: priced ?? { chainId: 'eip155:1', token: someToken(), amount } }
  const { root } = renderCard(freezeProposal({ ...made, facts: { ...made.facts, changes: [{ ...change, ...own }] } }), {
    ...{ reject: () => undefined, changed: () => undefined, jitter: () => 0 },
    showWorth: createShowWorth(server),
  })
  await vi.dynamicImportSettled()
  await new Promise((resolve) => setTimeout(resolve))
  return {
    server,
    line: root.querySelector('.change__worth')?.textContent,
    amount: root.querySelector('.change__amount'),
  }
}

test.each([
  ['en', { currency: 'usd', price: 1 }, '12', '$12.00'],
  ['de', { currency: 'eur', price: 0.5 }, '2469', '1.234,50 €'],
  ['en', { currency: 'usd', price: 0.0001 }, '1', '< $0.01'],
  ['en', { currency: 'jpy', price: 150 }, '0.5', '¥75'],
])('the card in %s writes at the price %j what %s are worth', async (locale, answer, amount, text) => {
  await loadLanguage(document.documentElement, locale)
  expect((await worthOf(answer, amount)).line?.replace(/\s/g, ' ')).toBe(text)
})

test('the line with the worth has its place before the price is known, beside the amount', async () => {
  const { line, amount } = await worthOf(new Promise(() => undefined))
  expect(line).toBe('')
  expect(amount?.textContent).toBe('−12 USD')
})

test.each([
  { currency: 'usd', price: null },
  { currency: 'usd', price: 0 },
  { currency: 'usd', price: -1 },
  { currency: 'usd', price: Number.NaN },
  { currency: 'usd', price: Number.POSITIVE_INFINITY },
  { currency: 'usd', price: 1e13 },
  { currency: 'usd', price: '1' },
  { currency: 'usd', price: { valueOf: 1 } },
  { currency: '<b>', price: 1 },
  { currency: 'dollars', price: 1 },
  { price: 1 },
  [],
  null,
  'a price',
  new Error('offline'),
])('a hostile answer shows no worth: %j', async (answer) => {
  expect((await worthOf(answer)).line).toBe('')
})

test('an amount whose worth nobody could own shows none', async () => {
  expect((await worthOf({ currency: 'usd', price: 1 }, `1${'0'.repeat(15)}`)).line).toBe('')
  expect((await worthOf({ currency: 'usd', price: 1 }, '9'.repeat(14))).line).toBe('$99,999,999,999,999.00')
  expect((await worthOf({ currency: 'usd', price: 1e9 }, '9'.repeat(60))).line).toBe('')
})

test('asks once a minute for the price of a token, and again after a failure', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const priced = { chainId: 'eip155:1', token: someToken(), amount: '1' }
    const asked = async (answer: unknown) => {
      const { server, line } = await worthOf(answer, '1', priced)
      return [server.mock.calls.length, line]
    }
    expect(await asked(new Error('offline'))).toEqual([1, ''])
    expect(await asked({ currency: 'usd', price: 2 })).toEqual([1, '$2.00'])
    vi.advanceTimersByTime(59_999)
    expect(await asked({ currency: 'usd', price: 3 })).toEqual([0, '$2.00'])
    vi.advanceTimersByTime(1)
    expect(await asked({ currency: 'usd', price: 3 })).toEqual([1, '$3.00'])
  } finally {
    vi.useRealTimers()
  }
})

test('asks for the price of a coin by its network alone', async () => {
  const { server } = await worthOf({ currency: 'usd', price: 1 }, '1', { chainId: 'eip155:998', amount: '1' })
  expect(server.mock.calls).toEqual([[{ method: 'GET', path: 'price?chainId=eip155%3A998&currency=usd' }]])
})

test('asks for prices in the currency of the browser, and labels an answer in US dollars as such', async () => {
  const language = vi.spyOn(navigator, 'language', 'get').mockReturnValue('de-AT')
  try {
    await loadLanguage(document.documentElement, 'de')
    const priced = { chainId: 'eip155:999', amount: '2' }
    const { server, line } = await worthOf({ currency: 'usd', price: 3 }, '2', priced)
    expect(server.mock.calls).toEqual([[{ method: 'GET', path: 'price?chainId=eip155%3A999&currency=eur' }]])
    expect(line?.replace(/\s/g, ' ')).toBe('6,00 $')
  } finally {
    language.mockRestore()
  }
})

test('does not ask for the price of an amount without one', async () => {
  const { server, line } = await worthOf({ currency: 'usd', price: 1 }, '12', null)
  expect([server.mock.calls, line]).toEqual([[], undefined])
})

const [listed, fake] = ['0x1111111111111111111111111111111111111111', '0x2222222222222222222222222222222222222222']
const word = (text: string) =>
  `${numberToHex(32n, { size: 32 })}${numberToHex(BigInt(text.length), { size: 32 }).slice(2)}${Buffer.from(text).toString('hex').padEnd(64, '0')}`
const selectors: Record<string, string> = {
  '0x95d89b41': word('USD'),
  '0x06fdde03': word('Dollar'),
  '0x313ce567': numberToHex(6n, { size: 32 }),
  '0x70a08231': numberToHex(10n ** 12n, { size: 32 }),
}
const node = nodeWithAnswers({
  eth_getTransactionCount: '0x0',
  eth_getBlockByNumber: { number: '0x9', timestamp: '0x6a000000', miner: fake },
  eth_gasPrice: '0x3b9aca00',
  eth_getBalance: numberToHex(10n ** 20n),
  eth_estimateGas: '0x5208',
  eth_call: ([{ data }]: [{ data: string }]) => selectors[data.slice(0, 10)] ?? '0x',
})
const pricedOf = async (to: string, data?: string) => {
  const list = [{ address: listed, name: 'Dollar', symbol: 'USD', decimals: 6 }]
  const wallet = createRpcWallet(node, { listed: list })
  const transaction = { from: evmAccount.address, to, ...(data ? { data } : { value: numberToHex(5n * 10n ** 17n) }) }
  const asked = wallet.ask('eth_sendTransaction', [transaction]).catch(() => undefined)
  const { frozen, refuse } = await wallet.card(0)
  refuse()
  await asked
  return frozen.proposal.facts.changes[0]?.priced
}
const pay = encodeFunctionData({
  abi: erc20Abi,
  functionName: 'transfer',
  args: [evmAccount.address, 12_000_000n],
}).replace(evmAccount.address.slice(2).toLowerCase(), '3'.repeat(40))

test('the coin of a network and a listed token may have a price', async () => {
  expect(await pricedOf(fake)).toEqual({ chainId: 'eip155:31337', amount: '0.5' })
  expect(await pricedOf(listed, pay)).toEqual({ chainId: 'eip155:31337', token: listed, amount: '12' })
})

test('a token with the name of a listed one at another address has no price', async () => {
  expect(await pricedOf(fake, pay)).toBeUndefined()
})
