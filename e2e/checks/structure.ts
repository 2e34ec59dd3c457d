import { posix } from 'node:path'
import { type ParsedModule, readModules } from './modules.ts'
import { isTestFile, type SourceTexts } from './repository.ts'

const packages = ['loader', 'secure-wallet', 'server', 'frame-app', 'e2e'] as const
const longFunction = 60
const longestFunction = 100
/** A file of at most this many lines that one neighbour imports belongs into that neighbour. */
const crumbLines = 30
const repeatedLines = 12

/** The places that each rule finds, one line each. */
export type StructureFaults = {
  'forbidden imports': string[]
  'import cycles': string[]
  'import cycles with types': string[]
  'functions over 100 lines': string[]
  'functions over 60 lines': string[]
  'files with one importer': string[]
  'crumbs of one neighbour': string[]
  'exports without a user': string[]
  'error rows without a user': string[]
  'repeated blocks of 12 lines': string[]
}

export const findStructureFaults = (sources: SourceTexts): StructureFaults => {
  const modules = readModules(sources)
  const product = modules.filter(({ path }) => !isTestFile(path))
  const importers = importersOf(product)
  const functionsOver = (limit: number) =>
    product.flatMap(({ path, functions }) =>
      functions
        .filter(({ lines }) => lines > limit)
        .map(({ name, line, lines }) => `${path}:${line} ${name} has ${lines} lines`),
    )
  const single = product.filter(({ path }) => importers.get(path)?.size === 1)
  return {
    'forbidden imports': findForbidden(modules),
    'import cycles': findCycles(modules, { withTypes: false }),
    'import cycles with types': findCycles(modules, { withTypes: true }),
    'functions over 100 lines': functionsOver(longestFunction),
    'functions over 60 lines': functionsOver(longFunction),
    'files with one importer': single.map(({ path }) => path),
    'crumbs of one neighbour': findCrumbs(modules, sources),
    'exports without a user': findUnusedExports(modules),
    'error rows without a user': findUnusedErrors(sources),
    'repeated blocks of 12 lines': findRepeatedBlocks(sources),
  }
}

const packageOf = (path: string): string => path.split('/')[0] ?? ''

