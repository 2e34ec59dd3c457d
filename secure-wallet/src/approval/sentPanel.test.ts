// @vitest-environment happy-dom
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createCardSurface } from '../ui/cardSurface.ts'
import { createOwnPanels } from '../ui/surface.ts'
import { type Payment, type SentEnd, showSentPanel } from './sentPanel.ts'

afterEach(() => document.body.replaceChildren())

const setUp = (url = 'https://scan.example/', readEnd?: () => Promise<SentEnd | null>, payment?: Payment) => {
  const panels: unknown[] = []
  const surface = createCardSurface({
    container: document.body,
    name: 'wallet.example',
    panel: async (panel) => void panels.push(panel),
  })
  const end = Promise.withResolvers<SentEnd>()
  const panel = createOwnPanels(surface)
  const network = { name: 'Localnet', blockExplorer: { name: 'Scan', url } }
  showSentPanel(
    panel,
    { network, hash: '0x12', readEnd: readEnd ?? (() => end.promise), ...(payment && { payment }) },
    'Pay 12 DUSD',
  )
  return { surface, panel, panels, end }
}
const ended = (isDone: boolean): SentEnd => ({ isDone, hash: '0x12' })
const title = () => document.querySelector('h1')?.textContent
const text = () => document.body.textContent

test('says that a transaction was sent, and links to it on the explorer', () => {
  setUp()
  expect(title()).toBe('Sent')
  expect(text()).toContain('Pay 12 DUSD')
  expect(text()).toContain('Waiting for Localnet')
  const link = document.querySelector('a')
  expect([link?.href, link?.target, link?.rel]).toEqual([
    'https://scan.example/tx/0x12',
    '_blank',
    'noopener noreferrer',
  ])
})

test('says in place that the transaction is confirmed', async () => {
  const { end } = setUp()
  end.resolve(ended(true))
  await vi.waitFor(() => expect(text()).toContain('Confirmed'))
  expect([title(), document.querySelectorAll('h1').length]).toEqual(['Sent', 1])
})

test('says in place that the transaction failed, and what it cost', async () => {
  const { end } = setUp()
  end.resolve(ended(false))
  await vi.waitFor(() => expect(title()).toBe('It failed on the network'))
  expect(text()).toContain('Nothing moved but the network fee.')
})

test.each([
  [true, 'Paid', 'You paid 12 DUSD to Slow Mornings.'],
  [false, 'The payment failed', 'You kept your 12 DUSD. The network fee is spent.'],
])('names amount and receiver of a payment to the site, and how it ended: paid %s', async (isDone, heading, lead) => {
  const { end } = setUp(undefined, undefined, { amount: '12 DUSD', receiver: 'Slow Mornings' })
  expect([title(), text()?.includes('12 DUSD on the way to Slow Mornings.')]).toEqual(['Sent', true])
  end.resolve(ended(isDone))
  await vi.waitFor(() => expect(title()).toBe(heading))
  expect(text()).toContain(lead)
  expect(text()).not.toContain('on the way')
})

test.each([
  ['without a path', 'https://scan.example', 'https://scan.example/tx/0x12'],
  ['with a path', 'https://scan.example/local/', 'https://scan.example/local/tx/0x12'],
  [
    'whose query names the network',
    'https://scan.example?cluster=devnet',
    'https://scan.example/tx/0x12?cluster=devnet',
  ],
])('links to the page of the transaction on an explorer %s', (_, url, page) => {
  setUp(url)
  expect(document.querySelector('a')?.href).toBe(page)
})

test('says how much of a bundle went through, and links to the call that failed', async () => {
  const { end } = setUp()
  end.resolve({ isDone: false, hash: '0x34', actions: { n: 3, done: 2 } })
  await vi.waitFor(() => expect(title()).toBe('Only part of it went through'))
  expect(text()).toContain('2 of 3 actions went through. The rest moved nothing but network fees.')
  expect(text()).not.toContain('Nothing moved')
  expect(document.querySelector('a')?.href).toBe('https://scan.example/tx/0x34')
})

test('says that nothing moved if the first call of a bundle failed', async () => {
  const { end } = setUp()
  end.resolve({ isDone: false, hash: '0x12', actions: { n: 3, done: 0 } })
  await vi.waitFor(() => expect(title()).toBe('It failed on the network'))
  expect(text()).toContain('Nothing moved but the network fee.')
})

test('links to the last call of a bundle that is confirmed', async () => {
  const { end } = setUp()
  end.resolve({ isDone: true, hash: '0x56', actions: { n: 3, done: 3 } })
  await vi.waitFor(() => expect(text()).toContain('Confirmed'))
  expect([title(), document.querySelector('a')?.href]).toEqual(['Sent', 'https://scan.example/tx/0x56'])
})

test('keeps the focus, the button and the live region when the state changes', async () => {
  for (const isDone of [true, false]) {
    const { end } = setUp()
    const done = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Done')
    const status = document.querySelector('dd [role="status"]')
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Sent'))
    done?.focus()
    end.resolve(ended(isDone))
    await vi.waitFor(() => expect(status?.textContent).toMatch(/^(?:Confirmed|Failed)/))
    expect([document.activeElement, status?.isConnected]).toEqual([done, true])
  }
})

test('keeps the focus on the title when the title says that the transaction failed', async () => {
  const { end } = setUp()
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Sent'))
  end.resolve(ended(false))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('It failed on the network'))
})

test('claims neither success nor failure if the node does not answer', async () => {
  vi.useFakeTimers()
  try {
    const { end } = setUp()
    end.reject(new AppError(commonErrors.REQUEST_TIMEOUT))
    await vi.advanceTimersByTimeAsync(180_000)
    expect(text()).toContain('Not confirmed yet')
    expect(title()).toBe('Sent')
  } finally {
    vi.useRealTimers()
  }
})

test('gives the body of the modal back on Done and on Escape', () => {
  for (const leave of [
    () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Done')?.click(),
    () =>
      document.querySelector('.sent')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  ]) {
    const { panels } = setUp()
    leave()
    expect(panels.at(-1)).toBeNull()
    expect(title()).toBeUndefined()
  }
})

test('leaves a panel alone that replaced it', async () => {
  const { surface, panel, end } = setUp()
  const other = document.createElement('div')
  await surface.show('settings', other)
  end.resolve(ended(true))
  await end.promise
  panel.hide()
  expect(other.isConnected).toBe(true)
  expect(text()).not.toContain('Confirmed')
})

test('asks again as long as the network has not run the transaction', async () => {
  const ends = [null, { isDone: true, hash: '0x12' }]
  setUp('https://scan.example/', async () => ends.shift() ?? null)
  expect(text()).toContain('Waiting for Localnet')
  await vi.waitFor(() => expect(text()).toContain('Confirmed'))
})
