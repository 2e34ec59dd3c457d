import { watchApproval } from '../approval/watch.ts'
import { notice, setDisabled } from '../ui/parts.ts'
import { messages } from './enrolMessages.ts'
import type { enrolPanel } from './enrolPanel.ts'

/**
 * The smallest window, in CSS pixels, in which the button works. In a smaller window, parts of the panel could lie
 * outside.
 */
const smallest = { width: 360, height: 480 }

/**
 * Protects the button of the enrolment panel by the approval gates of a window (SECURITY-MODEL.md 3.8). A press counts
 * only if it began after the panel was visible for the delay.
 */
export const confirmEnrolmentByGates = (
  { root, enable, problem, isFilled }: ReturnType<typeof enrolPanel>,
  approved: () => void,
): void => {
  const ended = new AbortController()
  setDisabled(enable, true)
  const { painted } = watchApproval({
    card: root,
    button: enable,
    surface: { presentation: 'window', detectsCover: false },
    scale: devicePixelRatio,
    signal: ended.signal,
    armed: (isArmed) => setDisabled(enable, !isArmed),
    approved: () => {
      if (innerWidth < smallest.width || innerHeight < smallest.height)
        problem.replaceChildren(notice('warn', 'warn', messages.tooSmall))
      else if (isFilled()) {
        ended.abort()
        approved()
      }
    },
  })
  requestAnimationFrame(() => requestAnimationFrame(painted))
}
