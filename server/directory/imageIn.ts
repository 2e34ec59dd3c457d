/**
 * Finds the first image in a source file: a data URL or plain SVG. Icon packages ship images inside JavaScript, and
 * searching its text runs none of it. The search starts behind the text `after`.
 */
export const imageIn = (text: string, after = ''): Buffer => {
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
