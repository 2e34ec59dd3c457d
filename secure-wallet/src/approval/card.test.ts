// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { limitedProposal, sampleProposal } from '../../test/approvals.ts'
import { loadLanguage } from '../languages/loadLanguage.ts'
import { icon } from '../ui/icon.ts'
import { renderCard } from './card.ts'
import { freezeProposal, type Proposal } from './proposal.ts'

afterEach(() => loadLanguage(document.documentElement, 'en'))

const made = sampleProposal('Token senden')
const facts: Proposal['facts'] = {
  ...made.facts,
  changes: [{ direction: 'out', name: 'USD', amount: '−5 USD', note: '' }],
  rows: [{ label: 'An', value: '0x3333333333333333333333333333333333333333', isAddress: true }],
  message: 'hello',
}
const render = (more: Partial<Proposal> = {}) =>
  renderCard(freezeProposal({ ...made, facts, ...more }), {
    position: 1,
    total: 3,
    reject: () => undefined,
    changed: () => undefined,
    jitter: () => 0,
  })

test('an approval card takes its language and direction from the element around it', async () => {
  await loadLanguage(document.documentElement, 'de')
  const { root } = render()
  expect([root.hasAttribute('lang'), root.hasAttribute('dir')]).toEqual([false, false])
  expect(root.querySelector('h1')?.textContent).toBe('Token senden')
  expect(root.querySelector('summary')?.textContent).toBe('Details')
  expect(root.textContent).toContain('1 von 3')
  expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Send', 'Abbrechen'])
})

test('an approval card isolates foreign text, whose writing direction could otherwise reorder the text around it', async () => {
  await loadLanguage(document.documentElement, 'ar')
  const { root } = render()
  const isolated = [...root.querySelectorAll('bdi')].map(({ textContent }) => textContent)
  expect(isolated).toEqual(expect.arrayContaining(['shop.example', '−5 USD', 'USD']))
  expect(root.querySelector('.message')?.getAttribute('dir')).toBe('auto')
})

test('shows the site by its logo and name, with its whole host name below', () => {
  const site = { name: 'Slow Mornings', logo: '/logos/0a', isKnown: true }
  const asker = render({ site }).root.querySelector('.asker')
  expect(asker?.querySelector('img')?.getAttribute('src')).toBe('/logos/0a')
  expect(asker?.querySelector('.strong')?.textContent).toBe('Slow Mornings')
  expect(asker?.querySelector('.row__detail')?.textContent).toBe('shop.example')
})

test('shows a site without a configured name by its host name, and says if the operator does not list it', () => {
  const textOf = (isKnown: boolean) => render({ site: { isKnown } }).root.querySelector('.asker')?.textContent
  expect(textOf(true)).toBe('sshop.example1 of 3')
  expect(textOf(false)).toBe('sshop.example1 of 3A site we don’t know')
})

test('shows the name that the visitor gave to a receiver above its whole address', () => {
  const [row] = facts.rows
  const { root } = render({ facts: { ...facts, rows: row ? [{ ...row, name: 'Ann’s café' }] : [] } })
  const value = root.querySelector('.facts dd')
  expect(value?.firstElementChild?.querySelector('bdi')?.textContent).toBe('Ann’s café')
  expect(value?.querySelector('.address')?.textContent).toBe(row?.value)
})

test('a logo that does not load leaves the first letter of the site', () => {
  const { root } = render({ site: { name: 'Slow Mornings', logo: '/logos/0a', isKnown: true } })
  root.querySelector('.asker img')?.dispatchEvent(new Event('error'))
  expect(root.querySelector('.asker img')).toBeNull()
  expect(root.querySelector('.asker .tile')?.textContent).toBe('S')
})

test('the letter of a token stays until its icon has loaded, and if the icon does not load', () => {
  const change = {
    direction: 'out' as const,
    name: 'US Dollar',
    mark: 'USD',
    icon: '/logos/0b',
    amount: '−5 USD',
    note: '',
  }
  const { root } = render({ facts: { ...facts, changes: [change] } })
  const tile = root.querySelector('.change .tile')
  const image = tile?.querySelector('img')
  expect([image?.getAttribute('src'), image?.getAttribute('loading'), tile?.textContent]).toEqual([
    '/logos/0b',
    'lazy',
    'U',
  ])
  image?.dispatchEvent(new Event('error'))
  expect(tile?.innerHTML).toBe('U')
})

