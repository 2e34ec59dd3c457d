import type { BridgeHook, ErrorPanelTexts } from '../hook.ts'
import { noticeFiles } from '../origins.ts'

/** Replaces the loader's error, which is one sentence, by a title and a detail in the language of the page. */
export const createErrorPanel = ([, state, , , options, , , card, , , , , load]: BridgeHook) => {
  const root = card.shadowRoot as ShadowRoot
  const sheet = new CSSStyleSheet()
  let notices: ErrorPanelTexts | undefined
  const [language] = `${options.locale || document.documentElement.lang}`.toLowerCase().split('-')
  const files = noticeFiles.split(' ')
  const index = files.indexOf(`${language}`)
  if (language && index >= 0)
    load(`${files[index + 1]}`, `${files[index + 2]}`, {}).then(
      (loaded) => {
        notices = loaded
      },
      // If the texts of the page's language don't load, the panel stays English.
      () => {},
    )
  const translate = (text: string): string => notices?.texts[text as keyof ErrorPanelTexts['texts']] ?? text

  /** Shows the panel. `before` and `after` are values that are not translated, such as an origin. */
  return (title: string, [before, detail, after]: PanelDetail): void => {
    const [retry, close] = root.querySelectorAll('button')
    // While the modal is closed, the loader shows no error that this panel could complete.
    if (!state.open || !retry || !close) return
    sheet.replaceSync(css)
    if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet)
    const { lang, dir } = notices ?? { lang: 'en', dir: 'ltr' }
    Object.assign(card, { lang, dir })
    retry.textContent = translate('Retry')
    close.ariaLabel = translate('Close')
    root.replaceChildren(paragraph(translate(title)), paragraph(before + translate(detail) + after), retry, close)
  }
}

export type PanelDetail = readonly [before: string, text: string, after: string]

const paragraph = (textContent: string): HTMLElement => Object.assign(document.createElement('p'), { textContent })

const css =
  ':host{height:fit-content}:host p{font:15px system-ui;padding:0;margin:12px;overflow-wrap:anywhere}:host p:first-child{font-weight:600;margin:28px 40px 0}:host p+button{font:15px system-ui;border-radius:12px;padding:14px 20px;background:#8882}:host(:dir(rtl)) :last-child{inset:0 auto auto 0}'
