import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import type { Mail } from './mailer.ts'

/** One part of a mail's body. */
export type MailPart =
  | { kind: 'text'; text: string }
  | { kind: 'code'; code: string }
  | { kind: 'link'; text: string; url: string }
  | { kind: 'facts'; facts: [name: string, value: string][] }
  | { kind: 'note'; text: string }

type MailContent = { subject: string; title: string; parts: MailPart[] }

/**
 * Lays out a mail as text and as HTML. The HTML loads no images or style sheets, so that reading the mail reveals
 * nothing.
 */
export const layOutMail = (to: string, { subject, title, parts }: MailContent, locale: string): Mail => ({
  to,
  subject: oneLine(subject),
  text: `${[oneLine(title), ...parts.map(asText)].join('\n\n')}\n`,
  html:
    `<!doctype html><html lang="${escapeText(locale)}" dir="${directionOf(locale)}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">' +
    `<title>${escapeText(subject)}</title></head><body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif">` +
    `<div style="max-width:440px;margin:0 auto"><h1 style="margin:0 0 16px;font-size:20px">${escapeText(title)}</h1>` +
    `${parts.map(asHtml).join('')}</div></body></html>`,
})

const asText = (part: MailPart): string => {
  switch (part.kind) {
    case 'code':
      return `    ${part.code}`
    case 'link':
      return `${oneLine(part.text)}:\n    ${part.url}`
    case 'facts':
      return part.facts.map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}`).join('\n')
    default:
      return part.text
  }
}

const asHtml = (part: MailPart): string => {
  switch (part.kind) {
    case 'code':
      return `<p dir="ltr" style="margin:0 0 16px;font:600 28px/1.4 ui-monospace,monospace;letter-spacing:4px">${escapeText(part.code)}</p>`
    case 'link':
      return (
        `<p style="margin:0 0 16px"><a href="${escapeText(part.url)}" rel="noreferrer" style="display:inline-block;padding:12px 20px;` +
        `border-radius:12px;background:#1f6feb;color:#fff;text-decoration:none">${escapeText(part.text)}</a></p>`
      )
    case 'facts':
      return `<table role="presentation" style="margin:0 0 16px;border-spacing:0">${part.facts
        .map(
          ([name, value]) =>
            `<tr><td style="padding:2px 16px 2px 0;opacity:.7">${escapeText(name)}</td><td dir="auto">${escapeText(value)}</td></tr>`,
        )
        .join('')}</table>`
    case 'note':
      return `<p style="margin:0 0 16px;font-size:14px;opacity:.7">${escapeText(part.text)}</p>`
    default:
      return `<p style="margin:0 0 16px">${escapeText(part.text)}</p>`
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** Escapes text for HTML, and removes invisible characters: bidi controls could disguise an origin. */
const escapeText = (text: string): string => oneLine(text).replace(/[&<>"']/g, (character) => entities[character] ?? '')

const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
