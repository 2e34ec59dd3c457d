import { watchApproval } from '../approval/watch.ts'
import type { GuardPress } from '../settings/confirmInPanel.ts'
import { element } from '../ui/element.ts'
import { notice, setDisabled } from '../ui/parts.ts'
import { messages } from './enrolMessages.ts'
import type { enrolPanel } from './enrolPanel.ts'

/**
 * The smallest window, in CSS pixels, in which the button works. In a smaller window, parts of the panel could lie
 * outside.
 */
const smallest = { width: 360, height: 480 }

/**
 * Protects a panel's button by the approval gates of a window (SECURITY-MODEL.md 3.8). A press counts only if it began
 * after the panel was visible for the delay.
 */
export const guardPressInWindow: GuardPress = ({ root, button, isFilled = () => true }, signal, pressed) => {
  const problem = element('div', { role: 'status' })
  root.querySelector('.foot')?.before(problem)
  let isArmed = false
  const update = (): void => setDisabled(button, !isArmed || !isFilled())
  root.addEventListener('input', update, { signal })
  update()
  const { painted } = watchApproval({
    card: root,
    button,
    surface: { presentation: 'window', detectsCover: false },
    scale: devicePixelRatio,
    signal,
    armed: (isReady) => {
      isArmed = isReady
      update()
    },
    approved: () => {
      if (!isFilled()) return
      if (innerWidth < smallest.width || innerHeight < smallest.height)
        return problem.replaceChildren(notice('warn', 'warn', messages.tooSmall))
      problem.replaceChildren()
      pressed()
    },
  })
  requestAnimationFrame(() => requestAnimationFrame(painted))
}

/** Protects the button of the enrolment panel. A press without the number asks for it. */
export const confirmEnrolmentByGates = (
  { root, enable, isFilled }: ReturnType<typeof enrolPanel>,
  approved: () => void,
): void => {
  const ended = new AbortController()
  guardPressInWindow({ root, button: enable }, ended.signal, () => {
    if (!isFilled()) return
    ended.abort()
    approved()
  })
}
