import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import { fillText } from '@appkit-frame/loader/protocol/messages/messages.ts'
import { accentOf } from './accent.ts'
import type { Letterhead } from './letterhead.ts'
import { logoMark } from './logo.ts'
import type { Mail } from './mailer.ts'
import { mailLanguageOf } from './mailLanguage.ts'
import { mailTexts } from './mailTexts.ts'

/** One part of a mail's body. */
export type MailPart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  /** An alarm stops something that somebody else may have begun. */
  | { kind: 'link' | 'alarm'; text: string; url: string }
  | { kind: 'facts'; facts: [name: string, value: string][] }
  /** A small text, whose first words stand out. */
  | { kind: 'note'; lead?: string; text: string }

type MailContent = { subject: string; title: string; parts: MailPart[] }
/** Without a letterhead, the mail is one of the wallet itself. */
type Recipient = { to: string; locale: string; letterhead?: Letterhead }

/**
 * Lays out a mail as text and as HTML. The HTML loads no images or style sheets, so that reading the mail reveals
 * nothing: the logo is in the mail. Mail clients know few styles, so the letter is one column with inline styles, and
 * one style sheet for dark clients.
 */
export const layOutMail = ({ to, locale, letterhead }: Recipient, { subject, title, parts }: MailContent): Mail => {
  const name = oneLine(letterhead?.site ?? mailTexts(locale).ownName)
  const foot = footOf(to, locale, letterhead)
  return {
    to,
    ...(letterhead && { fromName: name }),
    subject: oneLine(subject),
    text: `${[name.toLocaleUpperCase(mailLanguageOf(locale)), oneLine(title), ...parts.map(asText), `-- \n${foot}`].join('\n\n')}\n`,
    html:
      `<!doctype html><html lang="${escapeText(locale)}" dir="${directionOf(locale)}"><head><meta charset="utf-8">` +
      '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
      '<meta name="supported-color-schemes" content="light dark">' +
      `<title>${escapeText(subject)}</title><style>${styleSheet(letterhead)}</style></head>` +
      `<body class="paper" style="margin:0;padding:0;background:#fff">` +
      `<div class="bar" style="height:4px;background:${accentOf(letterhead?.accent).light.fill}"></div>` +
      `<div class="ink" style="max-width:464px;margin:0 auto;padding:32px 22px;color:#1b1a17;font:16px/1.55 ${font}">` +
      `${brandOf(name, letterhead)}<h1 style="margin:28px 0 8px;font-size:24px;line-height:1.25;font-weight:600">${escapeText(title)}</h1>` +
      `${parts.map((part) => asHtml(part, letterhead)).join('')}` +
      `<p class="quiet line" style="margin:28px 0 0;padding-top:18px;border-top:1px solid #e6e4de;font-size:13px;color:#625f58">${escapeText(foot)}</p>` +
      '</div></body></html>',
    ...(letterhead?.logo !== undefined && { logo: letterhead.logo }),
  }
}

const font = '-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif'

const footOf = (address: string, locale: string, letterhead: Letterhead | undefined): string => {
  const { ownFoot, foot } = mailTexts(locale)
  return letterhead
    ? fillText(foot, { address, wallet: letterhead.wallet, name: letterhead.site })
    : fillText(ownFoot, { address })
}

