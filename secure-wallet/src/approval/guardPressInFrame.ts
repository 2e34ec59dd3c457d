import type { GuardPress } from '../settings/confirmInPanel.ts'
import { setDisabled } from '../ui/parts.ts'
import { canDetectCover, watchApproval } from './watch.ts'

/**
 * Makes the button of a panel in the secure frame work, but only for a press that passes the approval gates of a card
 * (SECURITY-MODEL.md 3.8). `scale`: `devicePixelRatio` at the start of the document. So a page that hides the frame, or moves it under the pointer, gets no press.
 */
export const createPressGuard =
  (scale: number): GuardPress =>
  ({ root, button }, signal, pressed) => {
    const { painted } = watchApproval({
      card: root,
      button,
      surface: { presentation: 'inline', detectsCover: canDetectCover() },
      scale,
      signal,
      armed: (isArmed) => setDisabled(button, !isArmed),
      approved: pressed,
    })
    requestAnimationFrame(() => requestAnimationFrame(painted))
  }
