import { element, on } from '../ui/element.ts'
import { icon } from '../ui/icon.ts'
import { notice } from '../ui/parts.ts'
import { formatText } from './formatText.ts'
import { messages } from './messages.ts'
import type { LimitDependentFacts, PricedAmount, ProposalFacts, ShownSite } from './proposal.ts'
import type { ShowWorth } from './showWorth.ts'

/**
 * Isolates the writing direction of a value, because the direction may differ from that of the text around the value.
 */
export const isolateDirection = (value: string): HTMLElement => element('bdi', {}, value)

/**
 * The site that asks: its logo and name, and its whole host name below. The position of the request in the queue has a
 * reserved width, so that a new request moves no element under the pointer.
 */
export const siteHeading = (
  host: string,
  { name, logo, isKnown = false }: Partial<ShownSite> = {},
  position: HTMLElement | null = null,
): HTMLElement => {
  const site = isolateDirection(host)
  return element(
    'div',
    { class: 'asker' },
    iconTile('tile--44', name ?? host, logo),
    element(
      'div',
      { class: 'row__main' },
      element(
        'div',
        { class: 'asker__name' },
        element('span', { class: 'strong' }, name === undefined ? site : isolateDirection(name)),
        position,
      ),
      (name !== undefined || !isKnown) &&
        element('span', { class: 'row__detail row__detail--wrap' }, name === undefined ? messages.unknownSite : site),
    ),
  )
}

/** A tile with the first letter of a name, and an image over the letter once the image has loaded. */
const iconTile = (className: string, name: string, image?: string): HTMLElement => {
  const [letter = '?'] = name.replace(/[^\p{L}\p{N}]/gu, '')
  const tile = element('span', { class: `tile tile--plain tile--letter ${className}`, 'aria-hidden': 'true' }, letter)
  if (image !== undefined) {
    const made = element('img', { src: image, alt: '', loading: 'lazy' })
    tile.append(on(made, { error: () => made.remove() }))
  }
  return tile
}

/** The heading of the card: the deed of a click. */
export const deedHeading = ({ title, lead }: ProposalFacts): HTMLElement =>
  element(
    'div',
    {},
    element('h1', { class: 'title', tabindex: -1 }, title),
    lead !== '' && element('p', { class: 'lead lead--small' }, lead),
  )

const changesOf = ({ changes, changesTitle }: LimitDependentFacts, showWorth?: ShowWorth): HTMLElement | null =>
  changes.length === 0
    ? null
    : element(
        'div',
        {},
        // The amounts say it by their signs. A screen reader reads the list better with its title.
        element('h2', { class: changesTitle === messages.changes.after ? 'hidden' : 'section-title' }, changesTitle),
        ...changes.map(({ direction, name, amount, note, was, mark, icon: image, priced }) =>
          element(
            'div',
            { class: `change change--${direction}` },
            iconTile('tile--44 tile--round', mark ?? '', image),
            element('span', { class: 'change__name' }, isolateDirection(name)),
            element(
              'span',
              { class: 'change__amount' },
              was !== undefined && element('s', {}, isolateDirection(was)),
              isolateDirection(amount),
              note !== '' && element('small', {}, note),
              showWorth && priced && worthOf(priced, showWorth),
            ),
          ),
        ),
      )

/** The line keeps its height while it is empty, so that a price that arrives late moves nothing. */
const worthOf = (priced: PricedAmount, showWorth: ShowWorth): HTMLElement => {
  const place = element('small', { class: 'change__worth' })
  showWorth(priced, place)
  return place
}

type Row = ProposalFacts['rows'][number]
export const factList = (rows: readonly Row[], fee: HTMLElement | null = null): HTMLElement | null =>
  rows.length === 0 && !fee
    ? null
    : element(
        'dl',
        // An address needs the emphasis of a well, a name does not.
        { class: `facts facts--small${fee || rows.some(({ isAddress }) => isAddress) ? ' facts--well' : ''}` },
        ...rows.map(({ label, value, isAddress, name }) =>
          element(
            'div',
            {},
            element('dt', {}, isolateDirection(label)),
            element(
              'dd',
              {},
              name !== undefined && element('div', {}, isolateDirection(name)),
              isAddress ? address(value) : isolateDirection(value),
            ),
          ),
        ),
        fee && element('div', {}, element('dt', {}, messages.rows.fee), fee),
      )

