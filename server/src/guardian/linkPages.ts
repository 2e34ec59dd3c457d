import { AppError } from '@appkit-frame/loader/protocol/errors/appError.ts'
import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { readBodyText } from '../http/requestBody.ts'
import { timeText } from '../wallet/mail/factTexts.ts'
import { escapeText } from '../wallet/mail/layout.ts'
import { hostOf } from '../wallet/mail/letterhead.ts'
import { mailLanguageOf } from '../wallet/mail/mailLanguage.ts'
import { cancelRecovery } from './cancelRecovery.ts'
import { type Confirmation, confirmRecovery, readConfirmation } from './confirmRecovery.ts'
import { isLinkToken, type LinkPurpose, linkTokenOf } from './links.ts'
import { guardianTexts } from './messages.ts'
import type { GuardianParts } from './parts.ts'

const maxBytes = 4 * 1024
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

type Link = { id: string; token: string }
type Page =
  | ({ state: 'confirm' } & Link & { cancelToken: string; confirmation: Confirmation })
  | ({ state: 'cancel' } & Link)
  | { state: 'confirmed' | 'wrong' | 'failed' | 'ended' | 'cancelled' | 'nothing' }
const statusOf: { readonly [State in Page['state']]?: number } = { failed: 502, ended: 404, nothing: 404 }

/**
 * The pages behind the links in the guardian's mails. Opening a link (GET) only shows buttons, because mail scanners open
 * every link. A button sends the POST that confirms or cancels the recovery. The pages have no rate limit, because a
 * stranger could use it up. A request without the token of a mail reads no row.
 */
export const addLinkPages = (app: Hono, parts: GuardianParts, headers: Record<string, string>): void => {
  const page = (content: Page, fields: URLSearchParams): Response =>
    new Response(pageHtml(content, mailLanguageOf(fields.get('locale') ?? '')), {
      status: statusOf[content.state] ?? 200,
      headers: {
        ...headers,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentSecurityPolicy,
      },
    })
  const readForm = async (context: Context): Promise<URLSearchParams> =>
    new URLSearchParams((await readBodyText(context, maxBytes)) ?? '')

  app.get('/confirm', async (context) => {
    const fields = new URL(context.req.url).searchParams
    const link = readLink(parts, 'confirm', fields)
    const confirmation = link && (await readConfirmation(parts, link.id))
    if (!confirmation) return page({ state: 'ended' }, fields)
    const cancelToken = linkTokenOf(parts.secrets, 'cancel', link.id)
    return page({ state: 'confirm', ...link, cancelToken, confirmation }, fields)
  })
  app.post('/confirm', async (context) => {
    const fields = await readForm(context)
    const link = readLink(parts, 'confirm', fields)
    return page({ state: link ? await confirm(parts, link.id, fields.get('number') ?? '') : 'ended' }, fields)
  })
  app.get('/cancel', (context) => {
    const fields = new URL(context.req.url).searchParams
    const link = readLink(parts, 'cancel', fields)
    return page(link ? { state: 'cancel', ...link } : { state: 'nothing' }, fields)
  })
  app.post('/cancel', async (context) => {
    const fields = await readForm(context)
    const link = readLink(parts, 'cancel', fields)
    const isCancelled = link !== null && (await cancelRecovery(parts, link.id))
    return page({ state: isCancelled ? 'cancelled' : 'nothing' }, fields)
  })
}

/** The link stays valid if the mail that starts the delay could not be sent. */
const confirm = async (
  parts: GuardianParts,
  id: string,
  number: string,
): Promise<'confirmed' | 'wrong' | 'ended' | 'failed'> => {
  try {
    return await confirmRecovery(parts, id, number)
  } catch (thrown) {
    if (thrown instanceof AppError) return 'failed'
    throw thrown
  }
}

const readLink = ({ secrets }: GuardianParts, purpose: LinkPurpose, fields: URLSearchParams): Link | null => {
  const [id, token] = [fields.get('id') ?? '', fields.get('token') ?? '']
  return v.is(v.pipe(v.string(), v.uuid()), id) && isLinkToken(secrets, purpose, id, token) ? { id, token } : null
}

/**
 * Writes a page in the language of the mail. A stranger can put no markup into it. Ids and tokens were checked, and hold
 * only letters, digits, `-` and `_`. The site's name is escaped, and an unknown language becomes English.
 */
const pageHtml = (content: Page, language: string): string => {
  const { title, text } = guardianTexts(language).page[content.state]
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width">' +
    `<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p>${bodyOf(content, language)}</main></body></html>`
  )
}

const bodyOf = (content: Page, language: string): string => {
  const texts = guardianTexts(language)
  if (content.state === 'cancel')
    return formOf('cancel', content, language, `<button class="stop">${texts.stop}</button>`)
  if (content.state !== 'confirm') return ''
  const { id, cancelToken, confirmation } = content
  const buttons = confirmation.numbers.map((number) => `<button name="number" value="${number}">${number}</button>`)
  const facts = [
    [texts.site, hostOf(confirmation.host)],
    [texts.time, timeText(confirmation.createdAt, language)],
  ]
  const rows = facts.map(([name = '', value = '']) => `<dt>${name}</dt><dd><bdi>${escapeText(value)}</bdi></dd>`)
  return (
    formOf('confirm', content, language, `<div class="numbers">${buttons.join('')}</div>`) +
    `<dl>${rows.join('')}</dl>` +
    formOf('cancel', { id, token: cancelToken }, language, `<button class="stop stop--quiet">${texts.notMe}</button>`)
  )
}

const formOf = (action: LinkPurpose, { id, token }: Link, language: string, buttons: string): string =>
  `<form method="post" action="${action}">${Object.entries({ id, token, locale: language })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')}${buttons}</form>`

/** The look of a letter (`layout.ts`), so that the page behind its link looks familiar. */
const style =
  ':root{color-scheme:light dark;--ink:#1b1a17;--quiet:#625f58;--paper:#fff;--well:#f7f4f0;--line:#8c877d;--mark:#1f6f43;--danger:#be2a20;--on:#fff}' +
  '@media(prefers-color-scheme:dark){:root{--ink:#f4f2ee;--quiet:#aba89f;--paper:#161614;--well:#232320;--line:#77746b;--mark:#2f9e63;--danger:#ff8a80;--on:#1b1a17}}' +
  'body{margin:0;border-top:4px solid var(--mark);font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper)}' +
  'main{max-width:360px;margin:0 auto;padding:40px 16px}h1{margin:0 0 8px;font-size:24px;line-height:1.25;text-wrap:balance}p{margin:0 0 24px}' +
  'button{width:100%;min-height:48px;border:0;border-radius:12px;font:inherit;font-weight:600;color:inherit;background:none;cursor:pointer}' +
  '.numbers{display:flex;gap:8px}.numbers button{min-height:64px;border:1px solid var(--line);font-size:24px}' +
  '.stop{color:var(--on);background:var(--danger)}.stop--quiet{color:var(--danger);background:none}' +
  'dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px;margin:24px 0 8px;padding:12px 16px;border-radius:12px;font-size:14px;background:var(--well)}dt{white-space:nowrap;color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere}'
