import { parseSync } from 'vite'

/**
 * One change of a source text: `replacement` stands in for the text between `start` and `end`. An expression is
 * replaced by an expression. A block loses its statements, so it has no replacement.
 */
export type Mutant = { start: number; end: number; kind: 'expression' | 'block'; replacement: string }

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Place = { parent: Node | undefined; isInChain: boolean }

/** Finds the mutants of a source text, and the positions at which an expression starts a statement. */
export const findMutants = (path: string, text: string): { mutants: Mutant[]; statementStarts: Set<number> } => {
  const { program, errors } = parseSync(path, text, { preserveParens: false })
  if (errors[0]) throw new Error(`${path} can't be parsed: ${errors[0].message}`)
  const mutants: Mutant[] = []
  const statementStarts = new Set<number>()
  const sourceOf = ({ start, end }: Node): string => text.slice(start, end)

  const visit = (value: unknown, place: Place): void => {
    if (Array.isArray(value)) for (const child of value) visit(child, place)
    if (!isNode(value) || isUnmutated(value)) return
    if (value.type === 'ExpressionStatement') statementStarts.add(value.start)
    if (isFunctionBlock(value, place.parent))
      mutants.push({ start: value.start, end: value.end, kind: 'block', replacement: '' })
    else if (!(place.isInChain && isChainLink(value)) && !isKey(value, place.parent))
      for (const replacement of new Set(replacementsOf(value, place.parent, sourceOf)))
        mutants.push({ start: value.start, end: value.end, kind: 'expression', replacement })
    for (const [key, child] of Object.entries(value))
      if (typeof child === 'object') visit(child, { parent: value, isInChain: isLinkOfChain(value, key, place) })
  }
  visit(program, { parent: undefined, isInChain: false })
  return { mutants, statementStarts }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && typeof (value as Node).type === 'string'
const typeOf = (value: unknown): string => (isNode(value) ? value.type : '')
const nameOf = (value: unknown): string => (isNode(value) && typeof value.name === 'string' ? value.name : '')

const typedExpression = /^TS(?:AsExpression|SatisfiesExpression|NonNullExpression)$/
/**
 * Types, imports, directives, names of CSS classes, which only a picture shows, and texts for readers: errors, the
 * console, and messages for visitors.
 */
const isUnmutated = (node: Node): boolean =>
  (node.type.startsWith('TS') && !typedExpression.test(node.type)) ||
  /^(?:ImportDeclaration|ImportExpression|ExportAllDeclaration|MetaProperty|TaggedTemplateExpression)$/.test(
    node.type,
  ) ||
  (node.type === 'ExpressionStatement' && typeof node.directive === 'string') ||
  (node.type === 'Property' && nameOf(node.key) === 'class') ||
  (node.type === 'NewExpression' && /Error$/.test(nameOf(node.callee))) ||
  (node.type === 'CallExpression' && /^(?:defineMessages|console)$/.test(firstName(node.callee)))

const firstName = (node: unknown): string => (isNode(node) ? nameOf(node) || firstName(node.object ?? node.callee) : '')

/** An optional chain is one expression: parentheses around a part of it would change which part it skips. */
const isChainLink = ({ type }: Node): boolean => /^(?:CallExpression|MemberExpression|TSNonNullExpression)$/.test(type)
const isLinkOfChain = (node: Node, key: string, { isInChain }: Place): boolean =>
  node.type === 'ChainExpression' ||
  (isInChain && isChainLink(node) && (key === 'object' || key === 'callee' || key === 'expression'))

const isKey = (node: Node, parent: Node | undefined): boolean =>
  (parent?.key === node && parent.computed !== true) || typeOf(parent) === 'ExportSpecifier'

const isFunctionBlock = (node: Node, parent: Node | undefined): boolean =>
  node.type === 'BlockStatement' &&
  (node.body as unknown[]).length > 0 &&
  (parent?.alternate === node || /Function|^(?:For\w*|Try|While)Statement$|^CatchClause$/.test(typeOf(parent)))

type Find = (node: Node, parent: Node | undefined, sourceOf: (node: Node) => string) => string[]
const replacementsOf: Find = (node, parent, sourceOf) => [
  ...(conditionValues(node, parent) ?? []),
  ...(mutators[node.type]?.(node, parent, sourceOf) ?? []),
]

const comparisons: { [operator: string]: string[] } = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
}
const otherOperators: { [operator: string]: string[] } = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '||=': ['&&='],
  '&&=': ['||='],
  '??=': ['&&='],
  '++': ['--'],
  '--': ['++'],
}

/** A method call without its method, or with the opposite one. */
const otherMethods = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['toLowerCase', 'toUpperCase'],
  ['toUpperCase', 'toLowerCase'],
  ...['filter', 'slice', 'sort', 'reverse', 'trim'].map((name): [string, null] => [name, null]),
])

/**
 * True and false for a condition. An operand of `&&` is only replaced by true and one of `||` only by false, because
 * the other value makes the whole condition constant, which is a mutant already. A loop gets no constant true, because it would never end.
 */
