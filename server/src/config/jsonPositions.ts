import { findNodeAtLocation, type ParseError, parse, parseTree } from 'jsonc-parser'

/** Returns the line of the value at `path`, for error messages. The text must be valid JSON. */
export const findLineOfValue = (text: string, path: readonly (string | number)[]): number => {
  const root = parseTree(text)
  // A missing field has no position, so return the line of the innermost value around it.
  for (let depth = path.length; root && depth >= 0; depth--) {
    const node = findNodeAtLocation(root, path.slice(0, depth))
    if (node) return lineAt(text, node.offset)
  }
  return 1
}

/** Returns the line where a text stops being JSON. `JSON.parse` gives no position for most mistakes. */
export const findSyntaxErrorLine = (text: string): number => {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  return lineAt(text, errors[0]?.offset ?? 0)
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
