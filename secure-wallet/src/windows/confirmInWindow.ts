import { watchApproval } from '../approval/watch.ts'
import { notice, setDisabled } from '../ui/parts.ts'
import { messages } from './enrolMessages.ts'
import type { enrolPanel } from './enrolPanel.ts'

/** In a smaller one something could lie outside of it. */
const smallest = { width: 360, height: 480 }

/** As an approval in a window: no press counts that began before the facts were in plain sight (security 3.8). */
export const confirmInWindow = (
  { root, enable, problem, isFilled }: ReturnType<typeof enrolPanel>,
  approved: () => void,
): void => {
  const ended = new AbortController()
  setDisabled(enable, true)
  const { painted } = watchApproval({
    card: root,
    button: enable,
    surface: { place: 'window', seesCover: false },
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
