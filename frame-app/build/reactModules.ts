import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const require = createRequire(import.meta.url)

/** What is imported by name, and the file that each stands for in production. */
const files: Readonly<Record<string, string>> = {
  react: 'react/cjs/react.production.js',
  'react/jsx-runtime': 'react/cjs/react-jsx-runtime.production.js',
  'react-dom': 'react-dom/cjs/react-dom.production.js',
  'react-dom/client': 'react-dom/cjs/react-dom-client.production.js',
  scheduler: 'scheduler/cjs/scheduler.production.js',
}

/**
 * React as ES modules. It comes as CommonJS, and every chunk with such a file needs a helper of the bundler's, which would
 * be one more request before the first view; and of what is exported as one object nothing that nobody uses falls away.
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

/** The packages let nobody name their files, other than by way of their own description. */
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
    // Who imports the whole of it reads its parts.
    `import * as self from ${JSON.stringify(id)}\nexport { self as default }`,
  ].join('\n')
}
