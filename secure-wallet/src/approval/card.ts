import { AppError } from 'loader/protocol/errors.ts'
import { element, on } from '../ui/element.ts'
import { icon } from '../ui/icon.ts'
import { body, button, foot, notice, setDisabled, setText } from '../ui/parts.ts'
import { explain } from '../ui/words.ts'
import { messages } from './messages.ts'
import type { Choice, Facts, Frozen } from './proposal.ts'
import { queueLimit } from './queueLimit.ts'
import { say } from './say.ts'
import './approve.css'

export type Card = {
  root: HTMLElement
  /** Nothing is bound to it here: only a press that passed all gates approves. Null where the proposal is blocked. */
  approve: HTMLButtonElement | null
  /** What a click would sign right now. */
  picked(): Choice
  arm(isArmed: boolean): void
  setWorking(): void
  offerWindow(open: () => void): void
  /** How many there are with those that came since. */
  tellTotal(total: number): void
}
/** Without a total it stands alone, in a window of its own. */
type Options = { position?: number; total?: number; reject(): void; changed(): void; jitter(): number }

/** A card for one frozen proposal: text nodes only, in one order, whatever was asked. */
export const renderCard = ({ proposal }: Frozen, { position = 1, total, reject, changed, jitter }: Options): Card => {
  const { facts, choices, blocked, isBlockTold = false } = proposal
  let choice = choices.find(({ isPreset }) => isPreset) ?? (choices[0] as Choice)
  const host = new URL(facts.host).host
  const approve = blocked ? null : approveButton(unbroken(choice.label), facts.isDanger)
  const cancel = button(
    blocked ? messages.close : messages.cancel,
    reject,
    facts.isDanger || blocked ? 'primary' : 'quiet',
  )
  const status = element('p', { class: 'hidden', role: 'status' })
  const placeOf = (of: number): string => say(messages.position, { position, total: of })
  const place = element('span', {
    class: 'tag approve__position',
    'aria-live': 'polite',
    'data-widest': placeOf(queueLimit),
  })
  const tellTotal = (now: number): void => {
    place.textContent = now > 1 ? placeOf(now) : ''
  }
  tellTotal(total ?? 1)
  const feeRow = element('dd', {})
  const showFee = (): void => {
    const { fee } = choice
    feeRow.replaceChildren(
      ...(fee ? [apart(fee.likely), ' ', element('small', {}, say(messages.atMost, { most: fee.most }))] : []),
    )
  }
  const pick = (next: Choice): void => {
    choice = next
    showFee()
    if (approve) setText(approve, unbroken(next.label))
    changed()
  }
  showFee()

  const controls = element('div', { class: 'foot foot--lined' })
  const rows = facts.isDanger || blocked ? [cancel, approve] : [approve, cancel]
  controls.append(...rows.filter((each) => each !== null), status)
  // Not where it was the last time: a click that was prepared for a place misses it.
  controls.style.paddingBlockStart = `${16 + Math.floor(jitter() * 14)}px`

  const root = element(
    'div',
    { class: 'approve' },
    element(
      'div',
      { class: 'approve__scroll', tabindex: 0, role: 'group', 'aria-label': host },
      body(
        asker(host, facts, total === undefined ? null : place),
        blocked && !isBlockTold ? notice('danger', 'stop', explain(new AppError(blocked))) : null,
        ...facts.notices.map(({ tone, title, text }) => notice(tone, tone === 'danger' ? 'stop' : 'warn', title, text)),
        changesOf(facts),
        facts.message !== null && element('p', { class: 'message', dir: 'auto' }, facts.message),
        treeOf(facts),
        stepsOf(facts),
        factsOf(facts, choice.fee && !blocked ? feeRow : null),
        choices.length > 1 && !blocked && feePicker(choices, choice, pick),
        facts.raw !== '' && fold(facts.raw),
      ),
    ),
    controls,
  )
  on(root, {
    keydown: (event) => {
      if (event.key === 'Escape' && !event.repeat) reject()
    },
  })
  return {
    root,
    approve,
    picked: () => choice,
    tellTotal,
    arm: (isArmed) => {
      if (!approve) return
      approve.setAttribute('aria-disabled', String(!isArmed))
      approve.classList.toggle('button--arming', !isArmed)
      status.textContent = isArmed ? messages.armed : messages.arming
    },
    setWorking: () => {
      for (const each of [approve, cancel]) if (each) setDisabled(each, true)
      status.textContent = messages.working
      approve?.prepend(element('span', { class: 'spinner spinner--small', 'aria-hidden': 'true' }))
    },
    offerWindow: (open) => {
      if (!controls.querySelector('.approve__window')) {
        const made = button(messages.windowInstead, open, 'quiet', 'open')
        made.classList.add('approve__window')
        controls.append(made)
      }
    },
  }
}

