import {
  type ErrorPanelTexts,
  type HookedScript,
  heightKey,
  type NoticesHook,
  type OutageCause,
  restoreHintKey,
  type ShowErrorPanel,
} from '../hook.ts'

/** Passes the error panel in this language to the bridge, which loaded the script. */
export const provideErrorPanel = (texts: ErrorPanelTexts): void => {
  const script = globalThis.document?.currentScript as HookedScript<NoticesHook, ShowErrorPanel> | null | undefined
  if (!script?.appkit) return
  const [hook, ready] = script.appkit
  ready(createErrorPanel(hook, texts))
}

/** Replaces the loader's error, which is one sentence, by a panel in the language of the page. */
export const createErrorPanel = (
  [state, card, frameOrigin]: NoticesHook,
  { lang, dir, retry: retryText, openWindow, close: closeText, panels }: ErrorPanelTexts,
): ShowErrorPanel => {
  const root = card.shadowRoot as ShadowRoot
  const sheet = new CSSStyleSheet()
  root.adoptedStyleSheets.push(sheet)
  const sizeCss = createSizeCss()
  sheet.replaceSync(sizeCss)

  return (cause) => {
    const [retry, close] = root.querySelectorAll('button')
    // While the modal is closed, and after the visitor has pressed Retry, the loader shows no error.
    if (!state.open || !retry || !close) return
    sheet.replaceSync(panelCss + sizeCss)
    Object.assign(card, { lang, dir, role: 'main' })
    retry.textContent = retryText
    close.ariaLabel = closeText
    if (cause === 'framed') Object.assign(retry, { textContent: openWindow, onclick: () => open(location.href) })
    if (cause === 'offline') addEventListener('online', () => retry.isConnected && retry.click(), { once: true })
    root.replaceChildren(
      ...paragraphs(panels[cause], frameOrigin),
      // The visitor can't repair the settings of a site.
      ...(cause === 'setup' ? [] : [retry]),
      close,
    )
  }
}

const paragraphs = (texts: ErrorPanelTexts['panels'][OutageCause], frameOrigin: string): HTMLElement[] =>
  texts.map((text, index) =>
    Object.assign(document.createElement(index ? 'p' : 'h1'), {
      textContent: text.replace('{site}', location.host).replace('{modal}', new URL(frameOrigin).host),
    }),
  )

/**
 * Gives the loader's card the place and the height of the modal's card that follows it, with the limits of
 * `Card.module.css` of the frame. On a phone it stands at the bottom of the screen.
 */
const createSizeCss = (): string => {
  const height = readHeight()
  // The first view without a connection: `core/modal.ts` and `Card.module.css` have the same heights, and `tokens.css`
  // and `Frame.module.css` those of a row.
  const css = (usual: number, row: number, limit: string) =>
    `height:min(${height || usual + row * countFurtherRows()}px,${limit})`
  return `:host{box-sizing:border-box!important;margin:auto!important;padding:20px!important;${css(554, 52, '100% - 64px')}}@media(width<=430px){:host{width:auto;inset:auto 0 0;${css(582, 56, '92%')}}}@media(height<25rem){:host{${css(554, 52, '100% - 16px')}}}`
}

/**
 * The rows that the page's wallets add to the first view: four wallets take the places of recommended ones, and the
 * frame has places for six.
 */
const countFurtherRows = (): number => {
  const frame = document.querySelector<HTMLIFrameElement>('[data-appkit]>iframe')
  const count = Number.parseInt(`${frame?.src}`.split('rows=')[1] as string, 10)
  return count > 4 ? Math.min(count - 4, 2) : 0
}

/** The height of the modal's first view at the last visit, if the visitor is still connected. */
const readHeight = (): number => {
  try {
    return localStorage[restoreHintKey] && Number(localStorage[heightKey])
  } catch {
    return 0
  }
}
const panelCss =
  ':host{overflow:auto;display:grid;align-content:safe center;justify-items:center}:host p,:host h1{font:15px system-ui;padding:0;margin:12px;overflow-wrap:anywhere}:host h1{font-weight:600;margin:0 40px}:host p+button{font:15px system-ui;border-radius:12px;padding:14px 20px;background:#8882}:host(:dir(rtl)) :last-child{inset:0 auto auto 0}'
