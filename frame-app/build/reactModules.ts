import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** Maps the name of each React module to its production file. */
const files: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
}

/**
 * Turns React's CommonJS files into ES modules. For CommonJS the bundler would add a helper, which is one more request
 * before the first view. It also could not drop unused members of an exported object.
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

/** React's packages do not export these files, so each path starts from the `package.json` of its package. */
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
    // Exports the module's own namespace as default, because React's files read members from a default import.
    `import * as self from ${JSON.stringify(id)}\nexport { self as default }`,
  ].join('\n')
}
