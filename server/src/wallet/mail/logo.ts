/** No text of a mail contains these marks, because `<` is escaped. */
export const logoMark = { start: '<!--logo-->', end: '<!--/logo-->' }

/** Shows the logo that is attached to the mail under this content id. */
export const showLogo = (html: string, contentId: string): string => {
  const [start, end] = [html.indexOf(logoMark.start), html.indexOf(logoMark.end)]
  const image = `<img src="cid:${contentId}" alt="" width="32" height="32" style="display:block;border-radius:9px">`
  return html.slice(0, start) + image + html.slice(end + logoMark.end.length)
}