describe('the details of a card', () => {
  const notice = { tone: 'danger' as const, title: 'Danger', text: 'It takes all.' }
  const full = {
    ...facts,
    notices: [notice],
    rows: [
      ...facts.rows,
      { label: 'Konto', value: '0x4444444444444444444444444444444444444444', isAddress: true, isDetail: true as const },
    ],
    raw: '0x1234',
  }
  const choices = made.choices.map((choice) => ({ ...choice, fee: { likely: '0.1 ETH', most: '0.2 ETH' } }))
  const folded = (more: Partial<Proposal>) => {
    const { root } = render({ facts: full, choices, ...more })
    const fold = root.querySelector<HTMLDetailsElement>('.fold')
    const inside = (selector: string) => fold?.querySelector(selector) !== null
    return { root, fold, inside }
  }

  test('hold account, fee choice and raw data, with the likely fee beside their title', () => {
    const { fold, inside } = folded({})
    expect(fold?.open).toBe(false)
    expect(fold?.querySelector('summary')?.textContent).toBe('Detailsfee about 0.1 ETH')
    expect([inside('.facts'), inside('.approve__picker--fee'), inside('.report')]).toEqual([true, true, true])
    expect(fold?.textContent).toContain('4444')
  })

  test('never hold a warning, an amount, the receiver, a message, steps or the choice of a limit', () => {
    const { root, fold, inside } = folded({ facts: { ...full, steps: ['one', 'two'] } })
    for (const selector of ['.notice', '.change', '.message', '.approve__steps', '.approve__picker--limit'])
      expect(inside(selector), selector).toBe(false)
    expect(fold?.textContent).not.toContain('3333')
    expect(root.querySelector('.message')?.textContent).toBe('hello')
    const limit = renderCard(freezeProposal(limitedProposal()), {
      reject: () => undefined,
      changed: () => undefined,
      jitter: () => 0,
    })
    expect(limit.root.querySelector('.fold .approve__picker--limit, .fold .notice')).toBeNull()
    expect(limit.root.querySelector('.approve__picker--limit')).not.toBeNull()
  })

  test('are unfolded with the raw data if nobody can say what the request does', () => {
    const { root, fold } = folded({ kind: 'unknown' })
    expect(fold).toBeNull()
    expect(root.querySelector<HTMLDetailsElement>('details:has(.report)')?.open).toBe(true)
    expect(root.textContent).toContain('4444')
    expect(root.textContent).toContain('at most 0.2 ETH')
  })

  test('hold a message only if the title says the same', () => {
    expect(folded({ facts: { ...full, isMessageDetail: true } }).inside('.message')).toBe(true)
    expect(folded({ kind: 'ownSignIn' }).inside('.message')).toBe(false)
  })
})

test('keeps an address in the button text on one line', () => {
  const choices = made.choices.map((choice) => ({ ...choice, label: 'Send 1 ETH to 0x3333…3333' }))
  expect(render({ choices }).approve?.textContent).toBe('Send 1 ETH to 0x3333…\u20603333')
})

test('translates the reason why a request is blocked', async () => {
  await loadLanguage(document.documentElement, 'de')
  expect(render({ blocked: 'INSUFFICIENT_FUNDS' }).root.textContent).toContain(
    'Zu wenig Guthaben für Betrag und Netzwerkgebühr',
  )
})

test('shows a changed number of waiting requests at once, in the width that the card reserves for it', () => {
  const { root, showTotal } = render()
  const position = root.querySelector('.approve__position')
  const widest = position?.getAttribute('data-widest')
  expect([position?.textContent, widest]).toEqual(['1 of 3', '1 of 10'])
  showTotal(4)
  expect(root.querySelector('.approve__position')).toBe(position)
  expect(position?.textContent).toBe('1 of 4')
  showTotal(1)
  expect([position?.textContent, position?.getAttribute('data-widest')]).toEqual(['', widest])
})