const conditionValues = (node: Node, parent: Node | undefined): string[] | null => {
  const isTest = parent?.test === node
  if (isTest && typeOf(parent) === 'SwitchCase') return null
  if (isTest && /^(?:For|While|DoWhile)Statement$/.test(typeOf(parent))) return ['false']
  const isBoolean =
    (node.type === 'BinaryExpression' && String(node.operator) in comparisons) ||
    (node.type === 'LogicalExpression' && node.operator !== '??')
  if (parent?.type === 'LogicalExpression' && parent.operator !== '??' && (isBoolean || parent.left === node))
    return node.type === 'LogicalExpression' && node.operator === parent.operator
      ? []
      : [parent.operator === '&&' ? 'true' : 'false']
  return isTest || isBoolean ? ['true', 'false'] : null
}

const replaceOperator =
  (table: { [operator: string]: string[] }): Find =>
  (node, _parent, sourceOf) => {
    const [left, right] = [node.left, node.right] as [Node, Node]
    const between = (start: number, end: number): string => sourceOf({ type: '', start, end })
    // JavaScript does not parse `??` beside `&&` or `||` without parentheses.
    const whole = (operand: Node, text: string): string => (operand.operator === '??' ? `(${text})` : text)
    const operator = String(node.operator)
    return (table[operator] ?? []).map((other) =>
      [
        whole(left, between(node.start, left.end)),
        between(left.end, right.start).replace(operator, () => other),
        whole(right, between(right.start, node.end)),
      ].join(''),
    )
  }

const isText = (node: unknown): boolean =>
  isNode(node) && (typeof node.value === 'string' || node.type === 'TemplateLiteral')
const isComparison = (node: Node | undefined): boolean =>
  node?.type === 'BinaryExpression' && String(node.operator) in comparisons

const mutators: { [type: string]: Find } = {
  BinaryExpression: (node, parent, sourceOf) => {
    if (isComparison(node)) return replaceOperator(comparisons)(node, parent, sourceOf)
    // Texts have no other operator.
    return isText(node.left) || isText(node.right) ? [] : replaceOperator(otherOperators)(node, parent, sourceOf)
  },
  LogicalExpression: replaceOperator(otherOperators),
  AssignmentExpression: replaceOperator(otherOperators),
  UpdateExpression: (node, _parent, sourceOf) => {
    const operator = String(node.operator)
    return [sourceOf(node).replace(operator, () => otherOperators[operator]?.[0] ?? operator)]
  },
  UnaryExpression: (node, _parent, sourceOf) =>
    /^[!-]$/.test(String(node.operator)) ? [sourceOf(node.argument as Node)] : [],
  Literal: ({ value }, parent) => {
    if (typeof value === 'boolean') return [String(!value)]
    // The mutants of a comparison cover the text that it compares with.
    return typeof value === 'string' && !isComparison(parent) ? [value === '' ? "'changed'" : "''"] : []
  },
  TemplateLiteral: () => ["''"],
  ArrayExpression: ({ elements }) => [(elements as unknown[]).length > 0 ? '[]' : "['changed']"],
  ObjectExpression: ({ properties }) => ((properties as unknown[]).length > 0 ? ['{}'] : []),
  ArrowFunctionExpression: ({ body, start }, _parent, sourceOf) =>
    typeOf(body) === 'BlockStatement' || /^(?:undefined|\{\}|null)$/.test(sourceOf(body as Node))
      ? []
      : [`${sourceOf({ type: '', start, end: (body as Node).start }).replace(/\(\s*$/, '')} undefined`],
  CallExpression: (node, parent, sourceOf) => {
    const removed = typeOf(parent) === 'ExpressionStatement' && typeOf(node.callee) !== 'Super' ? ['undefined'] : []
    const { callee } = node
    if (!isNode(callee) || callee.type !== 'MemberExpression' || callee.computed === true) return removed
    const [object, property] = [callee.object, callee.property] as [Node, Node]
    const other = otherMethods.get(nameOf(property))
    if (other === undefined) return removed
    const rest = sourceOf({ type: '', start: property.end, end: node.end })
    const start = sourceOf({ type: '', start: node.start, end: property.start })
    return [...removed, other === null ? sourceOf(object) : `${start}${other}${rest}`]
  },
  AwaitExpression: (_node, parent) => (typeOf(parent) === 'ExpressionStatement' ? ['undefined'] : []),
  ChainExpression: (node, parent, sourceOf) => {
    const source = sourceOf(node)
    const removed = typeOf(parent) === 'ExpressionStatement' ? ['undefined'] : []
    return [...removed, ...optionalLinks(node.expression, node.start).map((at) => withoutLink(source, at))]
  },
}

/** The positions of each `?.` in an optional chain, from its start. */
const optionalLinks = (node: unknown, from: number): number[] => {
  if (!isNode(node) || !isChainLink(node)) return []
  const inner = (node.object ?? node.callee ?? node.expression) as Node
  return [...optionalLinks(inner, from), ...(node.optional === true ? [inner.end - from] : [])]
}
const withoutLink = (source: string, at: number): string =>
  source.slice(0, at) + source.slice(at).replace(/\?\.(?=\[|\()|\?(?=\.)/, '')
