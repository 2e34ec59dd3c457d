import { readFileSync } from 'node:fs'

const root = new URL('../../', import.meta.url)

type Member = {
  name: string
  type: string
  text: string
  /** The path of the same option in the server's configuration of a project, from the tag `@config`. */
  config: string
}

/** Reads the members of an exported object type, with their comments. Overloads of one method are separate members. */
const readMembers = (file: string, type: string): Member[] => {
  const source = readFileSync(new URL(file, root), 'utf8')
  const start = source.indexOf(`export type ${type} = {`)
  if (start < 0) throw new Error(`${file} has no type ${type}`)
  const block = source.slice(start, source.indexOf('\n}\n', start))
  const member = /\n {2}(?:\/\*\*(?<text>.*?)\*\/\s+)?(?<name>\w+)\??(?<type>[:(][^\n]*)/gs
  return [...block.matchAll(member)].map(({ groups }) => {
    const [text = '', config = ''] = (groups?.text ?? '').replace(/\s*\n\s*\* ?/g, ' ').split('@config')
    return {
      name: `${groups?.name}`,
      type: `${groups?.type}`.replace(/^: /, ''),
      text: text.trim(),
      config: config.trim(),
    }
  })
}

const toAttribute = (name: string): string => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
const inCode = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``
const table = (head: string[], rows: string[][]): string => {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((cells) => (cells[column] ?? '').length)))
  const lines = [head, widths.map((width) => '-'.repeat(width)), ...rows]
  return lines
    .map((cells) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
}

/** The page of every option, method and event of AppKit, from the comments of the public types. */
export const renderApi = (): string => {
  const options = readMembers('loader/protocol/api/frameApi.ts', 'HostOptions')
  const opening = readMembers('loader/protocol/api/frameApi.ts', 'OpenOptions')
  const methods = readMembers('loader/index.d.ts', 'AppKit')
  const events = readMembers('loader/index.d.ts', 'ProviderEvents')
  /** Options that hold functions can't be attributes. */
  const attributeOf = (type: string, name: string) => (type === 'object' ? '' : inCode(toAttribute(name)))
  return `# Options, methods and events

This page comes from the comments of [\`index.d.ts\`](index.d.ts) and [\`frameApi.ts\`](protocol/api/frameApi.ts). A test keeps it equal to them.

## Options

Set them as attributes of the tag, with \`AppKit.configure()\`, or with \`createAppKit()\` of the npm package. Lists in attributes are separated by
commas, objects are JSON. One column names the same option in the server's configuration of a project. What a page sets wins over it.

${table(
  ['option', 'attribute', 'type', 'in the configuration', ''],
  options.map(({ name, type, text, config }) => [
    inCode(name),
    attributeOf(type, name),
    inCode(type),
    config && inCode(config),
    text,
  ]),
)}

## Options of \`open()\`

An unknown value of \`view\` or \`wallet\` rejects \`open()\`.

${table(
  ['option', 'type', ''],
  opening.map(({ name, type, text }) => [inCode(name), inCode(type), text]),
)}

## Methods of \`AppKit\`

${table(
  ['method', ''],
  methods.map(({ name, type, text }) => [inCode(name + type), text]),
)}

## Events of the EVM provider

${table(
  ['event', 'value', ''],
  events.map(({ name, type, text }) => [inCode(name), inCode(type.slice(1, type.lastIndexOf(')'))), text]),
)}
`
}
