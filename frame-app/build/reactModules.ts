import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** The production file of each module name. */
const files: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
}

/**
 * Turns React into ES modules. React ships as CommonJS, which costs twice: the bundler adds a helper, one more request
 * before the first view, and it can't drop unused members of an exported object.
 */
export const reactModules = (): Plugin => ({
  name: 'react-modules',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  resolveId: (source) => {
    const file = Object.hasOwn(files, source) ? files[source] : undefined
    return file && { id: locate(file), moduleSideEffects: false }
  },
  load: async (id) => {
    const isOurs = Object.values(files).some((file) => id.endsWith(`/node_modules/${file}`))
    return isOurs ? { code: toModule(await readFile(id, 'utf8'), id) } : undefined
  },
})

/** The packages export no file paths, so each path starts from the package's own `package.json`. */
const locate = (file: string): string => {
  const [name = '', ...path] = file.split('/')
  return join(dirname(require.resolve(`${name}/package.json`)), ...path)
}

const toModule = (code: string, id: string): string => {
  const names = [...new Set([...code.matchAll(/\bexports\.(\w+)/g)].map(([, name]) => name))]
  const body = code
    .replace(/(?:var )?(\w+) = require\("([\w-]+)"\)[,;]/g, "import * as $1 from '$2';")
    .replace(/\bexports\.(\w+)/g, 'exports_$1')
  return [
    ...names.map((name) => `let exports_${name}`),
    body,
    `export { ${names.map((name) => `exports_${name} as ${name}`).join(', ')} }`,
    // A default import reads its members from this namespace.
    `import * as self from ${JSON.stringify(id)}\nexport { self as default }`,
  ].join('\n')
}