/** The fold with the facts that a visitor rarely needs. `end` stays visible beside its title. */
export const details = (end: HTMLElement | null, ...parts: (HTMLElement | null | false)[]): HTMLElement =>
  element(
    'details',
    { class: 'disclosure fold' },
    element('summary', {}, messages.details, icon('next', 'fold__mark'), end),
    element('div', { class: 'fold__parts' }, ...parts),
  )

/**
 * Shows the whole address in groups of four, because look-alike addresses share their ends. The ends are emphasised.
 */
const address = (value: string): HTMLElement => {
  const groups = value.startsWith('0x')
    ? [value.slice(0, 6), ...(value.slice(6).match(/.{1,4}/g) ?? [])]
    : (value.match(/.{1,4}/g) ?? [])
  return element(
    'span',
    { class: 'address' },
    ...groups.map((group, index) => element(index === 0 || index === groups.length - 1 ? 'b' : 'span', {}, group)),
  )
}

export const dataTree = ({ tree }: ProposalFacts): HTMLElement | null =>
  tree.length === 0
    ? null
    : element(
        'dl',
        { class: 'data' },
        ...tree.map(({ depth, label, value }) =>
          inset(
            depth,
            element(
              'div',
              { class: value === null ? 'data__group' : '' },
              element('dt', {}, isolateDirection(label)),
              value !== null && element('dd', {}, isolateDirection(value)),
            ),
          ),
        ),
      )

/** Deeper levels of nested values get no further indent, because a narrow card has no room. */
const deepest = 4
/** Indents the label of a nested value. The values stay aligned with each other. */
const inset = (depth: number, row: HTMLElement): HTMLElement => {
  row.style.setProperty('--depth', String(Math.min(depth, deepest)))
  return row
}

/** Tells how old the estimate of a card is. The text counts up by itself until the card leaves the document. */
export const estimateAge = () => {
  const root = element('p', { class: 'approve__estimate' })
  let timer: ReturnType<typeof setInterval> | undefined
  let wasShown = false
  return {
    root,
    show: (madeAt: number): void => {
      const write = (): void => {
        root.textContent = formatText(messages.estimate, { n: Math.max(0, Math.round((Date.now() - madeAt) / 1_000)) })
      }
      write()
      clearInterval(timer)
      timer = setInterval(() => {
        if (root.isConnected) write()
        else if (wasShown) clearInterval(timer)
        wasShown ||= root.isConnected
      }, 1_000)
    },
  }
}

const stepsOf = ({ steps }: LimitDependentFacts): HTMLElement | null =>
  steps.length === 0
    ? null
    : element('ol', { class: 'approve__steps' }, ...steps.map((step) => element('li', {}, step)))

const disclosure = (raw: HTMLElement, open: boolean): HTMLElement =>
  element('details', { class: 'disclosure', open }, element('summary', {}, icon('doc'), messages.raw), raw)

/**
 * The parts of an approval card that depend on the picked allowance limit. Each part keeps its container, so that other
 * elements do not move and unfolded details stay unfolded. `isRawOpen`: the raw data is unfolded from the start.
 */
export const limitDependentParts = (isRawOpen: boolean, showWorth?: ShowWorth) => {
  const part = (): HTMLElement => element('div', { class: 'approve__part' })
  const [notices, changes, steps] = [part(), part(), part()]
  const raw = element('pre', { class: 'report', dir: 'ltr' })
  return {
    notices,
    changes,
    steps,
    raw: disclosure(raw, isRawOpen),
    show: (facts: LimitDependentFacts): void => {
      notices.replaceChildren(
        ...facts.notices.map(({ tone, title, text }) => notice(tone, tone === 'danger' ? 'stop' : 'warn', title, text)),
      )
      changes.replaceChildren(...[changesOf(facts, showWorth)].filter((each) => each !== null))
      steps.replaceChildren(...[stepsOf(facts)].filter((each) => each !== null))
      raw.textContent = facts.raw
    },
  }
}
