import { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'

const { resolve: find } = createRequire(import.meta.url)

/**
 * npm installs drizzle-kit in the root and drizzle-orm in this package, where drizzle-kit would not find drizzle-orm.
 */
registerHooks({
  resolve: (specifier, context, next) => {
    if (!specifier.startsWith('drizzle-orm') || context.parentURL === import.meta.url) return next(specifier, context)
    if (!context.conditions.includes('require')) return next(specifier, { ...context, parentURL: import.meta.url })
    return { url: pathToFileURL(find(specifier)).href, format: 'commonjs', shortCircuit: true }
  },
})
