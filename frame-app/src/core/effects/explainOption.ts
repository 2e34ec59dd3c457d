import type * as v from 'valibot'

/** The options that a page may set, each with the schema of its values. */
export type OptionFields = Record<string, v.GenericSchema>

/** A name with at most this many wrong letters counts as a misspelt option. */
const nearLetters = 2
const longestValue = 80

/**
 * Tells the site's developer in the console which option was left out, and what would be right. Other attributes of the
 * tag, such as those of a framework, are no mistake, unless their name is almost that of an option.
 */
export const explainOption = (fields: OptionFields, name: string, value: unknown): void => {
  const text = Object.hasOwn(fields, name) ? explainValue(fields[name], name, value) : explainName(fields, name)
  if (text) console.error(`AppKit: ${text}`)
}

const explainValue = (schema: v.GenericSchema | undefined, name: string, value: unknown): string => {
  const written = (JSON.stringify(value) ?? String(value)).slice(0, longestValue)
  const start = `the option ${name} was left out, because its value ${written} is not valid.`
  // A list has the valid values in the schema of its items.
  const { options } = Object(schema?.type === 'array' ? (schema as unknown as { item: unknown }).item : schema)
  if (!options) return start
  const wrong = [value].flat().find((each) => !options.includes(each))
  return `${start} ${suggest(options, String(wrong))}`
}

/** Names the candidate that the page may have meant, and all candidates. */
export const suggest = (candidates: readonly string[], written: string): string => {
  const near = nearest(candidates, written)
  return `${near ? `Did you mean ${near}? ` : ''}It can be ${candidates.join(', ')}.`
}

const explainName = (fields: OptionFields, name: string): string | undefined => {
  const near = nearest(Object.keys(fields), name)
  return near && `there is no option ${name}. Did you mean ${near}?`
}

/** Returns the candidate that differs from the written text by few letters. */
export const nearest = (candidates: readonly string[], written: string): string | undefined =>
  candidates.find((candidate) => countEdits(candidate.toLowerCase(), written.toLowerCase()) <= nearLetters)

/** The Levenshtein distance: how many letters must be added, removed or replaced to make `to` from `from`. */
const countEdits = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [column, other] of [...to].entries())
      next.push(
        Math.min(
          (row[column + 1] as number) + 1,
          (next[column] as number) + 1,
          (row[column] as number) + (letter === other ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) as number
}
