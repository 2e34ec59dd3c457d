/**
 * Finds the first image in the text of a source file: a data URL or plain SVG. Icon packages ship images inside
 * JavaScript, and a text search runs none of it. If the text in `after` is given, the search starts there.
 */
export const findImage = (text: string, after = ''): Buffer => {
  const start = text.indexOf(after)
  if (start < 0) throw new Error(`the file does not contain ${JSON.stringify(after)}`)
  const rest = text.slice(start)
  const url = rest.match(/data:image\/(?:svg\+xml|png|webp|jpeg)(?:;base64,([\w+/]+=*)|[^,"`]*,([^"`\n]+))/)
  if (url?.[1]) return Buffer.from(url[1], 'base64')
  if (url?.[2]) return Buffer.from(decodeURIComponent(url[2]))
  const svg = rest.match(/<svg[\s\S]*?<\/svg>/)
  if (svg) return Buffer.from(svg[0].replace(/\\n/g, '\n').replace(/\\(["'])/g, '$1'))
  throw new Error('no image in the file')
}
