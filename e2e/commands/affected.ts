import { execFileSync } from 'node:child_process'
import { type ParsedModule, readModules } from '../checks/modules.ts'
import { isTestFile, readSourceTexts } from '../checks/repository.ts'

type Affected = { units: string[]; browser: string[] }

/** Unit tests that start built packages, and so import none of their files. */
const stackTests = /^e2e\/(?:fixtures|commands|stack|siwx)\/.*\.test\.ts$/
/** A change of one of these source files can break every test of `stackTests`. */
const stackFiles = /^(?:server|secure-wallet|loader|frame-app|e2e\/(?:stack|commands))\//

/**
 * Assigns browser tests to folders of the product. A change of a product file outside these folders can break every
 * browser test.
 */
const browserTestsOf: readonly [folder: RegExp, tests: RegExp][] = [
  [
    /^server\/src\/signIn\/|^loader\/src\/siwx\/|^frame-app\/src\/features\/signIn\//,
    /\/(?:signIn\/|connect\/oneClick|hosts\/previousLoader|custody\/upgrade|namespaces\/walletAdapter|email\/solana)/,
  ],
  [/^frame-app\/src\/(?:core\/connectors|features)\/walletConnect\//, /\/walletConnect\//],
  [/^secure-wallet\/src\/|^server\/src\/(?:wallet|guardian)\//, /\/(?:email|approvals|custody|attacks)\//],
  [/^frame-app\/src\/core\/chains\//, /\/(?:namespaces|connect)\//],
]

/**
 * The test files that the changes since a git reference can break. Files that git does not know yet count as changed.
 */
export const findAffectedTests = (reference: string): Affected => {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean)
  const changed = [...git('diff', '--name-only', reference, '--'), ...git('ls-files', '--others', '--exclude-standard')]
  return testsAffectedBy(changed, readModules(readSourceTexts()))
}

export const testsAffectedBy = (changed: readonly string[], modules: readonly ParsedModule[]): Affected => {
  const files = modules.map(({ path }) => path)
  const tests = files.filter((path) => /\.(?:test|spec)\.tsx?$/.test(path))
  const specs = tests.filter((path) => /^e2e\/tests\/.*\.spec\.ts$/.test(path))
  const units = tests.filter((path) => !/\.spec\.ts$/.test(path))
  const code = changed.filter((path) => !path.endsWith('.md'))
  // No import shows which tests depend on a deleted file, a migration or a lock file, so all tests run.
  if (code.some((path) => !files.includes(path) || path === globalSetup)) return { units, browser: specs }
  const reached = withImporters(code, modules)
  const product = code.filter((path) => !isTestFile(path) && !/^e2e\/(?:checks|commands|bench)\//.test(path))
  const runsStack = code.some((path) => stackFiles.test(path) && !isTestFile(path))
  const isBroken = (spec: string): boolean =>
    reached.has(spec) || product.some((path) => browserTestsFor(path).test(spec))
  return {
    units: units.filter((path) => reached.has(path) || (runsStack && stackTests.test(path))),
    browser: specs.filter(isBroken),
  }
}

const globalSetup = 'e2e/tests/shared/globalSetup.ts'

const browserTestsFor = (path: string): RegExp => browserTestsOf.find(([folder]) => folder.test(path))?.[1] ?? /^/

/** The given files and all that import one of them, directly or through others. */
const withImporters = (paths: readonly string[], modules: readonly ParsedModule[]): Set<string> => {
  const reached = new Set(paths)
  let size = -1
  while (size !== reached.size) {
    size = reached.size
    for (const { path, imports } of modules) if (imports.some(({ to }) => to && reached.has(to))) reached.add(path)
  }
  return reached
}
