/**
 * Parses an option that came as an HTML attribute: as a list for list options, else as JSON if the text is valid JSON.
 */
export const readAttribute = ([name, value]: [string, unknown]): [string, unknown] => {
  if (typeof value !== 'string') return [name, value]
  if (/networks|Ids|Order/.test(name)) return [name, value.match(/[^\s,]+/g)]
  try {
    // An HTML attribute without a value means true.
    return [name, JSON.parse(value || 'true')]
  } catch {
    return [name, value]
  }
}
