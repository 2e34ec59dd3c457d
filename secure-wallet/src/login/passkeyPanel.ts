import type { SecureView } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { element } from '../ui/element.ts'
import { button, panelBody, panelFoot, panelIntro, spinner } from '../ui/parts.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import { messages } from './messages.ts'
import { showPanelUntilDone } from './panelUntil.ts'

/**
 * Shows a panel while the browser asks for a passkey, because the browser's dialog is easy to miss and may stay for two
 * minutes. Leaving the panel closes the browser's dialog and does not count as declined.
 */
export const withPasskeyPanel = <Result>(
  surface: PanelSurface,
  view: SecureView,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> =>
  showPanelUntilDone<Result>(signal, (resolve, reject) => {
    const ended = new AbortController()
    const back = (): void => reject(new AppError(commonErrors.USER_REJECTED))
    showText(surface, view, () => passkeyPanel(back)).catch(reject)
    ask(ended.signal).then(resolve, reject)
    return () => ended.abort()
  })

const passkeyPanel = (back: () => void): HTMLElement => {
  const { passkey: text } = messages
  return element(
    'div',
    {},
    panelBody(
      panelIntro({ picture: 'passkey', title: text.title, lead: text.lead }),
      element('p', { class: 'legal', role: 'status' }, spinner(), ` ${text.waiting}`),
    ),
    panelFoot(button(text.back, back, 'quiet')),
  )
}

/**
 * Asks the visitor to use a new passkey once, where its PRF output did not come with its creation. The browser's second
 * dialog comes only after a press.
 */
export const askOnceMore = async <Result>(
  surface: PanelSurface,
  view: SecureView,
  signal: AbortSignal,
  ask: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  await showPanelUntilDone<void>(signal, (resolve, reject) => {
    const draw = () => {
      const { once: text, back } = messages.passkey
      return element(
        'div',
        {},
        panelBody(panelIntro({ picture: 'passkey', title: text.title, lead: text.lead })),
        panelFoot(
          button(text.go, () => resolve(), 'primary', 'passkey'),
          button(back, () => reject(new AppError(commonErrors.USER_REJECTED)), 'quiet'),
        ),
      )
    }
    showText(surface, view, draw).catch(reject)
    return () => undefined
  })
  return withPasskeyPanel(surface, view, signal, ask)
}
