import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sheets = globSync(['frame-app/src/**/*.module.css', 'loader/protocol/design/*.module.css'], { cwd: root }).sort()

/**
 * Names a class by the positions of its sheet and of the class in it, for example `b3`. Long names would cost 700 bytes
 * of the first view, since markup, script and style carry each name. The positions are the same in the separate build
 * that prerenders the markup.
 */
export const shortenClass = (name: string, file: string, css: string): string => {
  const sheet = sheets.findIndex((candidate) => file.split('?')[0]?.endsWith(candidate))
  const names = [...new Set([...css.matchAll(/(?:\.|@keyframes\s+)([a-z][\w-]*)/gi)].map(([, found]) => found))]
  const place = names.indexOf(name)
  if (sheet === -1 || place === -1) throw new Error(`no class ${name} in ${file}`)
  return toLetters(sheet) + place.toString(36)
}

/** Writes the position of a style sheet in letters, because a class name can't start with a digit. */
const toLetters = (number: number): string =>
  (number < 26 ? '' : toLetters(Math.floor(number / 26) - 1)) + String.fromCharCode(97 + (number % 26))
