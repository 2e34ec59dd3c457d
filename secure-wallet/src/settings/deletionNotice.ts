import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { errorText } from '../languages/errorText.ts'
import { showPanelUntilDone } from '../login/panelUntil.ts'
import type { Session } from '../session/session.ts'
import { element } from '../ui/element.ts'
import { button, errorLine, panelBody, panelFoot, panelIntro, setDisabled } from '../ui/parts.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import type { PanelTask } from '../wallet/panelTasks.ts'
import { dateText } from './texts.ts'
import { messages } from './unlockMethodMessages.ts'

type Parts = { session: Session; surface: PanelSurface }

/**
 * Tells the visitor of a pending account deletion, once in each document, because someone else may have started the
 * deletion.
 */
export const createDeletionNotice = ({ session, surface }: Parts): PanelTask => {
  let isShown = false
  return async (signal) => {
    const { deleteAt } = session.facts() ?? {}
    if (isShown || deleteAt === undefined) return
    isShown = true
    await showPanelUntilDone<void>(signal, (resolve, reject) => {
      const draw = () => noticePanel({ deleteAt, keep: () => cancelDeletion(session).then(resolve), goOn: resolve })
      showText(surface, 'settings', draw).catch(reject)
      return () => undefined
    })
  }
}

export const cancelDeletion = async (session: Session): Promise<void> => {
  await session.ask({ method: 'DELETE', path: 'account/deletion' })
  await session.refresh()
}

type Options = { deleteAt: number; keep(): Promise<void>; goOn(): void }

const noticePanel = ({ deleteAt, keep, goOn }: Options): HTMLElement => {
  const { deletion: text } = messages
  const problem = errorLine('hint--centre')
  const stop = async (pressed: HTMLElement): Promise<void> => {
    setDisabled(pressed, true)
    problem.setText('')
    try {
      await keep()
    } catch (thrown) {
      problem.setText(errorText(thrown))
      setDisabled(pressed, false)
    }
  }
  const title = fillText(text.soonTitle, { date: dateText(deleteAt) })
  return element(
    'div',
    {},
    panelBody(panelIntro({ picture: 'warn', title, lead: text.soon }), problem.root),
    panelFoot(
      button(text.stop, (pressed) => void stop(pressed), 'primary'),
      button(text.goOn, goOn, 'quiet'),
    ),
  )
}