test('an approval card says only once why a transaction would fail', () => {
  const { root } = render({ blocked: 'EXECUTION_REVERTED', isBlockExplained: true })
  expect(root.querySelectorAll('.notice')).toHaveLength(0)
  expect([...root.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual(['Close'])
})

test('indents the nested values of typed data', () => {
  const tree = [
    { depth: 0, label: 'to', value: null },
    { depth: 1, label: '0', value: null },
    { depth: 2, label: 'name', value: 'Bob' },
    { depth: 0, label: 'contents', value: 'Hello' },
  ]
  const rows = [...render({ facts: { ...facts, tree } }).root.querySelectorAll<HTMLElement>('.data > div')]
  expect(rows.map(({ style }) => style.getPropertyValue('--depth'))).toEqual(['0', '1', '2', '0'])
})

/** Whether the icon in an element has this shape. */
const isIcon = (root: Element | null | undefined, name: Parameters<typeof icon>[0]): boolean =>
  root?.querySelector('svg')?.innerHTML === icon(name).innerHTML

/** The button texts in order, each with the class of its style. */
const buttonStyles = (root: HTMLElement) =>
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
  const card = renderCard(freezeProposal(limitedProposal()), { reject: () => undefined, changed, jitter: () => 0 })
  document.body.replaceChildren(card.root)
  return { ...card, changed }
}

test('a picked limit redraws all facts that depend on it, and an unlimited allowance is shown in the danger style', () => {
  const { root, changed, picked } = limited()
  const stated = () => [
    root.querySelector('.notice')?.className,
    root.querySelector('.change__amount')?.textContent,
    root.querySelector('.approve__steps')?.textContent,
    root.querySelector('.report')?.textContent,
  ]
  expect(picked().id).toBe('balance normal')
  expect(stated()).toEqual(['notice notice--warn', 'up to 5 USD', 'take balance', '0x balance'])
  expect(buttonStyles(root)).toEqual([
    ['Allow 5 USD only', 'button--primary'],
    ['Cancel', 'button--quiet'],
  ])
  const requested = radio(root, 'limit', 'requested')
  requested.focus()
  requested.click()
  expect(changed).toHaveBeenCalledOnce()
  expect(picked().id).toBe('requested normal')
  expect(document.activeElement).toBe(requested)
  expect(stated()).toEqual(['notice notice--danger', 'all', 'take requested', '0x requested'])
  expect(buttonStyles(root)).toEqual([
    ['Allow Unlimited', 'button--quiet-danger'],
    ['Cancel', 'button--primary'],
  ])
  radio(root, 'limit', 'balance').click()
  expect(buttonStyles(root)[0]).toEqual(['Allow 5 USD only', 'button--primary'])
})

test('keeps the limit when the fee changes, keeps the fee when the limit changes, and redraws warnings only with a new limit', () => {
  const { root, picked } = limited()
  radio(root, 'limit', 'requested').click()
  const warning = root.querySelector('.notice')
  radio(root, 'fee', 'low').click()
  expect(picked().id).toBe('requested low')
  expect(root.querySelector('.notice')).toBe(warning)
  expect(root.querySelector('.facts')?.textContent).toContain('low fee')
  radio(root, 'limit', 'balance').click()
  expect(picked().id).toBe('balance low')
})

test('gives each picker of a fee or limit a group name for screen readers', () => {
  const { root } = limited()
  expect([...root.querySelectorAll('fieldset')].map((group) => group.querySelector('legend')?.textContent)).toEqual([
    'Your limit',
    'Network fee',
  ])
  expect([...root.querySelectorAll<HTMLInputElement>('input:checked')].map(({ name, value }) => [name, value])).toEqual(
    [
      ['limit', 'balance'],
      ['fee', 'normal'],
    ],
  )
})

test('an approval card disables its pickers of fee and limit while the wallet signs', () => {
  const { root, setWorking } = limited()
  const disabled = () => [...root.querySelectorAll('fieldset')].map((group) => group.disabled)
  expect(disabled()).toEqual([false, false])
  setWorking()
  expect(disabled()).toEqual([true, true])
})

test('a warning has the triangle, and a danger the cross', () => {
  const { root } = limited()
  expect(isIcon(root.querySelector('.notice'), 'warn')).toBe(true)
  radio(root, 'limit', 'requested').click()
  expect(isIcon(root.querySelector('.notice'), 'stop')).toBe(true)
})

test('only the title of the limits is on show, because the fees are behind their row', () => {
  const { root } = limited()
  expect([...root.querySelectorAll('legend')].map(({ textContent, className }) => [textContent, className])).toEqual([
    ['Your limit', 'section-title'],
    ['Network fee', 'hidden'],
  ])
})

test('an asset has a round tile with its first letter, or with a question mark if it has no mark', () => {
  const change = facts.changes[0] as (typeof facts.changes)[number]
  const changes = [{ ...change, mark: '$dollar' }, change]
  const { root } = render({ facts: { ...facts, changes } })
  const tiles = [...root.querySelectorAll('.change .tile')]
  expect(tiles.map(({ textContent, classList }) => [textContent, classList.contains('tile--round')])).toEqual([
    ['d', true],
    ['?', true],
  ])
})

test('the card shows the least amount of an estimate below it', () => {
  const change = { direction: 'in' as const, name: 'Moss', amount: 'about +952 MOSS', note: 'at least 942 MOSS' }
  const { root } = render({ facts: { ...facts, changes: [change] } })
  const amount = root.querySelector('.change--in .change__amount')
  expect(amount?.querySelector('bdi')?.textContent).toBe('about +952 MOSS')
  expect(amount?.querySelector('small')?.textContent).toBe('at least 942 MOSS')
})

test('strikes out the amount that the visitor saw before the effects changed', () => {
  const changes: Proposal['facts']['changes'] = [
    { direction: 'in', name: 'USD', amount: '+4 USD', note: '', was: '+5 USD' },
    { direction: 'out', name: 'ETH', amount: '−1 ETH', note: '' },
  ]
  const { root } = render({ facts: { ...facts, changes } })
  expect([...root.querySelectorAll('s')].map(({ textContent }) => textContent)).toEqual(['+5 USD'])
  expect(root.querySelector('.change--in .change__amount')?.textContent).toBe('+5 USD+4 USD')
})

test('counts the age of an estimate, and starts again with each newer estimate', () => {
  vi.useFakeTimers()
  try {
    const { root, showEstimate } = render({ estimatedAt: Date.now() - 4_000 })
    document.body.replaceChildren(root)
    const age = () => root.querySelector('.approve__estimate')?.textContent
    expect(age()).toBe('Estimate from 4 sec ago. We look again when you press.')
    vi.advanceTimersByTime(3_000)
    expect(age()).toBe('Estimate from 7 sec ago. We look again when you press.')
    showEstimate(Date.now())
    expect(age()).toBe('Estimate from 0 sec ago. We look again when you press.')
    root.remove()
    vi.advanceTimersByTime(2_000)
    expect(vi.getTimerCount()).toBe(0)
    expect(render({ blocked: 'INSUFFICIENT_FUNDS', estimatedAt: 1 }).root.textContent).not.toContain('Estimate')
  } finally {
    vi.useRealTimers()
  }
})

const pressKey = (root: HTMLElement, init: KeyboardEventInit) =>
  root.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }))

