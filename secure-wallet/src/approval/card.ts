import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { embeddedWalletErrors } from '@appkit-frame/loader/protocol/errors/walletErrors.ts'
import { errorText } from '../languages/errorText.ts'
import { element, on } from '../ui/element.ts'
import { icon } from '../ui/icon.ts'
import { button, notice, panelBody, panelFoot, setButtonStyle, setDisabled, setText } from '../ui/parts.ts'
import {
  dataTree,
  deedHeading,
  details,
  estimateAge,
  factList,
  isolateDirection,
  limitDependentParts,
  siteHeading,
} from './cardParts.ts'
import { formatText } from './formatText.ts'
import type { IgnoredReason } from './gates.ts'
import { messages } from './messages.ts'
import { feePicker, limitPicker } from './pickers.ts'
import type { ApprovalChoice, FrozenProposal } from './proposal.ts'
import { waitingRequestLimit } from './queueLimit.ts'
import type { ShowWorth } from './showWorth.ts'
import './approve.css'

type Card = {
  root: HTMLElement
  /**
   * The approve button. The card itself adds no listener to this button: only `watchApproval` approves. Null if the
   * proposal is blocked.
   */
  approve: HTMLButtonElement | null
  /** The choice that a click would sign. */
  picked(): ApprovalChoice
  arm(isArmed: boolean): void
  /** Says why a press did not count. */
  nudge(reason: IgnoredReason): void
  setWorking(): void
  offerWindow(open: () => void): void
  /** Shows how many requests wait, the current one included. */
  showTotal(total: number): void
  /** Shows the time of a newer estimate that has the same effects. */
  showEstimate(madeAt: number): void
}
/** A wallet window shows a single request, so its card has neither a position in the queue nor a total. */
type Options = {
  position?: number
  total?: number
  /** A passkey confirms the click. */
  withPasskey?: boolean
  /** The visitor closed the passkey prompt of the card that this one replaces. */
  isPasskeyClosed?: boolean
  /** Without it the card shows no value in money. */
  showWorth?: ShowWorth
  reject(): void
  changed(): void
  jitter(): number
}

/**
 * A card for one frozen proposal. Text from outside enters only as text nodes, and the parts keep their order for every
 * request.
 */
export const renderCard = (
  { proposal }: FrozenProposal,
  { position = 1, total, withPasskey = false, isPasskeyClosed = false, showWorth, reject, changed, jitter }: Options,
): Card => {
  const { site, kind, facts, limits = [], choices, blocked, isBlockExplained = false, estimatedAt } = proposal
  let choice = choices.find(({ isPreset }) => isPreset) ?? (choices[0] as ApprovalChoice)
  const approveLabel = (): string => (isPasskeyClosed ? messages.passkeyClosed.again : unbroken(choice.label))
  const approve = blocked ? null : approveButton(approveLabel(), withPasskey)
  const cancel = button(blocked ? messages.close : messages.cancel, reject)
  const queuePosition = positionTag(position, total ?? 1)
  const [feeRow, feeNote] = [element('dd', {}), element('span', { class: 'fold__end' })]
  // The wallet cannot say what such a request does, so the card folds nothing.
  const isUnreadable = kind === 'unknown'
  const parts = limitDependentParts(isUnreadable, showWorth)
  const estimate = estimateAge()
  const isEstimated = estimatedAt !== undefined && !blocked
  if (isEstimated) estimate.show(estimatedAt)
  const showFee = (): void => {
    const { fee } = choice
    feeNote.replaceChildren(...(fee ? [formatText(messages.feeAbout, { fee: fee.likely })] : []))
    feeRow.replaceChildren(
      ...(fee
        ? [isolateDirection(fee.likely), ' ', element('small', {}, formatText(messages.atMost, { most: fee.most }))]
        : []),
    )
  }
  const showLimited = (): void => {
    const limited = limits.find(({ id }) => id === choice.limitId)?.facts ?? facts
    parts.show(limited)
    if (approve) setButtonStyle(approve, limited.isDanger ? 'quiet-danger' : 'primary')
    setButtonStyle(cancel, limited.isDanger || blocked ? 'primary' : 'quiet')
  }
  const pick = (limitId: string | undefined, name: string): void => {
    const before = choice
    choice = choices.find((each) => each.limitId === limitId && each.name === name) ?? choice
    showFee()
    // Redraw warnings only for another limit: they do not depend on the fee, and a screen reader reads redrawn text
    // again.
    if (choice.limitId !== before.limitId) showLimited()
    if (approve) setText(approve, approveLabel())
    changed()
  }
  const fees = choices.filter(({ limitId }) => limitId === choice.limitId)
  showFee()
  showLimited()
  const hasFee = choice.fee !== null && !blocked
  const isFolded = ({ isDetail }: (typeof facts.rows)[number]): boolean => isDetail === true && !isUnreadable
  const message = facts.message === null ? null : element('p', { class: 'message', dir: 'auto' }, facts.message)
  const isMessageFolded = facts.isMessageDetail === true
  const host = new URL(facts.host).host
  const detailed = [
    isMessageFolded && message,
    factList(facts.rows.filter(isFolded), hasFee ? feeRow : null),
    fees.length > 1 && !blocked && feePicker(fees, choice, (name) => pick(choice.limitId, name)),
    facts.raw !== '' && parts.raw,
  ]
  const content = panelBody(
    siteHeading(host, site, total === undefined ? null : queuePosition.root),
    deedHeading(facts),
    blocked && !isBlockExplained
      ? notice('danger', 'stop', errorText(new AppError(embeddedWalletErrors[blocked])))
      : null,
    parts.notices,
    parts.changes,
    isEstimated && estimate.root,
    limits.length > 1 && !blocked && limitPicker(limits, choice.limitId, (id) => pick(id, choice.name)),
    !isMessageFolded && message,
    dataTree(facts),
    parts.steps,
    factList(facts.rows.filter((row) => !isFolded(row))),
    ...(isUnreadable ? detailed : [details(hasFee ? feeNote : null, ...detailed)]),
    isPasskeyClosed && notice('info', 'info', messages.passkeyClosed.title, messages.passkeyClosed.text),
  )
  // The first limit decides the order of the buttons. The order stays if the visitor picks another limit, so that no
  // button moves under the pointer.
  const buttons = facts.isDanger || blocked ? [cancel, approve] : [approve, cancel]
  const foot = cardFoot(buttons, jitter)
  const root = cardRoot(host, content, foot.root, reject)
  return {
    root,
    approve,
    picked: () => choice,
    showTotal: queuePosition.show,
    showEstimate: estimate.show,
    arm: (isArmed) => {
      if (!approve) return
      approve.setAttribute('aria-disabled', String(!isArmed))
      foot.announce(isArmed ? messages.armed : messages.arming)
    },
    nudge: foot.nudge,
    setWorking: () => {
      for (const each of [approve, cancel]) if (each) setDisabled(each, true)
      // Disable the pickers, because the card must keep showing what the wallet signs.
      for (const picker of root.querySelectorAll('fieldset')) picker.disabled = true
      foot.announce(messages.working)
      approve?.prepend(element('span', { class: 'spinner spinner--small', 'aria-hidden': 'true' }))
    },
    offerWindow: foot.offerWindow,
  }
}

