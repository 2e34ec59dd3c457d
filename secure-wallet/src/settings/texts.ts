import { cleanText } from '@appkit-frame/loader/protocol/messages/cleanText.ts'

/** Formats a date in the language of the document. */
export const dateText = (at: number): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || undefined, { dateStyle: 'medium' }).format(at)

/** Formats a date and its time of day in the language of the document. */
export const timeText = (at: number): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(at)

export const siteText = (host: string): string => cleanText(URL.canParse(host) ? new URL(host).host : host)
