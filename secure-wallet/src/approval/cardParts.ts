import { element } from '../ui/element.ts'
import { icon } from '../ui/icon.ts'
import { notice } from '../ui/parts.ts'
import { formatText } from './formatText.ts'
import { messages } from './messages.ts'
import type { LimitDependentFacts, ProposalFacts } from './proposal.ts'

/**
 * Isolates the writing direction of a value, because the direction may differ from that of the text around the value.
 */
export const isolateDirection = (value: string): HTMLElement => element('bdi', {}, value)

/**
 * The heading of a card: the site's name, and beside it the position of the request in the queue. The position has a
 * reserved width, so that a new request moves no element under the pointer.
 */
export const siteHeading = (host: string, { asks }: ProposalFacts, position: HTMLElement | null): HTMLElement =>
  element(
    'div',
    { class: 'asker' },
    element('span', { class: 'tile tile--44 tile--plain' }, icon('shield')),
    element(
      'div',
      { class: 'row__main' },
      element(
        'div',
        { class: 'asker__name' },
        element('h1', { class: 'strong', tabindex: -1 }, isolateDirection(host)),
        position,
      ),
      element('span', { class: 'row__detail row__detail--wrap' }, formatText(messages.asksYouTo, { what: asks })),
    ),
  )

const changesOf = ({ changes, changesTitle }: LimitDependentFacts): HTMLElement | null =>
  changes.length === 0
    ? null
    : element(
        'div',
        {},
        element('h2', { class: 'section-title' }, changesTitle),
        ...changes.map(({ direction, name, amount, note, was }) =>
          element(
            'div',
            { class: `change change--${direction}` },
            element('span', { class: 'change__name' }, isolateDirection(name)),
            element(
              'span',
              { class: 'change__amount' },
              was !== undefined && element('s', {}, isolateDirection(was)),
              isolateDirection(amount),
              note !== '' && element('small', {}, note),
            ),
          ),
        ),
      )

export const factList = ({ rows }: ProposalFacts, fee: HTMLElement | null): HTMLElement | null =>
  rows.length === 0 && !fee
    ? null
    : element(
        'dl',
        { class: 'facts facts--well facts--small' },
        ...rows.map(({ label, value, isAddress }) =>
          element(
            'div',
            {},
            element('dt', {}, isolateDirection(label)),
            element('dd', {}, isAddress ? address(value) : isolateDirection(value)),
          ),
        ),
        fee && element('div', {}, element('dt', {}, messages.rows.fee), fee),
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
  const root = element('p', { class: 'legal approve__estimate' })
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

const disclosure = (raw: HTMLElement): HTMLElement =>
  element('details', { class: 'disclosure' }, element('summary', {}, icon('doc'), messages.raw), raw)

/**
 * The parts of an approval card that depend on the picked allowance limit. Each part keeps its container, so that other
 * elements do not move and unfolded details stay unfolded.
 */
export const limitDependentParts = () => {
  const part = (): HTMLElement => element('div', { class: 'approve__part' })
  const [notices, changes, steps] = [part(), part(), part()]
  const raw = element('pre', { class: 'report', dir: 'ltr' })
  return {
    notices,
    changes,
    steps,
    raw: disclosure(raw),
    show: (facts: LimitDependentFacts): void => {
      notices.replaceChildren(
        ...facts.notices.map(({ tone, title, text }) => notice(tone, tone === 'danger' ? 'stop' : 'warn', title, text)),
      )
      changes.replaceChildren(...[changesOf(facts)].filter((each) => each !== null))
      steps.replaceChildren(...[stepsOf(facts)].filter((each) => each !== null))
      raw.textContent = facts.raw
    },
  }
}
