/** Tells on which line of a JSON text the value at a path stands, so that a message can point at it. */
export const lineOf = (text: string, path: readonly (string | number)[]): number => {
  const offsets = valueOffsets(text)
  // A field that is missing has no place of its own: point at the nearest value around it.
  for (let depth = path.length; depth >= 0; depth--) {
    const offset = offsets.get(pointer(path.slice(0, depth)))
    if (offset !== undefined) return text.slice(0, offset).split('\n').length
  }
  return 1
}

const pointer = (path: readonly (string | number)[]): string => JSON.stringify(path.map(String))

/** Where each value starts. The text is JSON that `JSON.parse` took, so nothing is checked here again. */
const valueOffsets = (text: string): Map<string, number> => {
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g)]
  const offsets = new Map<string, number>()
  let next = 0

  const readValue = (path: string[]): void => {
    const token = tokens[next++]
    if (!token) return
    offsets.set(pointer(path), token.index)
    if (token[0] === '{') readMembers('}', () => [...path, readKey()])
    if (token[0] === '[') {
      let index = 0
      readMembers(']', () => [...path, String(index++)])
    }
  }
  const readMembers = (end: string, childPath: () => string[]): void => {
    while (next < tokens.length && tokens[next]?.[0] !== end) {
      if (tokens[next]?.[0] === ',') next++
      else readValue(childPath())
    }
    next++
  }
  const readKey = (): string => {
    const key: unknown = JSON.parse(tokens[next]?.[0] ?? '""')
    next += 2
    return String(key)
  }

  readValue([])
  return offsets
}
