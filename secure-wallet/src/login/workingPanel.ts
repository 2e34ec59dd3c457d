import type { SecureView } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { errorText } from '../languages/errorText.ts'
import { element } from '../ui/element.ts'
import { button, notice, panelBody, panelFoot, panelIntro, spinner } from '../ui/parts.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import { messages } from './messages.ts'
import { showPanelUntilDone } from './panelUntil.ts'

export const workingPanel = (line: string): HTMLElement =>
  element(
    'div',
    { class: 'wait' },
    panelBody(
      panelIntro({ picture: 'lock', title: messages.working.title }),
      element('p', { class: 'legal', role: 'status' }, spinner(), ` ${line}`),
    ),
  )

type Failure = { surface: PanelSurface; view: SecureView; thrown: unknown; signal: AbortSignal }

/** Explains a failure. Resolves if the visitor wants to try again, and rejects with USER_REJECTED if not. */
export const showFailure = ({ surface, view, thrown, signal }: Failure): Promise<void> =>
  showPanelUntilDone<void>(signal, (resolve, reject) => {
    const draw = () => failurePanel(thrown, resolve, () => reject(new AppError(commonErrors.USER_REJECTED)))
    showText(surface, view, draw).catch(reject)
    return () => undefined
  })

/** Explains a failure and offers to try again. */
export const failurePanel = (thrown: unknown, again: () => void, leave: () => void): HTMLElement => {
  const { working: text } = messages
  return element(
    'div',
    {},
    panelBody(notice('danger', 'warn', text.failedTitle, errorText(thrown))),
    panelFoot(button(text.again, again, 'primary'), button(text.notNow, leave, 'quiet')),
  )
}
