import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const { resolve: find } = createRequire(import.meta.url)

/** npm puts drizzle-kit into the root's folder and drizzle-orm into this package's, where the first does not look. */
registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.startsWith('drizzle-orm') || context.parentURL === import.meta.url) return next(specifier, context)
    if (!context.conditions.includes('require')) return next(specifier, { ...context, parentURL: import.meta.url })
    return { url: pathToFileURL(find(specifier)).href, format: 'commonjs', shortCircuit: true }
  },
})