const positionTag = (position: number, total: number) => {
  const textFor = (count: number): string => formatText(messages.position, { position, total: count })
  const root = element('span', {
    class: 'tag approve__position',
    'aria-live': 'polite',
    'data-widest': textFor(waitingRequestLimit),
  })
  const show = (count: number): void => {
    root.textContent = count > 1 ? textFor(count) : ''
  }
  show(total)
  return { root, show }
}

const cardFoot = (buttons: readonly (HTMLElement | null)[], jitter: () => number) => {
  const status = element('p', { class: 'hidden', role: 'status' })
  const hint = element('p', { class: 'hint hint--centre', role: 'status' })
  const root = approvalFoot(hint, ...buttons, status)
  // The padding above the approve button is random, so that an attacker cannot predict the button's exact position.
  root.style.paddingBlockStart = `${16 + Math.floor(jitter() * 14)}px`
  return {
    root,
    announce: (text: string): void => {
      status.textContent = text
    },
    nudge: (reason: IgnoredReason): void => {
      const text = messages.nudge[reason]
      if (hint.textContent !== text) hint.replaceChildren(icon('clock'), element('span', {}, text))
    },
    offerWindow: (open: () => void): void => {
      if (root.querySelector('.approve__window')) return
      const made = button(messages.windowInstead, open, 'quiet', 'open')
      made.classList.add('approve__window')
      root.append(made)
    },
  }
}

const cardRoot = (host: string, content: HTMLElement, foot: HTMLElement, reject: () => void): HTMLElement => {
  const scroll = element('div', { class: 'approve__scroll', tabindex: 0, role: 'group', 'aria-label': host }, content)
  return on(element('div', { class: 'approve' }, scroll, foot), {
    keydown: (event) => {
      if (event.key === 'Escape' && !event.repeat) reject()
    },
  })
}

/** Prevents a line break after the dots of a shortened address. */
const unbroken = (label: string): string => label.replaceAll('…', '…\u2060')

const approveButton = (label: string, withPasskey: boolean): HTMLButtonElement =>
  element(
    'button',
    {
      type: 'button',
      class: 'button approve__button',
      'aria-disabled': 'true',
    },
    withPasskey && icon('passkey'),
    label,
  )

export const approvalFoot = (...children: (HTMLElement | null)[]): HTMLElement => {
  const made = panelFoot(...children)
  made.classList.add('foot--lined')
  return made
}