/** A line may end after the dots of a shortened address, and half of one is none. */
const unbroken = (label: string): string => label.replaceAll('…', '…\u2060')

const approveButton = (label: string, isDanger: boolean): HTMLButtonElement =>
  element(
    'button',
    {
      type: 'button',
      class: `button approve__button button--arming ${isDanger ? 'button--quiet-danger' : 'button--primary'}`,
      'aria-disabled': 'true',
    },
    label,
  )

/** A value, whichever way its words or numbers run, among words that may run the other way. */
const apart = (value: string): HTMLElement => element('bdi', {}, value)

/** How many wait stands beside the name, in a place as wide as it ever gets: one more moves nothing under the pointer. */
const asker = (host: string, { asks }: Facts, place: HTMLElement | null): HTMLElement =>
  element(
    'div',
    { class: 'asker' },
    element('span', { class: 'tile tile--44 tile--plain' }, icon('shield')),
    element(
      'div',
      { class: 'row__main' },
      element('div', { class: 'asker__name' }, element('h2', { class: 'strong', tabindex: -1 }, apart(host)), place),
      element('span', { class: 'row__sub row__sub--wrap' }, say(messages.asksYouTo, { what: asks })),
    ),
  )

const changesOf = ({ changes, changesTitle }: Facts): HTMLElement | null =>
  changes.length === 0
    ? null
    : element(
        'div',
        {},
        element('h3', { class: 'section-title' }, changesTitle),
        ...changes.map(({ direction, name, amount, note }) =>
          element(
            'div',
            { class: `change change--${direction}` },
            element('span', { class: 'change__name' }, apart(name)),
            element('span', { class: 'change__amount' }, apart(amount), note !== '' && element('small', {}, note)),
          ),
        ),
      )

const factsOf = ({ rows }: Facts, fee: HTMLElement | null): HTMLElement | null =>
  rows.length === 0 && !fee
    ? null
    : element(
        'dl',
        { class: 'facts facts--well facts--small' },
        ...rows.map(({ label, value, isAddress }) =>
          element(
            'div',
            {},
            element('dt', {}, apart(label)),
            element('dd', {}, isAddress ? address(value) : apart(value)),
          ),
        ),
        fee && element('div', {}, element('dt', {}, messages.rows.fee), fee),
      )

/** The whole of it in groups of four, its ends emphasised, since look-alikes share their ends. */
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

const treeOf = ({ tree }: Facts): HTMLElement | null =>
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
              element('dt', {}, apart(label)),
              value !== null && element('dd', {}, apart(value)),
            ),
          ),
        ),
      )

/** As deep as a narrow card has room for. */
const deepest = 4
/** What is part of something begins further in, and its value still stands under the others. */
const inset = (depth: number, row: HTMLElement): HTMLElement => {
  row.style.setProperty('--depth', String(Math.min(depth, deepest)))
  return row
}

const stepsOf = ({ steps }: Facts): HTMLElement | null =>
  steps.length === 0
    ? null
    : element('ol', { class: 'approve__steps' }, ...steps.map((step) => element('li', {}, step)))

const feePicker = (choices: readonly Choice[], preset: Choice, pick: (choice: Choice) => void): HTMLElement =>
  element(
    'fieldset',
    { class: 'approve__fees' },
    element('legend', { class: 'hidden' }, messages.rows.fee),
    ...choices.map((choice) =>
      element(
        'label',
        {},
        on(element('input', { type: 'radio', name: 'fee', value: choice.id, checked: choice === preset }), {
          change: () => pick(choice),
        }),
        choice.name,
      ),
    ),
  )

const fold = (raw: string): HTMLElement =>
  element(
    'details',
    { class: 'fold' },
    element('summary', {}, icon('doc'), messages.raw),
    element('pre', { class: 'report', dir: 'ltr' }, raw),
  )

export const windowFoot = (...children: (HTMLElement | null)[]): HTMLElement => {
  const made = foot(...children)
  made.classList.add('foot--lined')
  return made
}
