/**
 * Words of a language that is written from right to left, in which every amount, name and address that is filled in keeps
 * its own order: its place stands between U+2068 and U+2069, as if in a `bdi`. What comes from outside has neither.
 */
export const isolated = <Words>(words: Words): Words => {
  if (typeof words === 'string') return words.replace(/\{\w+\}/g, '\u2068$&\u2069') as Words
  if (Array.isArray(words)) return words.map(isolated) as Words
  return Object.fromEntries(Object.entries(words as object).map(([name, each]) => [name, isolated(each)])) as Words
}
