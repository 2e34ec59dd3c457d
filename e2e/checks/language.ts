import { isModule, readTitles } from './modules.ts'
import type { SourceTexts } from './repository.ts'

type LanguagePlace = { path: string; line: number; rule: 'opener' | 'inversion' | 'long'; sentence: string }

const opener =
  /^(?:Of|What|Who|Whoever|Whom|Whose|Nobody|That|Also where|Nor|Neither|As)\s+(?!if\b|soon\b|long\b|a rule\b|in\b|this is\b)/
const inversion =
  /\b(?:is|are|has|have) (?:none|no one|nobody)\b|\bnor (?:is|are|does|do|has)\b|\bwho(?:ever)? (?:waits|asks|leaves|comes|hears|has|is)\b|\bof its own\b|\bas (?:told|well as it)\b|\bno more\b(?! than)/i
const mostWords = 30
/** Comments that a tool reads. */
const directive = /@ts-|biome-ignore|@vitest/

/**
 * Finds comments and test titles that break the rules of CONTRIBUTING.md for plain sentences. It sees form only: it
 * can't tell whether a sentence is clear.
 */
export const findLanguageFaults = (sources: SourceTexts): LanguagePlace[] =>
  [...sources].flatMap(([path, text]) =>
    readProse(path, text).flatMap(({ line, prose }) => judge(prose).map((place) => ({ path, line, ...place }))),
  )

const judge = (prose: string): Pick<LanguagePlace, 'rule' | 'sentence'>[] =>
  prose.split(/(?<=[.:;?!])\s+(?=[A-Z`])/).flatMap((sentence) => {
    const plain = sentence.replaceAll(/`[^`]*`|https?:\S+/g, 'X').trim()
    const rules: LanguagePlace['rule'][] = []
    if (opener.test(plain)) rules.push('opener')
    else if (inversion.test(plain)) rules.push('inversion')
    if (plain.split(/\s+/).length > mostWords) rules.push('long')
    return rules.map((rule) => ({ rule, sentence }))
  })

/** The comments and test titles of a file, each with the line on which it starts. */
const readProse = (path: string, text: string): { line: number; prose: string }[] => {
  const lines = text.split('\n')
  const found = isModule(path) ? readTitles(path, text) : []
  for (let at = 0; at < lines.length; at++) {
    const start = at + 1
    const line = lines[at] ?? ''
    const comment: string[] = []
    if (/^\s*\/\//.test(line)) {
      while (/^\s*\/\//.test(lines[at] ?? '')) comment.push((lines[at++] ?? '').replace(/^\s*\/\/+\s?/, ''))
      at--
    } else if (/^\s*\/\*/.test(line)) {
      for (; at < lines.length; at++) {
        comment.push((lines[at] ?? '').replace(/^\s*(?:\/\*+|\*(?!\/))\s?/, '').replace(/\*\/\s*$/, ''))
        if (lines[at]?.includes('*/')) break
      }
    } else if (/\s\/\/\s\S/.test(line) && !/['"`].*\/\/.*['"`]/.test(line))
      comment.push(line.replace(/^.*?\s\/\/\s/, ''))
    const prose = comment.join(' ').trim()
    if (prose && !directive.test(prose)) found.push({ line: start, prose })
  }
  return found
}
