import * as React from 'react'
import type { Plugin } from 'vite'

const id = '\0react'

/**
 * React as a module. It comes as CommonJS, and every chunk that imports such a file needs a helper of the bundler's,
 * which would be one more request before the first view.
 */
export const reactModule = (): Plugin => ({
  name: 'react-module',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  enforce: 'pre',
  // React's own files go on requiring the CommonJS one.
  resolveId: (source, importer) =>
    source === 'react' && importer !== id && !importer?.includes('/node_modules/react') ? id : undefined,
  load: (wanted) => {
    if (wanted !== id) return undefined
    const names = Object.keys(React).filter((name) => /^[a-z]\w*$/i.test(name) && name !== 'default')
    const lines = names.map((name) => `export const ${name} = React.${name}`)
    return { code: `import React from 'react'\nexport default React\n${lines.join('\n')}`, moduleSideEffects: false }
  },
})
