const tokens = [
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy,
  /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w)/y,
  /[[\]{},:]/y,
] as const

type Wanted = 'value' | 'firstItem' | 'firstKey' | 'key' | 'colon' | 'next'

/**
 * On which line a text stops being JSON. `JSON.parse` tells no place for most mistakes, and someone who wrote a file by
 * hand looks for one.
 */
export const syntaxErrorLine = (text: string): number => text.slice(0, readWhile(text)).split('\n').length

/** How far the text is JSON. */
const readWhile = (text: string): number => {
  const open: string[] = []
  let wanted: Wanted = 'value'
  let at = 0
  for (;;) {
    while (' \t\r\n'.includes(text[at] ?? '.')) at++
    const token = readToken(text, at)
    const after: Wanted | undefined = token === undefined ? undefined : step(token, wanted, open)
    if (token === undefined || after === undefined) return at
    wanted = after
    at += token.length
  }
}

const readToken = (text: string, at: number): string | undefined => {
  for (const pattern of tokens) {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (found) return found[0]
  }
  return undefined
}

/** What is wanted after a token, or undefined where it may not stand. `open` holds the brackets around it. */
const step = (token: string, wanted: Wanted, open: string[]): Wanted | undefined => {
  const around = open.at(-1)
  if (token === '}' || token === ']') {
    const ends = around === (token === '}' ? '{' : '[')
    if (!ends || !['next', token === '}' ? 'firstKey' : 'firstItem'].includes(wanted)) return undefined
    open.pop()
    return 'next'
  }
  if (wanted === 'next') return token === ',' && around ? (around === '{' ? 'key' : 'value') : undefined
  if (wanted === 'colon') return token === ':' ? 'value' : undefined
  if (token === ',' || token === ':') return undefined
  if (wanted === 'key' || wanted === 'firstKey') return token.startsWith('"') ? 'colon' : undefined
  if (token !== '{' && token !== '[') return 'next'
  open.push(token)
  return token === '{' ? 'firstKey' : 'firstItem'
}