/** `e2e` stands on top of all packages. The others share only the loader's protocol and its public types. */
const findForbidden = (modules: ParsedModule[]): string[] =>
  modules.flatMap(({ path, imports }) =>
    imports.flatMap(({ specifier, to: file }) => {
      const from = packageOf(path)
      const to = file ?? specifier.replace(/^@appkit-frame\//, '')
      const isShared = to.startsWith('loader/protocol/') || /^loader(?:\/index\.d\.ts)?$/.test(to)
      const leavesPackage = packages.some((name) => name === packageOf(to)) && packageOf(to) !== from
      const leavesProtocol =
        path.startsWith('loader/protocol/') && !isTestFile(path) && !to.startsWith('loader/protocol/')
      const importsTest = !isTestFile(path) && isTestFile(to) && to.includes('.')
      return (leavesPackage && from !== 'e2e' && !isShared) || leavesProtocol || importsTest ? [`${path} -> ${to}`] : []
    }),
  )

const importersOf = (modules: ParsedModule[]): Map<string, Set<string>> => {
  const importers = new Map<string, Set<string>>()
  for (const { path, imports } of modules)
    for (const { to } of imports) if (to) importers.set(to, (importers.get(to) ?? new Set()).add(path))
  return importers
}

/**
 * Finds small files that only one neighbour imports, and that should be part of that neighbour. A file with a test may
 * stay, and so may a file that is loaded lazily to keep it out of a bundle. A file may also stay if its neighbour is
 * the only importer of three or more files of the folder, because these are the rows of a table.
 */
const findCrumbs = (modules: ParsedModule[], sources: SourceTexts): string[] => {
  const importers = importersOf(modules.filter(({ path }) => !isTestFile(path)))
  const testedFiles = importersOf(modules.filter(({ path }) => isTestFile(path)))
  const lazy = new Set(modules.flatMap(({ imports }) => imports.filter(({ isLazy }) => isLazy).map(({ to }) => to)))
  const onlyNeighbour = (path: string): string | undefined => {
    const [importer, ...others] = importers.get(path) ?? []
    return importer && others.length === 0 && posix.dirname(importer) === posix.dirname(path) ? importer : undefined
  }
  const rows = new Map<string, number>()
  for (const { path } of modules) {
    const importer = onlyNeighbour(path)
    if (importer) rows.set(importer, (rows.get(importer) ?? 0) + 1)
  }
  return modules.flatMap(({ path, lines }) => {
    const importer = onlyNeighbour(path)
    const isSmall = lines <= crumbLines && path.endsWith('.ts') && !isTestFile(path)
    const isTableRow = importer !== undefined && (rows.get(importer) ?? 0) >= 3
    return isSmall && importer && sources.has(importer) && !isTableRow && !testedFiles.has(path) && !lazy.has(path)
      ? [path]
      : []
  })
}

/** Files that tools, bundles or the browser load by their path, so no import names their exports. */
const entryPoint = /(?:\.config\.ts|\.d\.ts|\.mjs|\/(?:worker|entry|keyValueStorage)\.ts)$|^e2e\/wallets\/page\//

const findUnusedExports = (modules: ParsedModule[]): string[] => {
  const used = new Map<string, Set<string>>()
  for (const { imports } of modules)
    for (const { to, names } of imports) {
      if (!to) continue
      const taken = used.get(to) ?? new Set()
      for (const name of names) taken.add(name)
      used.set(to, taken)
    }
  return modules
    .filter(({ path }) => !isTestFile(path) && !entryPoint.test(path))
    .flatMap(({ path, exports }) => {
      const taken = used.get(path)
      return taken?.has('*') ? [] : exports.filter((name) => !taken?.has(name)).map((name) => `${path} ${name}`)
    })
}

const errorTable = /^loader\/protocol\/errors\/(?!planned)\w+Errors\.ts$/
/** Files that list error codes and their texts, and throw none. */
const errorTexts = /^loader\/protocol\/errors\/errorCodes\.ts$|\/(?:languages|notices)\//

/** Finds rows of the error tables whose code no product file uses. Visitors would load such a row for nothing. */
const findUnusedErrors = (sources: SourceTexts): string[] => {
  const used = new Set<string>()
  for (const [path, text] of sources) {
    if (path.startsWith('e2e/') || errorTexts.test(path) || isTestFile(path)) continue
    for (const [, row, name] of text.matchAll(/\w+Errors\.([A-Z\d_]+)|['"`]([A-Z\d_]+)['"`]/g))
      used.add(row ?? name ?? '')
  }
  return [...sources].flatMap(([path, text]) => {
    const rows = errorTable.test(path) ? text.matchAll(/^ {2}([A-Z\d_]+): \{/gm) : []
    return [...rows].flatMap(([, code = '']) => (used.has(code) ? [] : [`${path} ${code}`]))
  })
}

/** Tarjan's strongly connected components of the files that import each other eagerly. */
const findCycles = (modules: ParsedModule[], { withTypes }: { withTypes: boolean }): string[] => {
  const targets = new Map(
    modules.map(({ path, imports }) => [
      path,
      imports.filter(({ isLazy, isType }) => !isLazy && (withTypes || !isType)).flatMap(({ to }) => to ?? []),
    ]),
  )
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[] = []
  const visit = (path: string): number => {
    const position = order.size
    let low = position
    order.set(path, position)
    stack.push(path)
    for (const target of targets.get(path) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low)
    }
    lowest.set(path, low)
    if (low === position) {
      const group = stack.splice(stack.indexOf(path))
      if (group.length > 1 || targets.get(path)?.includes(path)) cycles.push(group.sort().join(' <-> '))
    }
    return low
  }
  for (const path of targets.keys()) if (!order.has(path)) visit(path)
  return cycles
}

/** Finds blocks of product code that occur twice. Imports, blank lines and closing brackets don't count. */
const findRepeatedBlocks = (sources: SourceTexts): string[] => {
  const seen = new Map<string, { path: string; line: number }>()
  const found: string[] = []
  for (const [path, text] of sources) {
    if (isTestFile(path) || path.startsWith('e2e/')) continue
    const lines = text
      .replace(/^import[^'"]*?['"][^'"]+['"]$/gm, (statement) => statement.replace(/[^\n]/g, ''))
      .split('\n')
      .map((line, index) => ({ text: line.trim(), line: index + 1 }))
      .filter(({ text }) => text !== '' && !/^[\])}>,;]+$/.test(text))
    let end = -1
    for (let at = 0; at + repeatedLines <= lines.length; at++) {
      const block = lines.slice(at, at + repeatedLines)
      const key = block.map(({ text }) => text).join('\n')
      const first = seen.get(key)
      const line = block[0]?.line ?? 0
      if (!first) seen.set(key, { path, line })
      else if (at > end) {
        found.push(`${path}:${line} repeats ${first.path}:${first.line}`)
        end = at + repeatedLines - 1
      }
    }
  }
  return found
}

/** Files, lines and the median, 90th percentile and longest file of each package. */
export const measurePackages = (sources: SourceTexts): string[] =>
  packages.map((name) => {
    const sizes = [...sources]
      .filter(([path]) => packageOf(path) === name && !isTestFile(path) && /\.tsx?$/.test(path))
      .map(([, text]) => text.split('\n').length)
      .sort((a, b) => a - b)
    const at = (share: number) => sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * share))]
    const lines = sizes.reduce((sum, size) => sum + size, 0)
    return `${name}: ${sizes.length} files, ${lines} lines, median ${at(0.5)}, p90 ${at(0.9)}, longest ${sizes.at(-1)}`
  })