test('Escape and Cancel reject a request, and a held Escape or another key does not', () => {
  const reject = vi.fn()
  const card = renderCard(freezeProposal(made), { reject, changed: () => undefined, jitter: () => 0 })
  pressKey(card.root, { key: 'Escape', repeat: true })
  pressKey(card.root, { key: 'Enter' })
  expect(reject).not.toHaveBeenCalled()
  pressKey(card.root, { key: 'Escape' })
  expect(reject).toHaveBeenCalledTimes(1)
  ;[...card.root.querySelectorAll('button')].at(-1)?.click()
  expect(reject).toHaveBeenCalledTimes(2)
})

test('the approve button of a card moves down by up to 13 pixels, so that no site can predict its place', () => {
  const paddings = [0, 0.5, 0.999].map((part) => {
    const card = renderCard(freezeProposal(made), { reject() {}, changed() {}, jitter: () => part })
    return card.root.querySelector<HTMLElement>('.foot')?.style.paddingBlockStart
  })
  expect(paddings).toEqual(['16px', '23px', '29px'])
})

test('a card tells screen readers when its button can be pressed, and marks the button as disabled until then', () => {
  const { root, approve, arm, setWorking } = render()
  const status = () => [...root.querySelectorAll('[role="status"]')].at(-1)?.textContent
  expect(approve?.getAttribute('aria-disabled')).toBe('true')
  arm(true)
  expect([approve?.getAttribute('aria-disabled'), status()]).toEqual(['false', 'You can answer now'])
  arm(false)
  expect([approve?.getAttribute('aria-disabled'), status()]).toEqual(['true', 'You can answer in a moment'])
  setWorking()
  expect(status()).toBe('One moment')
  expect([...root.querySelectorAll('.foot button')].map((each) => each.getAttribute('aria-disabled'))).toEqual([
    'true',
    'true',
  ])
  expect(approve?.querySelector('[aria-hidden="true"]')).not.toBeNull()
})

