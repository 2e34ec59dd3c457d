export type ReceivedMail = {
  id: number
  to: string
  from: string
  subject: string
  text: string
  html: string
  at: string
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${escapeText(title)}</title>
    <style>
      :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
      body { max-inline-size: 44rem; margin: 2rem auto; padding-inline: 1rem; }
      ul { list-style: none; padding: 0; }
      li { padding-block: 0.75rem; border-block-end: 1px solid light-dark(#e6e4de, #363633); }
      small { color: light-dark(#625f58, #aba89f); }
      iframe { inline-size: 100%; block-size: 36rem; border: 1px solid light-dark(#e6e4de, #363633); background: #fff; }
      pre { white-space: pre-wrap; }
    </style>
  </head>
  <body>${body}</body>
</html>`

export const mailListPage = (mails: ReceivedMail[]): string =>
  page(
    'Mail box',
    `<h1>Mail box</h1><p><small>Everything that the demo sends arrives here. Reload for new mail.</small></p>
    ${mails.length === 0 ? '<p>No mail yet.</p>' : ''}
    <ul>${mails
      .map(
        ({ id, to, subject, at }) =>
          `<li><a href="/${id}">${escapeText(subject)}</a><br><small>to ${escapeText(to)}, ${escapeText(at)}</small></li>`,
      )
      .join('')}</ul>`,
  )

/**
 * Shows one mail as a page. A link in the mail opens in a new tab, as in a mail program. Scripts in the mail don't run.
 */
export const mailPage = ({ subject, to, from, html, text }: ReceivedMail): string =>
  page(
    subject,
    `<p><a href="/">All mail</a></p><h1>${escapeText(subject)}</h1>
    <p><small>from ${escapeText(from)} to ${escapeText(to)}</small></p>
    <iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="Mail" srcdoc="${escapeText(`<base target="_blank">${html}`)}"></iframe>
    <details><summary>As plain text</summary><pre>${escapeText(text)}</pre></details>`,
  )
