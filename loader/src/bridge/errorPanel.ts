import type { BridgeHook, ErrorPanelTexts, OutageCause } from '../hook.ts'
import { frameOrigin, noticeFiles } from '../origins.ts'

/** Replaces the loader's error, which is one sentence, by a panel in the language of the page. */
export const createErrorPanel = ([, state, , , options, , , card, , , , , load]: BridgeHook) => {
  const root = card.shadowRoot as ShadowRoot
  const sheet = new CSSStyleSheet()
  root.adoptedStyleSheets.push(sheet)
  const [language] = `${options.locale || document.documentElement.lang}`.toLowerCase().split('-')
  const files = noticeFiles.split(' ')
  const [, file, integrity] = files.slice(files.indexOf(files.includes(`${language}`) ? `${language}` : 'en'))
  // Without the texts the loader's sentence stays.
  const loading = load(`${file}`, `${integrity}`, {}).catch(() => undefined)

  const complete = (notices: ErrorPanelTexts, cause: OutageCause): void => {
    const [retry, close] = root.querySelectorAll('button')
    // While the modal is closed, and after the visitor has pressed Retry, the loader shows no error.
    if (!state.open || !retry || !close) return
    sheet.replaceSync(css)
    const { lang, dir, openWindow } = notices
    Object.assign(card, { lang, dir })
    retry.textContent = notices.retry
    close.ariaLabel = notices.close
    if (cause === 'framed') Object.assign(retry, { textContent: openWindow, onclick: () => open(location.href) })
    if (cause === 'offline') addEventListener('online', () => retry.isConnected && retry.click(), { once: true })
    root.replaceChildren(
      ...notices.panels[cause].map((text) =>
        Object.assign(document.createElement('p'), {
          textContent: text.replace('{site}', location.host).replace('{modal}', `${frameOrigin.split('/')[2]}`),
        }),
      ),
      // The visitor can't repair the settings of a site.
      ...(cause === 'setup' ? [] : [retry]),
      close,
    )
  }
  return async (cause: OutageCause): Promise<void> => {
    const notices = await loading
    if (notices) complete(notices, cause)
  }
}

const css =
  ':host{height:fit-content}:host p{font:15px system-ui;padding:0;margin:12px;overflow-wrap:anywhere}:host p:first-child{font-weight:600;margin:28px 40px 0}:host p+button{font:15px system-ui;border-radius:12px;padding:14px 20px;background:#8882}:host(:dir(rtl)) :last-child{inset:0 auto auto 0}'
