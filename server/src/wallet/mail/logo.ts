/** No text of a mail contains these marks, because `<` is escaped. */
export const logoMark = { start: '<!--logo-->', end: '<!--/logo-->' }

/** Shows the logo that is attached to the mail under this content id. */
export const showLogo = (html: string, contentId: string): string => {
  const [start, end] = [html.indexOf(logoMark.start), html.indexOf(logoMark.end)]
  const image = `<img src="cid:${contentId}" alt="" width="32" height="32" style="display:block;border-radius:9px">`
  return html.slice(0, start) + image + html.slice(end + logoMark.end.length)
}

/**
 * Reads logos as PNG, each once, because many mails may go out at the same time. A logo that could not be read is tried
 * again with the next mail. Its URLs come from the configuration, so a new logo shows after the next start.
 */
export const createLogoReader = (draw: (url: string) => Promise<Buffer | undefined>): typeof draw => {
  const drawn = new Map<string, ReturnType<typeof draw>>()
  return (url) => {
    const known = drawn.get(url)
    if (known) return known
    const drawing = draw(url)
    drawn.set(url, drawing)
    const forget = () => drawn.delete(url)
    drawing.then((logo) => logo ?? forget(), forget)
    return drawing
  }
}