test('a card says why a press did not count, and leaves the same reason as it is', () => {
  const { root, nudge } = render()
  const hint = root.querySelector('.hint')
  nudge('tooEarly')
  const said = hint?.lastChild
  expect(hint?.textContent).toContain('A moment to look')
  expect(isIcon(hint, 'clock')).toBe(true)
  nudge('tooEarly')
  expect(hint?.lastChild).toBe(said)
  nudge('unmoved')
  expect(hint?.textContent).toBe('Move the pointer a little, then press again.')
})

test('a card offers the wallet window once, below its other buttons', () => {
  const { root, offerWindow } = render()
  const open = vi.fn()
  offerWindow(open)
  offerWindow(open)
  const offers = [...root.querySelectorAll<HTMLButtonElement>('.approve__window')]
  expect(offers.map(({ textContent }) => textContent)).toEqual(['Answer in the wallet window'])
  expect([offers[0]?.classList.contains('button--quiet'), isIcon(offers[0], 'open')]).toEqual([true, true])
  expect(root.querySelector('.foot')?.lastElementChild).toBe(offers[0])
  offers[0]?.click()
  expect(open).toHaveBeenCalledOnce()
})

test('a card shows a whole address in groups of four with emphasised ends, with or without 0x', () => {
  const groupsOf = (value: string) => {
    const { root } = render({ facts: { ...facts, rows: [{ label: 'To', value, isAddress: true }] } })
    return [...(root.querySelector('.address')?.children ?? [])].map(({ tagName, textContent }) => [
      tagName,
      textContent,
    ])
  }
  expect(groupsOf('0x1234567890')).toEqual([
    ['B', '0x1234'],
    ['SPAN', '5678'],
    ['B', '90'],
  ])
  expect(groupsOf('0x1234')).toEqual([['B', '0x1234']])
  expect(groupsOf('')).toEqual([])
  expect(groupsOf('So1ana12A')).toEqual([
    ['B', 'So1a'],
    ['SPAN', 'na12'],
    ['B', 'A'],
  ])
})

test('a card has no part for what a proposal does not contain', () => {
  const empty = { ...made.facts, changes: [], rows: [], message: null, tree: [], steps: [], raw: '' }
  const { root } = render({ facts: empty, choices: made.choices.slice(0, 1) })
  const parts = [
    '.change',
    '.facts',
    '.message',
    '.data',
    '.approve__steps',
    '.report',
    '.notice',
    'fieldset',
    's',
    '.approve__estimate',
  ]
  expect(parts.filter((part) => root.querySelector(part))).toEqual([])
  expect(root.textContent).not.toContain('Show the raw data')
  const full = { ...empty, rows: facts.rows, message: '', steps: ['a', 'b'], raw: '0x', changes: facts.changes }
  const shown = render({ facts: { ...full, tree: [{ depth: 9, label: 'a', value: 'b' }] } }).root
  expect(parts.slice(0, 6).filter((part) => !shown.querySelector(part))).toEqual([])
  expect(shown.querySelector<HTMLElement>('.data > div')?.style.getPropertyValue('--depth')).toBe('4')
})

test('a blocked card has one primary button that closes it, and offers no fee, limit or approval', () => {
  const limits = limitedProposal()
  const { root, approve } = renderCard(freezeProposal({ ...limits, blocked: 'INSUFFICIENT_FUNDS' }), {
    ...{ reject: () => undefined, changed: () => undefined, jitter: () => 0 },
  })
  expect(approve).toBeNull()
  expect(buttonStyles(root)).toEqual([['Close', 'button--primary']])
  expect(root.querySelectorAll('fieldset')).toHaveLength(0)
  expect(root.textContent).not.toContain('normal fee')
})

test('the reject button of a dangerous card comes first and keeps its place with every limit', () => {
  const { root } = render({ facts: { ...facts, isDanger: true } })
  expect(buttonStyles(root)).toEqual([
    ['Cancel', 'button--primary'],
    ['Send', 'button--quiet-danger'],
  ])
})
