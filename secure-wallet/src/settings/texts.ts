/** Formats a date in the language of the document. */
export const dateText = (at: number): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || undefined, { dateStyle: 'medium' }).format(at)

export const siteText = (host: string): string => (URL.canParse(host) ? new URL(host).host : host)
