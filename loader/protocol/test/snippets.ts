import { readFileSync } from 'node:fs'

export type Snippet = { section: string; language: string; code: string }

/** Returns the code blocks of a document of the repository that name their language, in the document's order. */
export const readSnippets = (path: string): Snippet[] => {
  const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
  const part = /^#+ (?<section>[^\n]+)$|^```(?<language>\w+)\n(?<code>.*?)^```/gms
  let section = ''
  return [...text.matchAll(part)].flatMap(({ groups = {} }) => {
    section = groups.section ?? section
    return groups.code ? [{ section, language: `${groups.language}`, code: groups.code }] : []
  })
}
