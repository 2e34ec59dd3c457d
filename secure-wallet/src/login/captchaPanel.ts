import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { commonErrors } from '@appkit-frame/loader/protocol/errors/commonErrors.ts'
import { element } from '../ui/element.ts'
import { button, notice, panelBody, panelFoot, panelIntro } from '../ui/parts.ts'
import { type PanelSurface, showText } from '../ui/surface.ts'
import { messages } from './messages.ts'
import { showPanelUntilDone } from './panelUntil.ts'

const longestResponse = 8_192

type Options = {
  surface: PanelSurface
  /** The operator's page with the CAPTCHA. It is on another origin, so no code of its provider runs in this document. */
  page: string
  /** Opens a window, and returns null if the browser blocked it. */
  open(url: string): unknown
  /** The window that hears the page's message. */
  scope: Pick<Window, 'addEventListener'> & { location: Pick<Location, 'origin'> }
}

/** Asks the visitor to solve the CAPTCHA in a window of the operator's page. Resolves with its response. */
export const askCaptcha = ({ surface, page, open, scope }: Options, signal: AbortSignal): Promise<string> =>
  showPanelUntilDone<string>(signal, (resolve, reject) => {
    const ended = new AbortController()
    const nonce = crypto.randomUUID()
    const url = `${page}#${new URLSearchParams({ nonce, origin: scope.location.origin })}`
    scope.addEventListener(
      'message',
      ({ origin, data }: MessageEvent) => {
        const response = readResponse(data, nonce)
        if (origin === new URL(page).origin && response !== null) resolve(response)
      },
      { signal: ended.signal },
    )
    const draw = (): HTMLElement => {
      const { captcha: text } = messages
      const leave = (): void => reject(new AppError(commonErrors.USER_REJECTED))
      const problem = element('div', { role: 'status' })
      const start = (): void => {
        problem.replaceChildren(...(open(url) ? [] : [notice('warn', 'warn', text.blocked)]))
      }
      const root = element(
        'div',
        {},
        panelBody(panelIntro({ picture: 'shield', title: text.title, lead: text.lead }), problem),
        panelFoot(button(text.open, start, 'primary', 'open'), button(messages.working.notNow, leave, 'quiet')),
      )
      return root
    }
    showText(surface, 'verifyCode', draw).catch(reject)
    return () => ended.abort()
  })

/**
 * Tells the visitor of a wallet window where to sign in. Windows that it opens cannot send it messages
 * (`Cross-Origin-Opener-Policy`), so the page with the CAPTCHA could not answer it. Rejects when the visitor leaves.
 */
export const explainCaptcha = ({ surface }: Pick<Options, 'surface'>, signal: AbortSignal): Promise<never> =>
  showPanelUntilDone<never>(signal, (_, reject) => {
    const leave = (): void => reject(new AppError(commonErrors.USER_REJECTED))
    const draw = (): HTMLElement =>
      element(
        'div',
        {},
        panelBody(panelIntro({ picture: 'shield', title: messages.captcha.title, lead: messages.captcha.windowLead })),
        panelFoot(button(messages.working.notNow, leave, 'quiet')),
      )
    showText(surface, 'verifyCode', draw).catch(reject)
    return () => undefined
  })

/** Null for a message of another page, of another try or of another form. */
const readResponse = (data: unknown, wanted: string): string | null => {
  const { captcha, nonce } = Object(data) as Record<string, unknown>
  const isResponse = typeof captcha === 'string' && captcha !== '' && captcha.length <= longestResponse
  return isResponse && nonce === wanted ? captcha : null
}
