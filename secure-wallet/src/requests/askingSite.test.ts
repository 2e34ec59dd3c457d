import { encodeFunctionData, erc20Abi, numberToHex } from 'viem'
import { expect, test, vi } from 'vitest'
import { createRpcWallet, evmAccount, hostOrigin, nodeWithAnswers } from '../../test/rpcScope.ts'
import { findAskingSite } from './askingSite.ts'

const till = '0x00000000000000000000000000000000000000AA'
const twin = `0x000${'d'.repeat(34)}0aa`
const site = {
  origin: hostOrigin,
  name: 'Slow Mornings',
  logo: '/logos/0a',
  receivers: [{ name: 'Slow Mornings, till', account: `eip155:31337:${till}` }],
}
const found = (more: Partial<Parameters<typeof findAskingSite>[0]> = {}) =>
  findAskingSite({ sites: [site], host: hostOrigin, isTrusted: true, isHostFramed: false, ...more })

test('a site has the name and logo of exactly its origin', () => {
  expect(found().shown).toEqual({ name: 'Slow Mornings', logo: '/logos/0a', isKnown: true })
  expect(found({ host: 'https://a.shop.example', isTrusted: false }).shown).toEqual({ isKnown: false })
  expect(found({ host: 'https://a.shop.example' }).shown).toEqual({ isKnown: true })
})

test('only a trusted site that no page frames has receivers, and only on their network', () => {
  expect(found().receiversOn('eip155:31337')).toEqual([{ name: 'Slow Mornings, till', address: till }])
  expect(found().receiversOn('eip155:31338')).toEqual([])
  expect(found({ isTrusted: false }).receiversOn('eip155:31337')).toEqual([])
  expect(found({ isHostFramed: true }).receiversOn('eip155:31337')).toEqual([])
})

const node = nodeWithAnswers({
  eth_getTransactionCount: '0x0',
  eth_getBlockByNumber: { number: '0x9', timestamp: '0x6a000000', miner: till },
  eth_gasPrice: '0x3b9aca00',
  eth_getBalance: numberToHex(10n ** 20n),
  eth_estimateGas: '0x5208',
  eth_call: '0x',
})
const cardOf = async (transaction: object, surroundings: object = {}) => {
  const wallet = createRpcWallet(node, { sites: [site], ...surroundings })
  const asked = wallet.ask('eth_sendTransaction', [{ from: evmAccount.address, ...transaction }])
  asked.catch(() => undefined)
  const { frozen, refuse } = await wallet.card(0)
  refuse()
  const { facts, choices } = frozen.proposal
  return {
    site: frozen.proposal.site,
    title: facts.title,
    label: choices[0]?.label,
    notices: facts.notices.map(({ title }) => title),
    receiver: facts.rows.filter(({ label }) => label === 'To'),
  }
}

test('the card of a trusted site names a receiver of the site without a warning, and keeps the address in its details', async () => {
  const shown = await cardOf({ to: till, value: '0x1' })
  expect(shown.site?.name).toBe('Slow Mornings')
  expect([shown.title, shown.label]).toEqual(['Pay 0.000000000000000001 ETH', 'Pay 0.000000000000000001 ETH'])
  expect(shown.notices).not.toContain('New recipient')
  expect(shown.receiver).toEqual([
    { label: 'To', value: 'Slow Mornings, till', isAddress: false },
    { label: 'To', value: till, isAddress: true, isDetail: true },
  ])
})

test('names a receiver of tokens too', async () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [till, 1n] })
  const { receiver } = await cardOf({ to: '0x00000000000000000000000000000000000000cc', data })
  expect(receiver[0]?.value).toBe('Slow Mornings, till')
})

const named = (name: unknown, address: unknown = till) => ({
  serve: async () => ({ names: [{ address: String(address).toLowerCase(), name }] }),
})

test('the card names a receiver that the visitor named beside the address, also on a site that is not trusted', async () => {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [till, 1n] })
  for (const transaction of [
    { to: till, value: '0x1' },
    { to: '0x00000000000000000000000000000000000000cc', data },
  ]) {
    const shown = await cardOf(transaction, { ...named('Ann’s café'), sites: [], isTrusted: false })
    expect(shown.receiver).toEqual([{ label: 'To', value: till, isAddress: true, name: 'Ann’s café' }])
    expect(shown.title).toMatch(/^Send /)
    expect(shown.label).toMatch(/ to Ann’s café$/)
    expect(shown.notices).not.toContain('New recipient')
  }
})

test('the visitor’s name of a receiver wins over the site’s, and the payment stays one', async () => {
  const shown = await cardOf({ to: till, value: '0x1' }, named('My till'))
  expect(shown.title).toBe('Pay 0.000000000000000001 ETH')
  expect(shown.receiver).toEqual([{ label: 'To', value: till, isAddress: true, name: 'My till' }])
})

test('asks the server once for the names of all receivers of the request', async () => {
  const asked: string[] = []
  await cardOf(
    { to: till, value: '0x1' },
    {
      serve: async ({ path }: { path: string }) => {
        asked.push(path)
        return { names: [] }
      },
    },
  )
  expect(asked).toEqual([`receivers/names?chainId=eip155%3A31337&address=${till.toLowerCase()}`])
})

test('a name is shown without characters that nobody sees', async () => {
  const { receiver } = await cardOf({ to: till, value: '0x1' }, { ...named('An\u202en\u200b\n'), sites: [] })
  expect(receiver[0]).toMatchObject({ name: 'Ann' })
})

test.each([
  ['another address', named('Ann', evmAccount.address)],
  ['an empty name', named('\u200b')],
  ['a name that is no text', named({ toString: 'Ann' })],
  ['no list', { serve: async () => ({ names: 'Ann' }) }],
  ['nothing', { serve: async () => null }],
  ['an error', { serve: () => Promise.reject(new Error('offline')) }],
])('shows only the address if the server answers the names with %s', async (_, surroundings) => {
  const shown = await cardOf({ to: till, value: '0x1' }, { ...surroundings, sites: [] })
  expect(shown.receiver).toEqual([{ label: 'To', value: till, isAddress: true }])
  expect(shown.notices).toContain('New recipient')
})

test('a card waits at most two seconds for the names, and then shows only the address', async () => {
  vi.useFakeTimers()
  try {
    // The client of the server ends a request after its time limit.
    const serve = ({ timeoutMs }: { timeoutMs?: number }) =>
      new Promise((_resolve, reject) => setTimeout(() => reject(new Error('timeout')), timeoutMs ?? 10_000))
    const shown = vi.fn()
    const card = cardOf({ to: till, value: '0x1' }, { serve, sites: [] }).then(shown)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(shown).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await card
    expect(shown).toHaveBeenCalledWith(
      expect.objectContaining({ receiver: [{ label: 'To', value: till, isAddress: true }] }),
    )
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['of another site', { sites: [{ ...site, origin: 'https://other.example' }] }],
  ['of a site that is not trusted', { isTrusted: false }],
  ['on another network', { sites: [{ ...site, receivers: [{ name: 'Till', account: `eip155:31338:${till}` }] }] }],
])('warns of a new recipient if the receiver is %s', async (_, surroundings) => {
  const shown = await cardOf({ to: till, value: '0x1' }, surroundings)
  expect(shown.title).toBe('Send 0.000000000000000001 ETH')
  expect(shown.notices).toContain('New recipient')
  expect(shown.receiver).toEqual([{ label: 'To', value: till, isAddress: true }])
})

test('warns of an address that imitates a receiver of the site', async () => {
  const shown = await cardOf({ to: twin, value: '0x1' })
  expect(shown.notices).toContain('A look-alike address')
})
