import loader from '../package.json' with { type: 'json' }

/** The version of this package, and of the loader that it knows: your server has it at `/v/<version>/loader.js`. */
export const version: string = loader.version