/** Colours for a dark client. The properties in the elements win without `!important`. */
const styleSheet = (letterhead: Letterhead | undefined): string => {
  const { fill, text } = accentOf(letterhead?.accent).dark
  const rules = {
    '.paper': 'background:#161615',
    '.ink': 'color:#f4f2ed',
    '.quiet': 'color:#aba89f',
    '.well': 'background:#23211f',
    '.line': 'border-color:#363633',
    '.bar': `background:${fill}`,
    '.button': `background:${fill};color:${text}`,
    '.alarm': 'background:#ff8a80;color:#1b1a17',
  }
  const dark = Object.entries(rules).map(([name, style]) => `${name}{${style.replaceAll(/(?=;|$)/g, '!important')}}`)
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media(prefers-color-scheme:dark){${dark.join('')}}`
}

/** The logo, or a tile with the first letter of the name in its place. */
const brandOf = (name: string, letterhead: Letterhead | undefined): string => {
  const { fill, text } = accentOf(letterhead?.accent).light
  const letter = letterhead ? ([...name][0] ?? '') : '✓'
  const tile =
    `<span class="button" style="display:block;width:32px;border-radius:9px;background:${fill};color:${text};` +
    `font-size:17px;line-height:32px;text-align:center">${escapeText(letter)}</span>`
  return (
    '<table role="presentation" style="border-spacing:0;font-size:15px;font-weight:600"><tr>' +
    `<td aria-hidden="true" style="padding:0;width:32px">${logoMark.start}${tile}${logoMark.end}</td>` +
    `<td class="ink" dir="auto" style="padding:0 10px;color:#1b1a17">${escapeText(name)}</td></tr></table>`
  )
}

const asText = (part: MailPart): string => {
  switch (part.kind) {
    case 'code':
      return `    ${part.code}`
    case 'link':
    case 'alarm':
      return `${oneLine(part.text)}:\n    ${part.url}`
    case 'facts':
      return part.facts.map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}`).join('\n')
    case 'note':
      return part.lead === undefined ? oneLine(part.text) : `${oneLine(part.lead)} ${oneLine(part.text)}`
    default:
      return oneLine(part.text)
  }
}

const asHtml = (part: MailPart, letterhead: Letterhead | undefined): string => {
  switch (part.kind) {
    case 'code':
      return `<p class="well ink" dir="ltr" style="margin:16px 0;padding:20px 8px;border-radius:14px;background:#f7f4f0;color:#1b1a17;font-size:34px;line-height:1.2;font-weight:600;letter-spacing:.08em;text-align:center">${codeOf(part.code)}</p>`
    case 'link':
    case 'alarm': {
      const { fill, text } =
        part.kind === 'alarm' ? { fill: '#be2a20', text: '#ffffff' } : accentOf(letterhead?.accent).light
      return (
        `<p style="margin:16px 0"><a class="${part.kind === 'alarm' ? 'alarm' : 'button'}" href="${escapeText(part.url)}" rel="noreferrer" style="display:block;padding:13px 20px;` +
        `border-radius:12px;background:${fill};color:${text};font-weight:600;line-height:1.35;text-align:center;text-decoration:none">${escapeText(part.text)}</a></p>`
      )
    }
    case 'facts':
      return `<table class="well" role="presentation" width="100%" style="margin:16px 0;padding:4px 8px;border-spacing:0;border-radius:14px;background:#f7f4f0;font-size:14px">${part.facts
        .map(
          ([name, value]) =>
            `<tr><td class="quiet" style="padding:7px 12px 7px 4px;color:#625f58;vertical-align:top;white-space:nowrap">${escapeText(name)}</td>` +
            `<td class="ink" style="padding:7px 4px;color:#1b1a17;vertical-align:top;overflow-wrap:anywhere"><bdi>${escapeText(value)}</bdi></td></tr>`,
        )
        .join('')}</table>`
    case 'note': {
      const lead = part.lead === undefined ? '' : `<b class="ink" style="color:#1b1a17">${escapeText(part.lead)}</b> `
      return `<p class="quiet" style="margin:16px 0;font-size:14px;color:#625f58">${lead}${escapeText(part.text)}</p>`
    }
    default:
      return `<p style="margin:0 0 16px">${escapeText(part.text)}</p>`
  }
}

/** A gap in the middle of a short code. It is no character, so that the code copies whole, and phones fill it in. */
const codeOf = (code: string): string =>
  code.length === 6
    ? `${escapeText(code.slice(0, 3))}<span style="padding-left:.3em">${escapeText(code.slice(3))}</span>`
    : escapeText(code)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes text for HTML, and removes invisible characters: bidi controls could disguise an origin. */
export const escapeText = (text: string): string =>
  oneLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')

const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029]+/gu, ' ').trim()
