import { directionOf } from '@appkit-frame/loader/protocol/messages/direction.ts'
import { mailLanguage } from '../wallet/mail/mailLanguage.ts'
import { guardianMessages } from './messages.ts'

type Page = { state: 'ask'; id: string; token: string } | { state: 'cancelled' | 'invalid' }

/**
 * The page behind the link of a mail, in the mail's language. `id` and `token` are ours, letters and digits, the language is
 * one of those that we have; nothing else in it comes from outside.
 */
export const cancelPage = (page: Page, locale: string): string => {
  const language = mailLanguage(locale)
  const words = guardianMessages(language)
  const { title, text } = words.page[page.state]
  const form =
    page.state === 'ask'
      ? `<form method="post" action="cancel"><input type="hidden" name="id" value="${page.id}"><input type="hidden" name="token" value="${page.token}">` +
        `<input type="hidden" name="locale" value="${language}"><button>${words.stop}</button></form>`
      : ''
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width">' +
    `<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1><p>${text}</p>${form}</main></body></html>`
  )
}

const style =
  ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;padding:48px 16px}main{max-width:360px;margin:0 auto}' +
  'h1{font-size:20px}button{font:inherit;font-weight:600;width:100%;padding:12px;border:0;border-radius:12px;background:#c62828;color:#fff}'
