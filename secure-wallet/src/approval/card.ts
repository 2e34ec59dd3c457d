import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { embeddedErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { errorText } from '../languages/errorText.ts'
import { element, on } from '../ui/element.ts'
import { body, button, foot, notice, setDisabled, setKind, setText } from '../ui/parts.ts'
import { apart, asker, factsOf, limitedParts, treeOf } from './cardParts.ts'
import { formatText } from './formatText.ts'
import { messages } from './messages.ts'
import { feePicker, limitPicker } from './pickers.ts'
import type { Choice, Frozen } from './proposal.ts'
import { queueLimit } from './queueLimit.ts'
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
  const { facts, limits = [], choices, blocked, isBlockTold = false } = proposal
  let choice = choices.find(({ isPreset }) => isPreset) ?? (choices[0] as Choice)
  const host = new URL(facts.host).host
  const approve = blocked ? null : approveButton(unbroken(choice.label))
  const cancel = button(blocked ? messages.close : messages.cancel, reject)
  const status = element('p', { class: 'hidden', role: 'status' })
  const placeOf = (of: number): string => formatText(messages.position, { position, total: of })
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
      ...(fee ? [apart(fee.likely), ' ', element('small', {}, formatText(messages.atMost, { most: fee.most }))] : []),
    )
  }
  const parts = limitedParts()
  const showLimited = (): void => {
    const limited = limits.find(({ id }) => id === choice.limitId)?.facts ?? facts
    parts.show(limited)
    if (approve) setKind(approve, limited.isDanger ? 'quiet-danger' : 'primary')
    setKind(cancel, limited.isDanger || blocked ? 'primary' : 'quiet')
  }
  const pick = (limitId: string | undefined, name: string): void => {
    const before = choice
    choice = choices.find((each) => each.limitId === limitId && each.name === name) ?? choice
    showFee()
    // Its warnings are read aloud as they come, which another fee is no reason for.
    if (choice.limitId !== before.limitId) showLimited()
    if (approve) setText(approve, unbroken(choice.label))
    changed()
  }
  const fees = choices.filter(({ limitId }) => limitId === choice.limitId)
  showFee()
  showLimited()

  const controls = element('div', { class: 'foot foot--lined' })
  // In the order that goes with the first limit, also when another one is picked: nothing comes under the pointer.
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
        blocked && !isBlockTold ? notice('danger', 'stop', errorText(new AppError(embeddedErrors[blocked]))) : null,
        parts.notices,
        parts.changes,
        limits.length > 1 && !blocked && limitPicker(limits, choice.limitId, (id) => pick(id, choice.name)),
        facts.message !== null && element('p', { class: 'message', dir: 'auto' }, facts.message),
        treeOf(facts),
        parts.steps,
        factsOf(facts, choice.fee && !blocked ? feeRow : null),
        fees.length > 1 && !blocked && feePicker(fees, choice, (name) => pick(choice.limitId, name)),
        facts.raw !== '' && parts.raw,
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
      // What is being signed stays what the card says.
      for (const picker of root.querySelectorAll('fieldset')) picker.disabled = true
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

const approveButton = (label: string): HTMLButtonElement =>
  element(
    'button',
    {
      type: 'button',
      class: 'button approve__button button--arming',
      'aria-disabled': 'true',
    },
    label,
  )

export const windowFoot = (...children: (HTMLElement | null)[]): HTMLElement => {
  const made = foot(...children)
  made.classList.add('foot--lined')
  return made
}
