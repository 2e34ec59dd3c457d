import { AppError } from 'loader/protocol/errors.ts'
import { element, on } from '../ui/element.ts'
import { body, button, foot, notice, setDisabled, setText } from '../ui/parts.ts'
import { explain } from '../ui/words.ts'
import { apart, asker, changesOf, factsOf, fold, stepsOf, treeOf } from './cardParts.ts'
import { messages } from './messages.ts'
import { feePicker } from './pickers.ts'
import type { Choice, Frozen } from './proposal.ts'
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

export const windowFoot = (...children: (HTMLElement | null)[]): HTMLElement => {
  const made = foot(...children)
  made.classList.add('foot--lined')
  return made
}
