import type { Texts } from '@appkit-frame/loader/protocol/messages/messages.ts'

/**
 * Wraps each placeholder in U+2068 and U+2069, so that amounts, names and addresses keep their order in right-to-left
 * text.
 */
export const isolatePlaceholders = <Each extends Texts | string>(texts: Each): Each =>
  (typeof texts === 'string'
    ? texts.replace(/\{\w+\}/g, '\u2068$&\u2069')
    : Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, isolatePlaceholders(text)]))) as Each
