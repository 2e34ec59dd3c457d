import type { SecureRpcRequest, SecureView } from '@appkit-frame/loader/protocol/api/secureApi.ts'
import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import type { ErrorCode } from '@appkit-frame/loader/protocol/errors/errorCodes.ts'
import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'
import { isUnknownSignature } from '@appkit-frame/loader/protocol/rpc/methods.ts'
import { element, on } from '../ui/element.ts'
import { button, panelBody, panelFoot, panelIntro, sentenceWithValues } from '../ui/parts.ts'
import { createOwnPanels, type PanelSurface, showText } from '../ui/surface.ts'
import { messages } from './messages.ts'

type Options = {
  surface: PanelSurface & { shown(): SecureView | null }
  /** Origin of the host page, as the browser attested it. */
  host: string
}
type Reason = keyof typeof messages.refused.leads
/** `values`: for the placeholders of the reason's text. They come from the wallet's own tables, or are cleaned. */
type Refusal = { reason: Reason; method: string; values: { readonly [name: string]: string } }

/**
 * Shows the visitor a signature that the wallet refused without asking. The site gets its error without waiting for the
 * visitor. A panel in use stays, and so do the cards that wait.
 */
export const createRefusalNotices = ({ surface, host }: Options) => {
  const panels = createOwnPanels(surface)
  const show = (refusal: Refusal): void => {
    const draw = () => refusedPanel(new URL(host).host, refusal, panels.hide)
    if (surface.shown() === null || panels.isShown()) void showText(panels, 'approve', draw).catch(() => undefined)
  }
  return {
    close: panels.hide,
    /** Returns the wallet's answer unchanged, and shows the visitor a request that a rule refused. */
    watch: async (request: SecureRpcRequest, answer: Promise<unknown>): Promise<unknown> => {
      try {
        return await answer
      } catch (thrown) {
        const reason = thrown instanceof AppError ? reasonOf(request, thrown.code) : null
        if (reason) show({ reason, method: request.method, values: valuesOf(thrown) })
        throw thrown
      }
    },
  }
}

/**
 * Returns why the wallet refused a request, if the visitor should know. Returns null for a malformed request, another
 * network and a method without a row, because the visitor cannot act on a site's mistake.
 */
const reasonOf = ({ method }: SecureRpcRequest, code: ErrorCode): Reason | null => {
  if (code === 'METHOD_NOT_ALLOWED') return isUnknownSignature(method) ? code : null
  return Object.hasOwn(messages.refused.leads, code) ? (code as Reason) : null
}

const valuesOf = (thrown: unknown): Refusal['values'] =>
  thrown instanceof AppError
    ? Object.fromEntries(Object.entries(thrown.values).map(([name, value]) => [name, cleanText(String(value))]))
    : {}

/** The method name comes from the site, so it is shown only if it cannot be a sentence. */
const name = /^\w{1,64}$/

const refusedPanel = (site: string, { reason, method, values }: Refusal, close: () => void): HTMLElement => {
  const text = messages.refused
  const root = element(
    'div',
    { class: 'refused' },
    panelBody(
      panelIntro({
        picture: 'shield',
        tone: 'danger',
        title: text.title,
        lead: sentenceWithValues(text.leads[reason], { ...values, site }),
      }),
      name.test(method) &&
        element(
          'dl',
          { class: 'facts facts--well facts--small' },
          element(
            'div',
            {},
            element('dt', {}, text.method),
            element('dd', {}, element('bdi', { class: 'mono', dir: 'ltr' }, method)),
          ),
        ),
    ),
    panelFoot(button(messages.close, close, 'primary')),
  )
  return on(root, {
    keydown: (event) => {
      if (event.key === 'Escape' && !event.repeat) close()
    },
  })
}
