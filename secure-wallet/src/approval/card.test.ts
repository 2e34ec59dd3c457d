// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { limitedProposal, proposal } from '../../test/approvals.ts'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { renderCard } from './card.ts'
import { freeze, type Proposal } from './proposal.ts'

afterEach(() => loadLanguage(document.documentElement, 'en'))

const made = proposal('Token senden')
const facts: Proposal['facts'] = {
  ...made.facts,
  changes: [{ direction: 'out', name: 'USD', amount: '−5 USD', note: '' }],
  rows: [{ label: 'An', value: '0x3333333333333333333333333333333333333333', isAddress: true }],
  message: 'hello',
}
const render = (more: Partial<Proposal> = {}) =>
  renderCard(freeze({ ...made, facts, ...more }), {
    position: 1,
    total: 3,
    reject: () => undefined,
    changed: () => undefined,
    jitter: () => 0,
  })

test('a card is in the language and the direction of the panel around it', async () => {
  await loadLanguage(document.documentElement, 'de')
  const { root } = render()
  expect([root.hasAttribute('lang'), root.hasAttribute('dir')]).toEqual([false, false])
  expect(root.textContent).toContain('bittet Sie um Zustimmung: Token senden')
  expect(root.textContent).toContain('1 von 3')
  expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Send', 'Abbrechen'])
})

test('what is no word of it stands apart, so that it keeps its own order', async () => {
  await loadLanguage(document.documentElement, 'ar')
  const { root } = render()
  const apart = [...root.querySelectorAll('bdi')].map(({ textContent }) => textContent)
  expect(apart).toEqual(expect.arrayContaining(['shop.example', '−5 USD', 'USD']))
  expect(root.querySelector('.message')?.getAttribute('dir')).toBe('auto')
})

test('an address on the button is never on two lines', () => {
  const choices = made.choices.map((choice) => ({ ...choice, label: 'Send 1 ETH to 0x3333…3333' }))
  expect(render({ choices }).approve?.textContent).toBe('Send 1 ETH to 0x3333…\u20603333')
})

test('why it can not be done is said in it too', async () => {
  await loadLanguage(document.documentElement, 'de')
  expect(render({ blocked: 'INSUFFICIENT_FUNDS' }).root.textContent).toContain(
    'Zu wenig Guthaben für Betrag und Netzwerkgebühr',
  )
})

test('how many there are is told as soon as it changes, in a place that is kept for it', () => {
  const { root, tellTotal } = render()
  const place = root.querySelector('.approve__position')
  const widest = place?.getAttribute('data-widest')
  expect([place?.textContent, widest]).toEqual(['1 of 3', '1 of 10'])
  tellTotal(4)
  expect(root.querySelector('.approve__position')).toBe(place)
  expect(place?.textContent).toBe('1 of 4')
  tellTotal(1)
  expect([place?.textContent, place?.getAttribute('data-widest')]).toEqual(['', widest])
})

test('why it would fail is said once', () => {
  const { root } = render({ blocked: 'EXECUTION_REVERTED', isBlockTold: true })
  expect(root.querySelectorAll('.notice')).toHaveLength(0)
  expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Close'])
})

test('what is part of something stands further in than it', () => {
  const tree = [
    { depth: 0, label: 'to', value: null },
    { depth: 1, label: '0', value: null },
    { depth: 2, label: 'name', value: 'Bob' },
    { depth: 0, label: 'contents', value: 'Hello' },
  ]
  const rows = [...render({ facts: { ...facts, tree } }).root.querySelectorAll<HTMLElement>('.data > div')]
  expect(rows.map(({ style }) => style.getPropertyValue('--depth'))).toEqual(['0', '1', '2', '0'])
})

/** Its buttons in their order, each with its look. */
const looks = (root: HTMLElement) =>
  [...root.querySelectorAll('.foot button')].map(({ textContent, classList }) => [
    textContent,
    [...classList].find((name) => /--(?:primary|quiet)/.test(name)),
  ])
const radio = (root: HTMLElement, name: string, value: string) => {
  const found = root.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`)
  if (!found) throw new Error(`no ${name} ${value}`)
  return found
}
const limited = () => {
  const changed = vi.fn()
  const card = renderCard(freeze(limitedProposal()), { reject: () => undefined, changed, jitter: () => 0 })
  document.body.replaceChildren(card.root)
  return { ...card, changed }
}

test('with another limit all that it changes is other, and what is dangerous looks it, in its place', () => {
  const { root, changed, picked } = limited()
  const stated = () => [
    root.querySelector('.notice')?.className,
    root.querySelector('.change__amount')?.textContent,
    root.querySelector('.approve__steps')?.textContent,
    root.querySelector('.report')?.textContent,
  ]
  expect(picked().id).toBe('own normal')
  expect(stated()).toEqual(['notice notice--warn', 'up to 5 USD', 'take own', '0x own'])
  expect(looks(root)).toEqual([
    ['Allow 5 USD only', 'button--primary'],
    ['Cancel', 'button--quiet'],
  ])
  const asked = radio(root, 'limit', 'asked')
  asked.focus()
  asked.click()
  expect(changed).toHaveBeenCalledOnce()
  expect(picked().id).toBe('asked normal')
  expect(document.activeElement).toBe(asked)
  expect(stated()).toEqual(['notice notice--danger', 'all', 'take asked', '0x asked'])
  expect(looks(root)).toEqual([
    ['Allow Unlimited', 'button--quiet-danger'],
    ['Cancel', 'button--primary'],
  ])
  radio(root, 'limit', 'own').click()
  expect(looks(root)[0]).toEqual(['Allow 5 USD only', 'button--primary'])
})

test('a fee keeps the limit and a limit the fee, and only another limit says its warnings anew', () => {
  const { root, picked } = limited()
  radio(root, 'limit', 'asked').click()
  const warning = root.querySelector('.notice')
  radio(root, 'fee', 'low').click()
  expect(picked().id).toBe('asked low')
  expect(root.querySelector('.notice')).toBe(warning)
  expect(root.querySelector('.facts')?.textContent).toContain('low fee')
  radio(root, 'limit', 'own').click()
  expect(picked().id).toBe('own low')
})

test('each picker is a group of its own with a name', () => {
  const { root } = limited()
  expect([...root.querySelectorAll('fieldset')].map((group) => group.querySelector('legend')?.textContent)).toEqual([
    'Your limit',
    'Network fee',
  ])
  expect([...root.querySelectorAll<HTMLInputElement>('input:checked')].map(({ name, value }) => [name, value])).toEqual(
    [
      ['limit', 'own'],
      ['fee', 'normal'],
    ],
  )
})

test('while it is being signed nothing else can be picked', () => {
  const { root, setWorking } = limited()
  const disabled = () => [...root.querySelectorAll('fieldset')].map((group) => group.disabled)
  expect(disabled()).toEqual([false, false])
  setWorking()
  expect(disabled()).toEqual([true, true])
})
