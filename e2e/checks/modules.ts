import { posix } from 'node:path'
import { parseSync } from 'vite'
import type { SourceTexts } from './repository.ts'

/** One import, or one `export … from`. `names` are the exports that it takes; `*` stands for all of them. */
type Import = { specifier: string; to: string | undefined; names: string[]; isType: boolean; isLazy: boolean }
type LongFunction = { name: string; line: number; lines: number }
export type ParsedModule = {
  path: string
  lines: number
  imports: Import[]
  exports: string[]
  functions: LongFunction[]
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

export const isModule = (path: string): boolean => /\.(?:tsx?|mjs)$/.test(path)

/** Parses every script among the sources. A specifier that leads to no source file has no `to`. */
export const readModules = (sources: SourceTexts): ParsedModule[] =>
  [...sources].filter(([path]) => isModule(path)).map(([path, text]) => readModule(path, text, sources))

const parse = (path: string, text: string) => {
  const { program, module, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path} can't be parsed: ${errors[0].message}`)
  return { program: program as unknown as Node, module }
}

const readModule = (path: string, text: string, sources: SourceTexts): ParsedModule => {
  const { program, module } = parse(path, text)
  const imports: Import[] = []
  const add = (specifier: string, names: string[], isType: boolean, isLazy = false) =>
    imports.push({ specifier, to: resolve(path, specifier, sources), names, isType, isLazy })

  for (const { moduleRequest, entries } of module.staticImports) {
    const names = entries.map(({ importName: { kind, name } }) =>
      kind === 'Name' && name ? name : kind === 'Default' ? 'default' : '*',
    )
    add(moduleRequest.value, names, entries.length > 0 && entries.every(({ isType }) => isType))
  }
  const exports: string[] = []
  for (const { exportName, importName, moduleRequest, isType } of module.staticExports.flatMap(
    ({ entries }) => entries,
  )) {
    if (exportName.kind === 'Name' && exportName.name) exports.push(exportName.name)
    if (exportName.kind === 'Default') exports.push('default')
    if (moduleRequest) add(moduleRequest.value, [importName.name ?? '*'], isType)
  }
  const functions = readBody(program, text, (specifier, isType) => add(specifier, ['*'], isType, !isType))
  return { path, lines: text.split('\n').length, imports, exports, functions }
}

/** Finds functions, and the imports that stand inside expressions and types. */
const readBody = (program: Node, text: string, addImport: (specifier: string, isType: boolean) => void) => {
  const functions: LongFunction[] = []
  const lineOf = lineCounter(text)
  const visit = (node: unknown, name: string): void => {
    if (Array.isArray(node)) for (const child of node) visit(child, name)
    if (!isNode(node)) return
    if (/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type) && node.body) {
      const line = lineOf(node.start)
      functions.push({ name: nameOf(node.id) ?? name, line, lines: lineOf(node.end) - line + 1 })
    }
    const specifier = literal(node.source)
    if (node.type === 'ImportExpression' && specifier) addImport(specifier, false)
    if (node.type === 'TSImportType' && specifier) addImport(specifier, true)
    if (node.type === 'NewExpression' && nameOf(node.callee) === 'URL') {
      const [path] = node.arguments as unknown[]
      const file = literal(path)
      if (file) addImport(file, false)
    }
    const childName = nameOf(node.type === 'VariableDeclarator' ? node.id : node.key) ?? name
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child, childName)
  }
  visit(program, '')
  return functions
}

/** Returns a function from an offset in the text to its line. */
const lineCounter = (text: string): ((offset: number) => number) => {
  const lineEnds = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    const line = lineEnds.findIndex((end) => end >= offset)
    return (line === -1 ? lineEnds.length : line) + 1
  }
}

/** The titles of tests and their groups and steps, each with its line. An expression inside a title becomes `X`. */
export const readTitles = (path: string, text: string): { line: number; prose: string }[] => {
  const titles: { line: number; prose: string }[] = []
  const lineOf = lineCounter(text)
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const child of node) visit(child)
    if (!isNode(node)) return
    if (node.type === 'CallExpression' && /^(?:test|it|describe)$/.test(firstName(node.callee) ?? '')) {
      const [title] = node.arguments as unknown[]
      const prose = literal(title) ?? templateText(title)
      if (prose && isNode(title)) titles.push({ line: lineOf(title.start), prose })
    }
    for (const child of Object.values(node)) if (typeof child === 'object') visit(child)
  }
  visit(parse(path, text).program)
  return titles
}

/** The name that a chain such as `test.each(rows)` starts with. */
const firstName = (node: unknown): string | undefined =>
  isNode(node) ? (nameOf(node) ?? firstName(node.object ?? node.callee ?? node.tag)) : undefined
const templateText = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'TemplateLiteral'
    ? (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('X')
    : undefined

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && typeof (value as Node).type === 'string'
const nameOf = (node: unknown): string | undefined =>
  isNode(node) && typeof node.name === 'string' ? node.name : undefined
const literal = (node: unknown): string | undefined =>
  isNode(node) && typeof node.value === 'string' ? node.value : undefined

const resolve = (from: string, specifier: string, sources: SourceTexts): string | undefined => {
  const [path = ''] = specifier.split('?')
  const base = path.startsWith('.')
    ? posix.join(posix.dirname(from), path)
    : path.startsWith('@appkit-frame/')
      ? path.slice('@appkit-frame/'.length)
      : undefined
  if (base === undefined) return undefined
  return [base, `${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find((candidate) => sources.has(candidate))
}
