/** An option of the host. What came as an attribute is text: a list where the name asks for one, JSON where it is JSON, else as it is. */
export const readAttribute = ([name, value]: [string, unknown]): [string, unknown] => {
  if (typeof value !== 'string') return [name, value]
  if (/networks|Ids|Order/.test(name)) return [name, value.match(/[^\s,]+/g)]
  try {
    // An attribute without a value is a switch that is on.
    return [name, JSON.parse(value || 'true')]
  } catch {
    return [name, value]
  }
}
